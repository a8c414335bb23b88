// Where the coach is placed: beside its subject, and never over it.

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Placed {
  x: number;
  y: number;
  /** The side of the coach that points at the spotlight, and how far along it; null if there is nothing to point at. */
  tail: { side: "left" | "right" | "top" | "bottom"; at: number } | null;
}

const APART = 16;
const EDGE = 8;
/** How much of the spotlight's edge must stay in the window. */
const SEEN = 4;
/** The tail's distance from the rounded corners. */
const CORNER = 30;
/** Below this share of the window, the spotlight is in the tray. */
const LOW = 0.7;

/** Place a coach of this size in the window: beside the spotlight, or else above or below it. */
export function place(
  light: Box | null,
  size: { w: number; h: number },
  page: { w: number; h: number },
  top = EDGE,
): Placed {
  const { w, h } = size;
  const keep = (at: number, long: number, from: number, to: number): number =>
    Math.max(from, Math.min(at, to - EDGE - long));
  if (!light) return { x: (page.w - w) / 2, y: Math.max(top, (page.h - h) / 2), tail: null };
  const middle = { x: light.x + light.w / 2, y: light.y + light.h / 2 };
  const beside = keep(middle.y - h / 2, h, top, page.h);
  const along = keep(middle.x - w / 2, w, EDGE, page.w);
  const down = Math.max(CORNER, Math.min(middle.y - beside, h - CORNER));
  const across = Math.max(CORNER, Math.min(middle.x - along, w - CORNER));
  const left = { x: light.x - APART - w, y: beside, tail: { side: "right", at: down } } as const;
  const right = { x: light.x + light.w + APART, y: beside, tail: { side: "left", at: down } } as const;
  const above = { x: along, y: light.y - APART - h, tail: { side: "bottom", at: across } } as const;
  const below = { x: along, y: light.y + light.h + APART, tail: { side: "top", at: across } } as const;
  const fits = ({ x, y }: Placed): boolean => x >= EDGE && y >= top && x + w <= page.w - EDGE && y + h <= page.h - EDGE;
  // The tray is at the lower edge, so its pieces are explained from above.
  const order = middle.y > page.h * LOW ? [above, left, right, below] : [left, right, above, below];
  const found = order.find(fits);
  if (found) return found;
  // The window is too small for both: use its far end.
  const isUp = middle.y < page.h / 2;
  return { x: along, y: isUp ? Math.max(top, page.h - EDGE - h) : top, tail: null };
}

/** The box around some others, within the window; null if there are none. */
export function around(boxes: readonly Box[], pad: number, page: { w: number; h: number }): Box | null {
  if (!boxes.length) return null;
  const x = Math.max(SEEN, Math.min(...boxes.map((box) => box.x)) - pad);
  const y = Math.max(SEEN, Math.min(...boxes.map((box) => box.y)) - pad);
  const right = Math.min(page.w - SEEN, Math.max(...boxes.map((box) => box.x + box.w)) + pad);
  const bottom = Math.min(page.h - SEEN, Math.max(...boxes.map((box) => box.y + box.h)) + pad);
  return { x, y, w: right - x, h: bottom - y };
}
