// A few spaces of the track in a row, from left to right, to show a move without the whole board.
import type { Track } from "../../game/protocol.ts";
import { STEP, tall } from "../board/ring.ts";
import { BEHIND, isCrazy, OVER } from "../../game/track.ts";

/** A space in the drawing with its left edge and its middle; all have the same width. */
export interface Cell {
  space: number;
  x: number;
  middle: number;
}

export interface Strip {
  cells: Cell[];
  width: number;
  height: number;
  /** The y coordinate of the hooves. */
  ground: number;
}

export const CAMEL = 58;
const WIDE = 92;
const LEAST = 4;
const HEAD = 30;
const FOOT = 40;

export function spaceOf(stacks: Track, camel: string): number {
  return Number(Object.entries(stacks).find(([, stack]) => stack.includes(camel))?.[0] ?? 0);
}

/** The unit that a roll moves, from bottom to top: the grey die may move the crazy camel that it does not show. */
export function movedUnit(before: Track, after: Track, roll: string): string {
  const hasGone = (camel: string): boolean => spaceOf(before, camel) !== spaceOf(after, camel);
  const all = Object.values(before).join("");
  const bottom = isCrazy(roll[0]!) ? [...all].find((camel) => isCrazy(camel) && hasGone(camel))! : roll[0]!;
  const stack = before[spaceOf(before, bottom)]!;
  return stack.slice(stack.indexOf(bottom));
}

/** Lay out a range of spaces, high enough for the stacks on them. */
export function layOut(from: number, to: number, all: readonly Track[]): Strip {
  let [first, last] = [Math.max(BEHIND, from), Math.min(OVER, to)];
  while (last - first + 1 < LEAST) {
    if (last < OVER - 1 || first <= 1) last += 1;
    else first -= 1;
  }
  const spaces = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const tallest = Math.max(1, ...all.flatMap((stacks) => spaces.map((space) => stacks[space]?.length ?? 0)));
  const ground = HEAD + tall("x".repeat(tallest), CAMEL);
  const cells = spaces.map((space, index) => ({ space, x: index * WIDE, middle: (index + 0.5) * WIDE }));
  return { cells, width: cells.length * WIDE, height: ground + FOOT, ground };
}

export function middleOf({ cells }: Strip, space: number): number {
  return cells.find((cell) => cell.space === space)?.middle ?? 0;
}

/** An arc, and the head of its arrow. */
export interface Arc {
  path: string;
  tip: string;
}

/** The path of a unit above the other camels: to the space of its roll and, if it hits a tile there, on from there. */
export function wayOf(strip: Strip, before: Track, after: Track, unit: string, roll: string): Arc[] {
  const end = spaceOf(after, unit[0]!);
  const start = spaceOf(before, unit[0]!);
  const number = Number(roll.at(-1)) * (isCrazy(unit[0]!) ? -1 : 1);
  const landed = Math.max(BEHIND, Math.min(OVER, start + number));
  const level = (before[start] ?? "").indexOf(unit[0]!) + unit.length - 1;
  const top = strip.ground - level * CAMEL * STEP - CAMEL - 4;
  const stops = landed === end ? [start, end] : [start, landed, end];
  return stops.slice(1).map((stop, index) => {
    const isUnder = index === 1 && (after[end] ?? "").startsWith(unit) && after[end] !== unit;
    const a = middleOf(strip, stops[index]!);
    // A unit that goes underneath comes from the side.
    const b = middleOf(strip, stop) + (isUnder ? Math.sign(a - middleOf(strip, stop)) * 34 : 0);
    const from = index === 0 ? top : strip.ground - 34;
    const to = strip.ground - (isUnder ? 14 : 34 + tall(before[stop] ?? "", CAMEL) * 0.9);
    const [x, y] = [(a + b) / 2, Math.max(2, Math.min(from, to) - 34)];
    // The head points the way of the arc's end.
    const length = Math.hypot(b - x, to - y);
    const [ux, uy] = [(b - x) / length, (to - y) / length];
    const wing = (side: number): string => `${b - ux * 10 - uy * side * 6} ${to - uy * 10 + ux * side * 6}`;
    return { path: `M${a} ${from}Q${x} ${y} ${b} ${to}`, tip: `M${wing(1)}L${b} ${to}L${wing(-1)}` };
  });
}
