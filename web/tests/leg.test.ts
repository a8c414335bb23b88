// The client's leg calculator against the engine: tests/odds/client_legs.py wrote the positions and says how.
import { EDITIONS } from "../src/game/editions.ts";
import { expect, test } from "vitest";
import { legOdds, type LegSituation } from "../src/game/leg/leg.ts";
import lines from "./legs.json";

const GIVEN = 4;

function read(line: string): { situation: LegSituation; ways: number[] } {
  const [edition, track, dice, tiles, ways] = line.split("|") as [string, string, string, string, string];
  return {
    situation: {
      edition: edition === "1" ? 1 : 2,
      track: Object.fromEntries(track.split(" ").map((stack) => stack.split(":") as [string, string])),
      dice,
      tiles: tiles
        .split(" ")
        .filter(Boolean)
        .map((tile) => ({ space: parseInt(tile), side: tile.endsWith("+") ? "+" : "-" })),
    },
    ways: ways.split(" ").map((number) => parseInt(number, 36)),
  };
}

/** How far the client's figures are from the engine's, at most. */
function distance(line: string): number {
  const { situation, ways } = read(line);
  const [total, ...numbers] = ways as [number, ...number[]];
  const odds = legOdds(situation);
  const found = [
    odds.race_ends,
    ...situation.tiles.map(({ space }) => odds.tile_hits[space]!),
    ...[...EDITIONS[situation.edition].camels.slice(0, GIVEN)].flatMap((camel) => odds.ranks[camel]!.slice(0, GIVEN)),
  ];
  if (found.length !== numbers.length) return Infinity;
  const sums = Object.values(odds.ranks).map((places) => places.reduce((a, b) => a + b) - 1);
  return Math.max(...numbers.map((number, index) => Math.abs(number / total - found[index]!)), ...sums.map(Math.abs));
}

test("the engine says the same of thousands of positions", () => {
  expect(lines.filter((line) => !(distance(line) < 1e-9))).toEqual([]);
}, 60_000);

test("a camel that leads alone with no die left for others stays first", () => {
  const { ranks, race_ends } = legOdds({ edition: 1, track: { 1: "bgo", 2: "y", 8: "w" }, dice: "y", tiles: [] });
  expect(ranks["w"]).toEqual([1, 0, 0, 0, 0]);
  expect(race_ends).toBe(0);
});
