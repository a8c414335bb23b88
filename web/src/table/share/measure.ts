// How wide a text is in the fonts of the page.
let context: CanvasRenderingContext2D | null = null;

export const FONTS = {
  disp: "Caprasimo, Georgia, serif",
  text: "Figtree, system-ui, sans-serif",
} as const;
export type Font = keyof typeof FONTS;

export function textWidth(text: string, size: number, font: Font = "disp"): number {
  context ??= document.createElement("canvas").getContext("2d");
  // Without a canvas, an average letter.
  if (!context) return text.length * size * 0.55;
  context.font = `${font === "disp" ? 400 : 700} ${size}px ${FONTS[font]}`;
  return context.measureText(text).width;
}

/** The size at which a text fits, and what is left of one that does not even fit at the smallest. */
export function fitText(
  text: string,
  width: number,
  size: number,
  least: number,
  font: Font,
): { text: string; size: number } {
  const fitting = Math.min(size, (size * width) / Math.max(1, textWidth(text, size, font)));
  if (fitting >= least) return { text, size: fitting };
  let cut = text;
  while (cut.length > 1 && textWidth(`${cut}…`, least, font) > width) cut = cut.slice(0, -1);
  return { text: `${cut.trimEnd()}…`, size: least };
}
