// A drawing of the page as a picture of its own: everything that it uses of the page comes along (symbols, style rules,
// fonts), always in the day theme, and a canvas makes a PNG of it.

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Draw an svg element of the page onto a canvas, larger by a factor. */
export async function drawOnCanvas(svg: SVGSVGElement, factor = 1): Promise<HTMLCanvasElement> {
  const [width, height] = [svg.width.baseVal.value, svg.height.baseVal.value];
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await standAlone(svg))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * factor;
  canvas.height = height * factor;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export async function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("This browser cannot make the picture."))));
  });
}

/** Phones with little memory get the plain size. */
export function bestFactor(): number {
  const { deviceMemory = 0 } = navigator as { deviceMemory?: number };
  return deviceMemory >= 4 ? 2 : 1;
}

/** The text of an svg file that looks the same without the page. */
async function standAlone(svg: SVGSVGElement): Promise<string> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", NAMESPACE);
  copy.dataset["theme"] = "light";
  bringSymbols(copy);
  const style = document.createElementNS(NAMESPACE, "style");
  style.textContent = `${await fontFaces()}${rulesFor(copy)}*{animation:none!important;transition:none!important}`;
  copy.prepend(style);
  return new XMLSerializer().serializeToString(copy);
}

/** Copy what is referred to by `#name` into the drawing, and what that refers to. */
function bringSymbols(copy: SVGSVGElement): void {
  const defs = document.createElementNS(NAMESPACE, "defs");
  const seen = new Set<string>();
  const bring = (root: Element): void => {
    for (const [, name = ""] of root.outerHTML.matchAll(/(?:href="#|url\((?:&quot;|")?#)([\w-]+)/g)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const found = document.querySelector(`.sprite #${CSS.escape(name)}`);
      if (!found) continue;
      defs.append(found.cloneNode(true));
      bring(found);
    }
  };
  bring(copy);
  copy.prepend(defs);
}

/** The style rules of the page that something in the drawing answers to. */
function rulesFor(copy: SVGSVGElement): string {
  const applies = (selector: string): boolean => {
    if (selector === ":root") return true;
    try {
      return copy.matches(selector) || copy.querySelector(selector) !== null;
    } catch {
      return false;
    }
  };
  return sheets()
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule): rule is CSSStyleRule => rule instanceof CSSStyleRule && applies(rule.selectorText))
    .map((rule) => rule.cssText)
    .join("");
}

function sheets(): CSSStyleSheet[] {
  return [...document.styleSheets].filter((sheet) => {
    try {
      return Boolean(sheet.cssRules);
    } catch {
      return false; // of an extension, for example
    }
  });
}

let faces: Promise<string> | null = null;

/** The page's fonts, with the letters in them. */
function fontFaces(): Promise<string> {
  faces ??= Promise.all(
    sheets().flatMap((sheet) =>
      [...sheet.cssRules]
        .filter((rule): rule is CSSFontFaceRule => rule instanceof CSSFontFaceRule)
        .map((rule) => embedded(rule, sheet.href ?? location.href)),
    ),
  ).then((rules) => rules.join(""));
  return faces;
}

async function embedded({ style }: CSSFontFaceRule, base: string): Promise<string> {
  const path = /url\(["']?([^"')]+)/.exec(style.getPropertyValue("src"))?.[1];
  if (!path) return "";
  try {
    const bytes = new Uint8Array(await (await fetch(new URL(path, base))).arrayBuffer());
    const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    const [family, weight] = ["font-family", "font-weight"].map((name) => style.getPropertyValue(name));
    const url = `url(data:font/woff2;base64,${letters})`;
    return `@font-face{font-family:${family};font-weight:${weight || "400"};src:${url} format("woff2")}`;
  } catch {
    return ""; // the picture is drawn with the fonts of the system
  }
}
