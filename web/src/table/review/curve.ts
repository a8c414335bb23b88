// The winning chances of a game as lines of a chart.
import type { ReviewForm, TurningPoint } from "../../game/protocol.ts";

export interface Band {
  leg: number;
  from: number;
  to: number;
}

/** The range of each leg: from the action before its first to its last. */
export function bandsOf({ plies }: Pick<ReviewForm, "plies">): Band[] {
  const bands: Band[] = [];
  for (const { ply, leg } of plies) {
    const last = bands.at(-1);
    if (last?.leg === leg) last.to = ply;
    else bands.push({ leg, from: ply - 1, to: ply });
  }
  return bands;
}

export interface Axes {
  x: (ply: number) => number;
  y: (share: number) => number;
}

/** An SVG path through values. */
export function lineThrough(values: readonly number[], { x, y }: Axes, from = 0): string {
  return values.map((value, index) => `${index ? "L" : "M"}${short(x(from + index))} ${short(y(value))}`).join("");
}

/** The area within two standard errors of a line. */
export function bandAround(values: readonly number[], errors: readonly number[], { x, y }: Axes): string {
  const edge = (sign: 1 | -1): string[] =>
    values.map((value, ply) => {
      const share = Math.max(0, Math.min(1, value + sign * 2 * (errors[ply] ?? 0)));
      return `${short(x(ply))} ${short(y(share))}`;
    });
  return `M${[...edge(1), ...edge(-1).reverse()].join("L")}Z`;
}

/** A seat's chances after each action. */
export function chancesOf({ curve }: Pick<ReviewForm, "curve">, seat: number): number[] {
  return curve.map(({ wins }) => wins[seat] ?? 0);
}

export function errorsOf({ curve }: Pick<ReviewForm, "curve">, seat: number): number[] {
  return curve.map(({ errors }) => errors[seat] ?? 0);
}

/**
 * The middles of things along an axis, moved so that they do not overlap and stay within its ends; closer only if there
 * is no room for all of them. `size` is that of everything, or of each.
 */
export function spread(wanted: readonly number[], size: number | readonly number[], length: number): number[] {
  const sizes = wanted.map((_, index) => (typeof size === "number" ? size : size[index]!));
  const gaps = sizes.slice(1).map((one, index) => (one + sizes[index]!) / 2);
  const room = Math.min(
    1,
    length /
      Math.max(
        1,
        gaps.reduce((sum, gap) => sum + gap, 0),
      ),
  );
  const places: number[] = [];
  for (const [index, at] of wanted.entries()) {
    places.push(index === 0 ? Math.max(0, at) : Math.max(at, places[index - 1]! + gaps[index - 1]! * room));
  }
  for (let index = places.length - 1, most = length; index >= 0; index -= 1) {
    places[index] = Math.min(places[index]!, most);
    most = places[index]! - (gaps[index - 1] ?? 0) * room;
  }
  return places;
}

/** Turning points with their numbers; a choice and a die of the same action share one place. */
export function numbered(points: readonly TurningPoint[]): { ply: number; numbers: string }[] {
  const found = new Map<number, number[]>();
  for (const [index, { ply }] of points.entries()) found.set(ply, [...(found.get(ply) ?? []), index + 1]);
  return [...found].map(([ply, numbers]) => ({ ply, numbers: numbers.join("·") }));
}

function short(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The largest standard error of a chance that is drawn as settled. */
const SETTLED = 0.03;

/** Whether each turn is settled, so that more games would hardly change the seat's chance; all are in the end. */
export function settledTurns({ curve }: Pick<ReviewForm, "curve">, seat: number, isDone: boolean): boolean[] {
  return curve.slice(1).map(({ errors }) => isDone || (errors[seat] ?? 0) <= SETTLED);
}

/** Stretches of turns that are settled, or not: from one action to another. */
export function stretches(settled: readonly boolean[]): { from: number; to: number; isSettled: boolean }[] {
  const found: { from: number; to: number; isSettled: boolean }[] = [];
  for (const [index, isSettled] of settled.entries()) {
    const last = found.at(-1);
    if (last?.isSettled === isSettled) last.to = index + 1;
    else found.push({ from: index, to: index + 1, isSettled });
  }
  return found;
}
