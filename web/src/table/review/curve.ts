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

/** Positions along an axis, moved so that they keep a distance from each other and stay within its ends. */
export function spread(wanted: readonly number[], distance: number, length: number): number[] {
  const places: number[] = [];
  for (const at of wanted) places.push(Math.max(at, (places.at(-1) ?? -Infinity) + distance));
  let most = length;
  for (let index = places.length - 1; index >= 0; index -= 1) {
    places[index] = Math.max(0, Math.min(places[index]!, most));
    most = places[index]! - distance;
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
