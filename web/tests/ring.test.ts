import { SPACES } from "../src/game/editions.ts";
import type { Track } from "../src/game/protocol.ts";
import { expect, test } from "vitest";
import { layOutInfield, pyramidBox } from "../src/table/board/infield.ts";
import { type Box, extent, fitBoth, fitRing, mix, type Ring, tall } from "../src/table/board/ring.ts";
import { BEHIND, OVER } from "../src/game/track.ts";

/** The boxes of the design, the camel that its position has there, and the worst for a stack of 4, 5 and 7. */
const SIZES = [
  { page: "1440x900", box: [1112, 647], kind: "wide", camel: 84, worst: [85, 70, 52] },
  { page: "1280x720", box: [984, 512], kind: "wide", camel: 62, worst: [55, 45, 33] },
  { page: "1024x768", box: [1024, 488], kind: "wide", camel: 59, worst: [51, 42, 31] },
  { page: "768x1024", box: [768, 640], kind: "tall", camel: 70, worst: [84, 68, 50] },
  { page: "390x844", box: [390, 506], kind: "tall", camel: 51, worst: [51, 51, 37] },
  { page: "360x640", box: [360, 358], kind: "tall", camel: 37, worst: [38, 31, 23] },
] as const;
const DESIGNED: Track = { 5: "p", 6: "Wgby", 8: "r", 13: "K" };

function overlap(one: Box, other: Box): boolean {
  const slack = 0.5;
  return (
    one.x + one.w > other.x + slack &&
    other.x + other.w > one.x + slack &&
    one.y + one.h > other.y + slack &&
    other.y + other.h > one.y + slack
  );
}

/** Everything that is wrong with a ring. */
function faults(ring: Ring, stacks: Track, tiles: readonly number[] = []): string[] {
  const found: string[] = [];
  const all = Object.entries(stacks).map(([space, stack]) => ({
    space: Number(space),
    box: extent(ring, Number(space), stack),
  }));
  for (const { space, box } of all) {
    if (box.x < 0 || box.y < 0 || box.x + box.w > ring.width || box.y + box.h > ring.height)
      found.push(`${space} is outside`);
    if (space >= 1 && space <= SPACES && overlap(box, ring.clear)) found.push(`${space} covers the infield`);
    for (const tile of tiles)
      if (tile !== space && overlap(box, lying(ring, tile))) found.push(`${space} covers the tile on ${tile}`);
    for (const other of all)
      if (other.space > space && overlap(box, other.box)) found.push(`${space} covers ${other.space}`);
  }
  for (let space = 1; space <= SPACES; space += 1) {
    for (let other = space + 1; other <= SPACES; other += 1) {
      if (overlap(ring.cells[space]!, ring.cells[other]!)) found.push(`cells ${space} and ${other}`);
    }
    if (overlap(ring.cells[space]!, ring.infield)) found.push(`cell ${space} and the infield`);
  }
  return found;
}

/** The lower part of a space, where a tile lies. */
function lying(ring: Ring, space: number): Box {
  const { x, y, w, h } = ring.cells[space]!;
  return { x: x + 4, y: y + h * 0.5, w: w - 8, h: h * 0.4 };
}

test.each(SIZES)(
  "at $page camels are as large as the design has them",
  ({ box: [width, height], kind, camel, worst }) => {
    const ring = fitRing(width, height, DESIGNED);
    expect(ring.kind).toBe(kind);
    expect(ring.camel).toBeGreaterThanOrEqual(camel);
    expect(faults(ring, DESIGNED)).toEqual([]);
    const found = ["Wgby", "Wgbyr", "KWgbpry"].map((stack) =>
      Math.min(...Array.from({ length: SPACES }, (_, index) => fitRing(width, height, { [index + 1]: stack }).camel)),
    );
    for (const [index, least] of worst.entries()) expect(found[index]).toBeGreaterThanOrEqual(least);
  },
);

test.each(SIZES)("at $page every stack fits on every space", ({ box: [width, height], kind }) => {
  for (let space = BEHIND; space <= OVER; space += 1) {
    for (const stack of ["b", "bg", "Wgby", "KWgbpry"]) {
      const stacks = { [space]: stack };
      const ring = fitRing(width, height, stacks, [], kind);
      expect([space, stack, ...faults(ring, stacks)]).toEqual([space, stack]);
    }
  }
});

/** A seeded generator, so that failures can be reproduced. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomBoard(draw: () => number): { stacks: Track; tiles: number[] } {
  const stacks: Track = {};
  const where = [...Array(1 + Math.floor(draw() * 7))].map(() => Math.floor(draw() * 18));
  for (const camel of "bgpryKW") {
    const space = where[Math.floor(draw() * where.length)]!;
    stacks[space] = (stacks[space] ?? "") + camel;
  }
  const tiles: number[] = [];
  for (let space = 2; space <= SPACES; space += 1) {
    if (!stacks[space] && !tiles.includes(space - 1) && draw() < 0.3) tiles.push(space);
  }
  return { stacks, tiles };
}

test.each(SIZES)("at $page nothing overlaps on 400 boards", ({ box: [width, height], kind }) => {
  const draw = chance(7);
  for (let round = 0; round < 400; round += 1) {
    const { stacks, tiles } = randomBoard(draw);
    const ring = fitRing(width, height, stacks, tiles, kind);
    expect([JSON.stringify(stacks), ...faults(ring, stacks, tiles)]).toEqual([JSON.stringify(stacks)]);
    expect(ring.camel).toBeGreaterThan(18);
  }
});

test("a box of any shape has a ring", () => {
  for (const [width, height] of [
    [844, 250],
    [320, 300],
    [1900, 900],
    [500, 900],
    [200, 120],
  ] as const) {
    const ring = fitRing(width, height, { 9: "KWgbpry" });
    expect(ring.camel).toBeGreaterThan(0);
    expect(ring.cells).toHaveLength(18);
  }
});

test("a stack is as high as its steps", () => {
  expect(tall("", 50)).toBe(0);
  expect(tall("b", 50)).toBe(50);
  expect(tall("bgy", 50)).toBeCloseTo(50 * 2.26);
});

test("rows breathe from one ring to another of the same size, and jump to one of another", () => {
  const [from, to] = [fitRing(390, 506, { 6: "b" }), fitRing(390, 506, { 6: "bgpry" })];
  expect(mix(from, to, 0).cells).toEqual(from.cells);
  expect(mix(from, to, 1).cells).toEqual(to.cells);
  expect(mix(from, to, 0.5).cells[6]!.h).toBeCloseTo((from.cells[6]!.h + to.cells[6]!.h) / 2);
  expect(mix(from, fitRing(360, 358, {}), 0.5).width).toBe(360);
});

test.each([
  ["a row", 390, 506, { 6: "Wgby", 8: "r" }, { 6: "W", 8: "rgby" }],
  ["the sky", 1112, 647, { 6: "Wgby", 8: "r" }, { 6: "W", 8: "gbyr" }],
])("nobody rises over %s before going", (_, width, height, now, then) => {
  const ring = fitBoth(width, height, now, then);
  for (const stacks of [now, then] as Track[]) {
    for (const [space, stack] of Object.entries(stacks)) {
      expect(extent(ring, Number(space), stack).y).toBeGreaterThanOrEqual(0);
    }
  }
  expect(fitBoth(width, height, now, now)).toEqual(fitRing(width, height, now));
});

test.each([
  ["a phone", "tall", { x: 76, y: 70, w: 208, h: 140 }],
  ["a phone, with camels in the infield", "tall", { x: 145, y: 70, w: 138, h: 124 }],
  ["a phone with camels in two rows", "tall", { x: 76, y: 70, w: 208, h: 116 }],
  ["a phone in landscape", "wide", { x: 60, y: 80, w: 300, h: 64 }],
] as const)("on %s the pyramid is as large as a finger, and inside the ring", (_, kind, clear) => {
  const infield = layOutInfield({ kind, clear });
  expect(infield.pyramid.height).toBeLessThan(44);
  const { x, y, w, h } = pyramidBox(infield, clear);
  expect(Math.min(w, h)).toBeGreaterThanOrEqual(44);
  expect(x).toBeGreaterThanOrEqual(clear.x);
  expect(x + w).toBeLessThanOrEqual(clear.x + clear.w);
  expect(y).toBeGreaterThanOrEqual(clear.y);
  expect(y + h).toBeLessThanOrEqual(clear.y + clear.h);
});

test("on the smallest phone with eight players the pyramid covers no space on 400 boards", () => {
  const draw = chance(9);
  for (let round = 0; round < 400; round += 1) {
    const { stacks, tiles } = randomBoard(draw);
    const ring = fitRing(360, 285, stacks, tiles, "tall");
    const pyramid = pyramidBox(layOutInfield(ring), ring.clear);
    const covered = ring.cells.filter(
      (cell, space) => space >= 1 && space <= SPACES && !stacks[space] && overlap(cell, pyramid),
    );
    expect([JSON.stringify(stacks), ...covered]).toEqual([JSON.stringify(stacks)]);
  }
});

test("on the smallest phone with eight players every space is as high as a finger", () => {
  for (const stacks of [{}, { 1: "bgpry", 14: "K", 16: "W" }, { 4: "gy", 10: "rbp", 14: "KW" }] as Track[]) {
    const { cells, camel } = fitRing(360, 285, stacks, [], "tall");
    expect(Math.min(...cells.map(({ h }) => h))).toBeGreaterThanOrEqual(43.9);
    expect(camel).toBeGreaterThan(15);
  }
});
