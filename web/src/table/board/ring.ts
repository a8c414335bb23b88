// The layout of the board. All camels have the same size, the largest at which every stack fits: rows change their
// height before camels shrink. Pure geometry in pixels of the board's box; it draws nothing.
import { SPACES } from "../../game/editions.ts";
import type { Track } from "../../game/protocol.ts";
import { BEHIND, isCrazy, OVER } from "../../game/track.ts";

/** A camel's shape, and how much higher the next one stands, in camel heights. */
export const CAMEL_WIDE = 104 / 76;
export const STEP = 0.63;

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Ring {
  /** Seven columns with the finish straight on the left, or five by five with the line between 16 and 1. */
  kind: "wide" | "tall";
  width: number;
  height: number;
  /** By space, from BEHIND to OVER. */
  cells: Box[];
  infield: Box;
  /** The part of the infield that no stack reaches into. */
  clear: Box;
  track: Box;
  /** The height of a camel. */
  camel: number;
  /** How far hooves are above a cell's lower edge, and how far a space's patch is inside its cell. */
  foot: number;
  pad: number;
}

/** The least size of what a finger taps. */
export const FINGER = 44;

/** The minimum height of a camel; no page needs it. */
const LEAST_CAMEL = 12;

const clamp = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most));
const spacesFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** The height of a stack. */
export function tall(stack: string, camel: number): number {
  return stack.length ? camel * (1 + STEP * (stack.length - 1)) : 0;
}

/**
 * Fit a ring into a box. Tiles matter where a stack would rise over them; `kind` depends on the box's shape by default.
 */
export function fitRing(
  width: number,
  height: number,
  stacks: Track,
  tiles: readonly number[] = [],
  kind: Ring["kind"] = width > height * 1.4 ? "wide" : "tall",
): Ring {
  const layOut = kind === "wide" ? layOutWide : layOutTall;
  let camel = mostCamel(kind, width, height);
  for (;;) {
    const ring = layOut(width, height, stacks, tiles, camel);
    if (ring !== null) return ring;
    camel -= 0.5;
  }
}

function mostCamel(kind: Ring["kind"], width: number, height: number): number {
  const column = kind === "wide" ? width / 7.25 : width / 5.16;
  const byHeight = kind === "wide" ? 60 + height * 0.046 : 28 + height * 0.1;
  return Math.max(LEAST_CAMEL, Math.min(byHeight, (column - 4) / CAMEL_WIDE));
}

// --- Landscape -------------------------------------------------------------------------------------------------

function layOutWide(width: number, height: number, stacks: Track, tiles: readonly number[], camel: number) {
  const isLast = camel <= LEAST_CAMEL;
  const margin = clamp(8, width * 0.018, 20);
  const column = (width - 2 * margin) / 7;
  const row = 0.18 * Math.min(height, 520) + 0.12 * Math.max(0, height - 520);
  const [foot, pad] = column > 100 && row > 70 ? [15, 4] : [8, 2.5];
  const floor = height - clamp(9, height * 0.03, 18);
  const size = (space: number): number => tall(stacks[space] ?? "", camel);
  const needs = (space: number, air: number): number => (stacks[space] ? foot + size(space) + air : 0);

  // The sky is as high as the stacks of the upper row need, up to a limit that looks good.
  const head = Math.max(24, ...spacesFrom(1, 7).map((space) => needs(space, 11) - row));
  const into = clamp(14, 24 + (height - 512) * 0.26, 62);
  const reach = (space: number): number => (isFree(space === 10 ? 9 : BEHIND) || (space > 10 && space < 16) ? into : 0);
  // The lower row grows into the infield.
  const low = Math.max(0, ...spacesFrom(10, 16).map((space) => needs(space, 6) - reach(space)));
  const lower = low > row ? low + 8 : row;
  const least = 0.36 * height;
  let sky = Math.min(0.262 * height, Math.max(0.165 * height, head));
  if (floor - sky - row - lower < least) sky = Math.max(head, floor - row - lower - least);

  // 8 and 9 share the infield's height by need, a stack may rise over an empty space above it, and the sky gives way.
  for (; ; sky -= 2) {
    const infield = floor - sky - row - lower;
    const bare = Math.min(infield * 0.36, 76);
    const rise = { 8: isFree(7) ? row * 0.62 : 0, 9: isFree(8) ? bare * 0.7 : 0 };
    const right = ([8, 9] as const).map((space) => Math.max(bare, needs(space, 12) - rise[space]));
    const left = [OVER, BEHIND].map((space) => needs(space, 8));
    const fits =
      sky >= head - 0.01 &&
      infield >= least - 0.5 &&
      right[0]! + right[1]! <= infield &&
      Math.max(left[0]!, left[1]!) <= infield / 2 + 0.01;
    if (fits || (isLast && sky - 2 < head)) return build(sky, infield, right as [number, number]);
    if (sky - 2 < Math.max(26, head)) return null;
  }

  function isFree(space: number): boolean {
    return !stacks[space] && !tiles.includes(space);
  }

  function build(sky: number, infield: number, right: [number, number]): Ring {
    const at = (x: number, y: number, h: number): Box => ({ x: margin + x * column, y, w: column, h });
    const [eighth, ninth] = level(right, infield);
    const top = sky + row;
    const cells: Box[] = [];
    cells[BEHIND] = at(0, top + infield / 2, infield / 2);
    cells[OVER] = at(0, top, infield / 2);
    for (const space of spacesFrom(1, 7)) cells[space] = at(space - 1, sky, row);
    cells[8] = at(6, top, eighth!);
    cells[9] = at(6, top + eighth!, ninth!);
    for (const space of spacesFrom(10, 16)) cells[space] = at(16 - space, floor - lower, lower);
    const inside = { x: margin + column, y: top, w: 5 * column, h: infield };
    const intrusion = Math.max(0, ...spacesFrom(11, 15).map((space) => needs(space, 6) - lower));
    return {
      kind: "wide",
      width,
      height,
      cells,
      infield: inside,
      clear: { ...inside, h: infield - intrusion },
      track: { x: margin, y: sky, w: width - 2 * margin, h: floor - sky },
      camel,
      foot,
      pad,
    };
  }
}

// --- Portrait --------------------------------------------------------------------------------------------------

const rowOf = (space: number): number => {
  if (space <= 5) return 0;
  if (space <= 8) return space - 5;
  return space <= 13 ? 4 : 17 - space;
};

function layOutTall(width: number, height: number, stacks: Track, tiles: readonly number[], camel: number) {
  const isLast = camel <= LEAST_CAMEL;
  const margin = clamp(5, width * 0.0145, 12);
  const column = (width - 2 * margin) / 5;
  const [foot, pad] = column > 100 ? [13, 4] : [8, 2.5];
  const sky = clamp(10, height * 0.134 - 26.5, 64);
  const floor = height - height * 0.025;
  const total = floor - sky;
  // Spaces are tapped, where the board has room for five rows of such a height with camels.
  const least = Math.max(0.0863 * height + 18.7, total > 5.5 * FINGER ? FINGER : 0);
  const needs = (stack: string, air: number): number => (stack ? foot + tall(stack, camel) + air : 0);

  // Camels past the line stand on 1, and camels behind it on 16, if nobody is there; otherwise in the infield.
  const isTaken = (space: number): boolean => Boolean(stacks[space]) || tiles.includes(space);
  const onInfield = { over: Boolean(stacks[OVER]) && isTaken(1), behind: Boolean(stacks[BEHIND]) && isTaken(16) };
  const on = (space: number): string => {
    const extra = space === 1 && !onInfield.over ? OVER : space === 16 && !onInfield.behind ? BEHIND : -1;
    return stacks[space] || stacks[extra] || "";
  };

  const rows = [least, least, least, least, least];
  for (const space of spacesFrom(1, SPACES)) {
    const index = rowOf(space);
    const above = index === 0 ? sky - 10 : space >= 10 && space <= 12 ? 14 : 0;
    rows[index] = Math.max(rows[index]!, needs(on(space), 7) - above);
  }
  const inside = (onInfield.over ? needs(stacks[OVER]!, 7) : 0) + (onInfield.behind ? needs(stacks[BEHIND]!, 7) : 0);
  const sum = rows.reduce((a, b) => a + b);
  const spread = level(rows, total);
  const inner = spread[1]! + spread[2]! + spread[3]!;
  if (!isLast && (sum > total + 0.01 || inside > inner)) return null;

  const tops = [sky];
  for (const high of spread) tops.push(tops.at(-1)! + high);
  const at = (x: number, index: number): Box => ({
    x: margin + x * column,
    y: tops[index]!,
    w: column,
    h: spread[index]!,
  });
  const cells: Box[] = [];
  for (const space of spacesFrom(1, 5)) cells[space] = at(space - 1, 0);
  for (const space of [6, 7, 8]) cells[space] = at(4, space - 5);
  for (const space of spacesFrom(9, 13)) cells[space] = at(13 - space, 4);
  for (const space of [14, 15, 16]) cells[space] = at(0, 17 - space);
  const infield = { x: margin + column, y: tops[1]!, w: 3 * column, h: inner };
  const over = onInfield.over ? needs(stacks[OVER]!, 7) : 0;
  cells[OVER] = onInfield.over ? { ...infield, w: column, h: over } : cells[1]!;
  cells[BEHIND] = onInfield.behind ? { ...infield, w: column, y: infield.y + over, h: inside - over } : cells[16]!;
  const intrusion = Math.max(0, ...[10, 11, 12].map((space) => needs(on(space), 2) - spread[4]!));
  return {
    kind: "tall" as const,
    width,
    height,
    cells,
    infield,
    clear: inside
      ? { x: infield.x + column, y: infield.y, w: infield.w - column, h: infield.h - intrusion }
      : { ...infield, h: infield.h - intrusion },
    track: { x: margin, y: sky, w: width - 2 * margin, h: floor - sky },
    camel,
    foot,
    pad,
  };
}

/** Distribute the remaining height, to the lowest rows first, so that the ring looks even. */
function level(needs: readonly number[], total: number): number[] {
  const shared = [...needs];
  let spare = total - shared.reduce((a, b) => a + b);
  while (spare > 0.01) {
    const lowest = Math.min(...shared);
    const among = shared.filter((need) => need - lowest < 0.01).length;
    const next = Math.min(...shared.filter((need) => need - lowest >= 0.01), lowest + spare);
    const more = Math.min(spare / among, next - lowest);
    for (const [index, need] of shared.entries()) if (need - lowest < 0.01) shared[index] = need + more;
    spare -= more * among;
  }
  return shared;
}

// --- What stands where -----------------------------------------------------------------------------------------

/** Whether racing camels look right here; crazy ones look the other way. */
export function looksRight(ring: Ring, space: number, camel: string): boolean {
  const isRight =
    ring.kind === "wide"
      ? (space >= 1 && space <= 7) || space === OVER || space === BEHIND
      : (space >= 1 && space <= 5) || space >= 14 || space === BEHIND;
  return isRight !== isCrazy(camel);
}

/** The position of a camel's hooves: the middle of its space, at a level of the stack. */
export function hooves(ring: Ring, space: number, stackLevel = 0): { x: number; y: number } {
  const { x, y, w, h } = ring.cells[space]!;
  return { x: x + w / 2, y: y + h - ring.foot - stackLevel * ring.camel * STEP };
}

/** The same for a moving camel: 6.5 is half way from 6 to 7. */
export function between(ring: Ring, at: number, stackLevel = 0): { x: number; y: number } {
  const from = hooves(ring, Math.floor(at), stackLevel);
  const to = hooves(ring, Math.ceil(at), stackLevel);
  const part = at - Math.floor(at);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** The box of a stack, without its badges. */
export function extent(ring: Ring, space: number, stack: string): Box {
  const { x, y } = hooves(ring, space);
  const [w, h] = [ring.camel * CAMEL_WIDE, tall(stack, ring.camel)];
  return { x: x - w / 2, y: y - h, w, h };
}

/** The middle and the size of a tile on a space. */
export function tilePlace(ring: Ring, space: number): { x: number; y: number; scale: number } {
  const { x, y, w, h } = ring.cells[space]!;
  const isLarge = ring.pad > 3;
  const fits = isLarge ? Math.min(1, (w - 14) / 104, (h - 50) / 54) : Math.min((w - 16) / 100, (h - 31) / 54);
  const scale = Math.max(0.35, fits);
  const up = ring.kind === "wide" ? 3 : Math.max(-2, Math.min(8, (h - 62 * scale) * 0.16));
  return { x: x + w / 2, y: y + h - ring.foot - 27 * scale - up, scale };
}

/** Whether a stack covers the number in the upper left of its space, which is then drawn between its hooves. */
export function coversNumber(ring: Ring, space: number, stack: string): boolean {
  const { w, h } = ring.cells[space]!;
  return (ring.kind === "tall" && w < 100) || tall(stack, ring.camel) + ring.foot > h - 22;
}

/** A layout between two others, for the animation. */
export function mix(from: Ring, to: Ring, part: number): Ring {
  if (from.kind !== to.kind || from.width !== to.width || from.height !== to.height) return to;
  const between = (a: number, b: number): number => a + (b - a) * part;
  const box = (a: Box, b: Box): Box => ({
    x: between(a.x, b.x),
    y: between(a.y, b.y),
    w: between(a.w, b.w),
    h: between(a.h, b.h),
  });
  return {
    ...to,
    cells: to.cells.map((cell, space) => box(from.cells[space]!, cell)),
    infield: box(from.infield, to.infield),
    clear: box(from.clear, to.clear),
    track: box(from.track, to.track),
    camel: between(from.camel, to.camel),
  };
}

/** Whether two rings look alike. */
export function isSame(one: Ring, other: Ring): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The layout before a unit moves: with room for both positions, unless that would shrink the camels and nothing would
 * stick out of the box without it.
 */
export function fitBoth(
  width: number,
  height: number,
  now: Track,
  then: Track,
  tiles: readonly number[] = [],
  kind?: Ring["kind"],
): Ring {
  const taller: Track = { ...then };
  for (const space of Object.keys(now).map(Number)) {
    if (now[space]!.length > (taller[space] ?? "").length) taller[space] = now[space]!;
  }
  const both = fitRing(width, height, taller, tiles, kind);
  const last = fitRing(width, height, then, tiles, kind);
  const fits = Object.entries(now).every(([space, stack]) => extent(last, Number(space), stack).y >= 0);
  return fits && both.camel < last.camel ? last : both;
}
