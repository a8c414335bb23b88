// The line through the accuracy of many races, and how sure it is.
import type { RacePoint } from "../../game/protocol.ts";

/** Below this there is no line: two points always lie on one. */
export const FEWEST = 3;
/** Neighbours within about this many races count. */
const WIDTH = 3.2;
/** How many standard errors the band reaches to either side: nineteen of twenty are within it. */
const REACH = 2;

export interface TrendPoint {
  mean: number;
  /** Half of the band's height. */
  band: number;
}

/**
 * A weighted mean at each race: near races count more, and so do those that are known more precisely. People do not play
 * every race equally well, so what races differ by beyond their own errors is part of the uncertainty.
 */
export function trendOf(points: readonly RacePoint[]): TrendPoint[] {
  if (points.length < FEWEST) return [];
  const spread = spreadOf(points);
  const weights = points.map(({ error }) => 1 / Math.max(error * error + spread, 0.25));
  return points.map((_, here) => {
    let sum = 0;
    let total = 0;
    let squares = 0;
    points.forEach(({ accuracy }, there) => {
      const near = Math.exp(-(((here - there) / WIDTH) ** 2));
      const weight = near * weights[there]!;
      total += weight;
      sum += weight * accuracy;
      squares += near * weight;
    });
    return { mean: sum / total, band: (REACH * Math.sqrt(squares)) / total };
  });
}

/** The variance between races that their own errors do not explain. */
function spreadOf(points: readonly RacePoint[]): number {
  const mean = points.reduce((sum, { accuracy }) => sum + accuracy, 0) / points.length;
  const variance = points.reduce((sum, { accuracy }) => sum + (accuracy - mean) ** 2, 0) / (points.length - 1);
  const explained = points.reduce((sum, { error }) => sum + error * error, 0) / points.length;
  return Math.max(0, variance - explained);
}

/** Where the scale begins: 40, or lower if a race needs it. */
export function scaleFrom(points: readonly RacePoint[]): number {
  const lowest = Math.min(...points.map(({ accuracy, error }) => accuracy - error), 100);
  return Math.max(0, Math.min(40, Math.floor(lowest / 20) * 20));
}

export interface DateMark {
  index: number;
  text: string;
}

/** Which races have a date below them: the first, the last, and up to two new months between them. */
export function dateMarks(points: readonly RacePoint[], monthOf: (at: number) => string): DateMark[] {
  const last = points.length - 1;
  if (last < 0) return [];
  const marks: DateMark[] = [];
  const apart = Math.max(1, last / 4);
  points.forEach(({ at }, index) => {
    const text = monthOf(at);
    const isNew = index === 0 || text !== monthOf(points[index - 1]!.at);
    const isFree = index - (marks.at(-1)?.index ?? -Infinity) >= apart && (index === 0 || last - index >= apart);
    if (isNew && isFree && text !== marks.at(-1)?.text && marks.length < 3) marks.push({ index, text });
  });
  return last > 0 ? [...marks, { index: last, text: "now" }] : marks;
}
