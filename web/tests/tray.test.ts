import { expect, test } from "vitest";
import { arrivals, forcedCamel } from "../src/game/arrivals.ts";
import { percent, pounds } from "../src/game/odds.ts";
import type { Action } from "../src/game/protocol.ts";
import { layOut } from "../src/table/race/layout.svelte.ts";
import { writeAction, sortActions } from "../src/game/actions.ts";

test("what is allowed is sorted by pieces, and named in notation", () => {
  const legal: Action[] = [
    { type: "roll" },
    { type: "take_ticket", camel: "b" },
    { type: "play_card", deck: "winner", camel: "y" },
    { type: "play_card", deck: "loser", camel: "y" },
    { type: "place_tile", space: 7, side: "+" },
    { type: "place_tile", space: 7, side: "-" },
    { type: "join_partner", seat: 2 },
  ];
  const may = sortActions(legal);
  expect(may.roll).toBe(true);
  expect([...may.tickets, ...may.cards]).toEqual(["b", "y"]);
  expect(may.tiles.get(7)).toEqual(["+", "-"]);
  expect([...may.partners]).toEqual([2]);
  expect(legal.map(writeAction)).toEqual([
    "roll",
    "ticket b",
    "winner y",
    "loser y",
    "tile 7+",
    "tile 7-",
    "partner C",
  ]);
});

test.each([
  [{ 5: "p", 6: "Wgby", 8: "r", 13: "K" }, "bpyx", "W"], // the only one that carries a racing camel
  [{ 5: "KW", 6: "bgpry" }, "bgpryx", "W"], // neither carries one, and white sits on black
  [{ 5: "KWb", 6: "gpry" }, "bgpryx", "W"], // both carry one
  [{ 5: "K", 9: "W", 6: "bgpry" }, "bgpryx", null],
  [{ 5: "Kb", 9: "Wg", 6: "pry" }, "bgpryx", null],
  [{ 5: "Kb", 9: "W", 6: "gpry" }, "bgpry", null], // the grey die is out
])("the grey die on %o with %s in the pyramid moves %s", (track, dice, forced) => {
  expect(forcedCamel(track, dice)).toBe(forced);
});

test("a space knows which dice bring somebody onto it", () => {
  const track = { 5: "p", 6: "Wgby", 8: "r", 9: "K" };
  // Red is past it, green's die is out, and white must move, since only it carries racing camels: from 6 to 3, 4 or 5.
  expect(arrivals(track, "bpryx", 7)).toEqual([
    { camel: "p", number: 2 },
    { camel: "b", number: 1 },
    { camel: "y", number: 1 },
  ]);
  expect(arrivals(track, "bpryx", 4)).toEqual([{ camel: "W", number: 2 }]);
  expect(arrivals({ 1: "W", 16: "b" }, "bx", 15)).toEqual([{ camel: "W", number: 2 }]);
});

test("figures are told as they are", () => {
  expect([0, 0.004, 0.45, 0.997, 1].map(percent)).toEqual(["0%", "<1%", "45%", ">99%", "100%"]);
  expect([1.449, -0.25, 0, -0.001].map(pounds)).toEqual(["+1.45", "−.25", "+.00", "+.00"]);
});

test.each([
  [1440, 900, "desk"],
  [1280, 720, "desk"],
  [1024, 768, "tablet"],
  [768, 1024, "tablet"],
  [390, 844, "phone"],
  [360, 640, "phone"],
  [844, 390, "low"],
  [720, 450, "low"], // 1440 by 900 at 200%
])("a window of %d by %d is a %s", (width, height, kind) => {
  expect(layOut(width, height)).toBe(kind);
});
