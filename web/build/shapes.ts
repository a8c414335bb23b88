// The pieces of shapes.json as SVG; the Python drawings do the same (camelup/drawing/shapes.py).
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const PATH = fileURLToPath(new URL("../../src/camelup/drawing/shapes.json", import.meta.url));

type Value = string | number;
/** A tag, its attributes, and what is in it. `@name` is a path, `$name` a colour or a property of what is drawn. */
type Element = [tag: string, attributes: Record<string, Value>, inside?: Element[] | string];
type Subject = Record<string, Value | Element[]>;

interface Piece {
  box: [x: number, y: number, width: number, height: number];
  /** It is drawn once for each of these. */
  of?: "camels" | "seals";
  layers?: Element[];
  /** Different layers for each kind; kinds without layers are left out. */
  kinds?: Record<string, Element[]>;
}

export interface Shapes {
  tokens: Record<string, [light: string, dark: string]>;
  camels: Record<string, Subject>;
  cloths: Record<string, { size: number; turn: number; marks: Element[] }>;
  seals: Record<string, Subject>;
  paths: Record<string, string>;
  pieces: Record<string, Piece>;
}

export function readShapes(): Shapes {
  return JSON.parse(readFileSync(PATH, "utf8")) as Shapes;
}

/** Writes elements; theme colours are custom properties unless they are fixed. */
export class Writer {
  #shapes: Shapes;
  #isFixed: boolean;

  constructor(shapes: Shapes, { isFixed = false } = {}) {
    this.#shapes = shapes;
    this.#isFixed = isFixed;
  }

  /**
   * All drawings for pages, referenced as `#camel-b`, `#seal-sun`, `#cloth-b`, with additional ones. Symbols are not
   * displayed, so that a browser lays out only the copies that are used; patterns and clips must be.
   */
  sprite(more = { clips: "", symbols: "" }): string {
    const cloths = Object.keys(this.#shapes.cloths).map((letter) => this.#cloth(letter));
    const symbols = Object.keys(this.#shapes.pieces).flatMap((name) => this.#symbols(name));
    return (
      `<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>${cloths.join("")}${more.clips}</defs></svg>` +
      `<svg class="sprite" display="none">${symbols.join("")}${more.symbols}</svg>`
    );
  }

  /** A piece by itself. */
  draw(name: string, letter?: string): string {
    const piece = this.#shapes.pieces[name];
    const subject = letter === undefined ? {} : this.#subject(piece!, letter);
    return this.#write(piece?.kinds?.[String(subject["kind"])] ?? piece?.layers ?? [], subject);
  }

  #subject(piece: Piece, letter: string): Subject {
    return { ...this.#shapes[piece.of ?? "camels"][letter], cloth: `url(#cloth-${letter})` };
  }

  #symbols(name: string): string[] {
    const piece = this.#shapes.pieces[name]!;
    const symbol = (id: string, inside: string): string =>
      `<symbol id="${id}" viewBox="${piece.box.join(" ")}" overflow="visible">${inside}</symbol>`;
    if (!piece.of) return [symbol(name, this.draw(name))];
    return Object.keys(this.#shapes[piece.of])
      .map((letter) => [letter, this.draw(name, letter)] as const)
      .filter(([, inside]) => inside)
      .map(([letter, inside]) => symbol(`${name}-${letter}`, inside));
  }

  #cloth(letter: string): string {
    const { size, turn, marks } = this.#shapes.cloths[letter]!;
    const subject = this.#shapes.camels[letter]!;
    const turned = turn ? ` patternTransform="rotate(${turn})"` : "";
    const ground = `<rect width="${size}" height="${size}" fill="${String(subject["hue"])}"/>`;
    return `<pattern id="cloth-${letter}" width="${size}" height="${size}" patternUnits="userSpaceOnUse"${turned}>${ground}${this.#write(marks, subject)}</pattern>`;
  }

  #write(elements: Element[], subject: Subject): string {
    return elements
      .map(([tag, attributes, inside]) => {
        const written = Object.entries(attributes)
          .map(([name, value]) => ` ${name}="${this.#value(value, subject)}"`)
          .join("");
        const children = typeof inside === "string" ? (subject[inside.slice(1)] as Element[]) : inside;
        return children ? `<${tag}${written}>${this.#write(children, subject)}</${tag}>` : `<${tag}${written}/>`;
      })
      .join("");
  }

  #value(value: Value, subject: Subject): string {
    if (typeof value === "number") return String(value);
    const name = value.slice(1);
    if (value.startsWith("@")) return this.#shapes.paths[name]!;
    if (!value.startsWith("$")) return value;
    const own = subject[name];
    if (own !== undefined) return String(own);
    return this.#isFixed ? this.#shapes.tokens[name]![0] : `var(--${name})`;
  }
}
