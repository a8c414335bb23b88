// The colours of pieces and the seals of seats; the drawings themselves are symbols in the page (build/sprite.ts).
import { camels } from "../../../src/camelup/drawing/shapes.json";

/** A camel, the grey die `x`, or the mark's camel `z`. */
export type Letter = keyof typeof camels;

export const INK = "#2A211B";
export const CREAM = "#FFF8E7";

/** The seals of the eight seats, in their order. */
export const SEALS = ["sun", "moon", "star", "lotus", "palm", "eye", "scarab", "jar"] as const;
export type SealName = (typeof SEALS)[number];

export function sealOf(seat: number): SealName {
  return SEALS[seat % SEALS.length]!;
}

/** The darker colour of a camel's cloth, for bars and lines. */
export function shadeOf(letter: string): string {
  return camels[letter as Letter]?.shade ?? INK;
}

/** The lighter one. */
export function lightOf(letter: string): string {
  const cloth = camels[letter as Letter];
  return "light" in cloth ? cloth.light : CREAM;
}

/** Letters that reach below the line are lifted, so as to stand in the middle of their disc. */
export function lift(letter: string, size: number): number {
  return "gpy".includes(letter) ? size * 0.145 : 0;
}
