// What the odds say about each control of a turn, and which odds belong to what is shown.
import { expect, test } from "vitest";
import { type AllowedActions, readAction, sortActions } from "../src/game/actions.ts";
import { markControls, markWords, publicActions } from "../src/game/hints.ts";
import { type Hint, type Odds, type OddsAt, oddsAt, rememberOdds } from "../src/game/odds.ts";
import type { OddsForm } from "../src/game/protocol.ts";

const TEXTS = ["roll", "ticket b", "ticket r", "winner b", "loser b", "winner y", "loser y"]
  .concat(["tile 4+", "tile 4-", "tile 7+", "tile 7-"])
  .concat(["partner B", "partner C"]);
const ALLOWED: AllowedActions = sortActions(TEXTS.map(readAction));

function hinted(best: string, others: { [text: string]: Hint } = {}): Odds {
  const hints = { ...Object.fromEntries(TEXTS.map((text) => [text, "down" as const])), roll: "level" as const };
  return {
    ranks: null,
    race: null,
    values: [],
    hints: { ...hints, ...others, [best]: "best" },
    best: [],
    isStale: false,
  };
}

function valued(...texts: string[]): Odds {
  const values = texts.map((action, index) => ({ action, own: 2 - index, parts: {} }));
  return { ranks: null, race: null, values, hints: {}, best: [], isStale: false };
}

/** The controls that are marked as best: on a phone a card is found by its deck, elsewhere by itself. */
function bestControls(odds: Odds, allowed = ALLOWED, chosen: Parameters<typeof markControls>[2] = {}): string[] {
  const marks = markControls(odds, allowed, chosen);
  const found = {
    roll: marks.roll,
    "ticket b": marks.ticket("b"),
    "ticket r": marks.ticket("r"),
    "card b": marks.card("b"),
    "card y": marks.card("y"),
    winner: marks.deck("winner"),
    loser: marks.deck("loser"),
    tile: marks.tile,
    "+": marks.side("+"),
    "-": marks.side("-"),
    partner: marks.partner,
    "partner B": marks.partnerAt(1),
    "partner C": marks.partnerAt(2),
    ...Object.fromEntries([...marks.spaces].map(([space, mark]) => [`${space}${mark.side}`, mark])),
  };
  return Object.entries(found).flatMap(([name, { hint }]) => (hint === "best" ? [name] : []));
}

test.each([
  ["roll", ["roll"]],
  ["ticket r", ["ticket r"]],
  ["winner b", ["card b", "winner"]],
  ["loser y", ["card y", "loser"]],
  ["tile 7+", ["tile", "+", "7+"]],
  ["tile 4-", ["tile", "-", "4-"]],
  ["partner C", ["partner", "partner C"]],
])("%s is marked wherever it can be chosen, as a hint and as a value", (best, controls) => {
  expect(bestControls(hinted(best))).toEqual(controls);
  expect(bestControls(valued(best, ...TEXTS.filter((text) => text !== best)))).toEqual(controls);
});

test("a card says on which deck it is better", () => {
  const odds = hinted("loser b", { "winner b": "down", "winner y": "up" });
  const marks = markControls(odds, ALLOWED);
  expect(marks.card("b")).toEqual({ hint: "best", value: null, deck: "loser" });
  expect(marks.card("y")).toEqual({ hint: "up", value: null, deck: "winner" });
  // Once it is chosen, the decks say it; once a deck is chosen, the cards do.
  expect(bestControls(odds, ALLOWED, { camel: "b" })).toEqual(["card b", "loser"]);
  expect(markControls(odds, ALLOWED, { camel: "y" }).deck("loser").hint).toBe("down");
  expect(bestControls(odds, ALLOWED, { deck: "winner" })).toEqual(["loser"]);
  expect(bestControls(odds, ALLOWED, { deck: "loser" })).toEqual(["card b", "loser"]);
  // Equally bad on both: no deck is named.
  expect(markControls(hinted("roll"), ALLOWED).card("y")).toEqual({ hint: "down", value: null, deck: null });
});

test("a space that was chosen has the marks of its own sides", () => {
  const odds = hinted("tile 7+");
  expect(bestControls(odds, ALLOWED, { space: 7 })).toEqual(["tile", "+", "7+"]);
  expect(bestControls(odds, ALLOWED, { space: 4 })).toEqual([]);
  expect(bestControls(odds, ALLOWED, { side: "-" })).toEqual(["tile", "+"]);
});

test("a card that was played is best for nobody: the next action is", () => {
  const gone = sortActions(TEXTS.filter((text) => !text.endsWith(" b") || text.startsWith("ticket")).map(readAction));
  const odds = {
    ...hinted("loser b", { "winner b": "up", "ticket r": "up" }),
    best: ["loser b", "winner b", "ticket r"],
  };
  expect(bestControls(odds)).toEqual(["card b", "loser"]);
  expect(bestControls(odds, gone)).toEqual(["ticket r"]);
  expect(bestControls(valued("loser b", "winner b", "ticket r", "roll"), gone)).toEqual(["ticket r"]);
  // An older server does not say which is next.
  expect(bestControls({ ...odds, best: [] }, gone)).toEqual([]);
});

test("there is no advice off-turn, and none from an earlier position", () => {
  expect(bestControls(hinted("ticket r"), sortActions([]))).toEqual([]);
  expect(bestControls({ ...hinted("ticket r"), isStale: true })).toEqual([]);
  // Values stay, as figures do; watchers see what the server said.
  expect(markControls(valued("ticket r"), sortActions([])).ticket("r")).toEqual({ hint: null, value: 2 });
  expect(markControls(hinted("ticket r"), null).ticket("r").hint).toBe("best");
});

test("marks are read aloud", () => {
  expect(markWords({ hint: "best", value: 1.449 })).toBe("worth +1.45, best");
  expect(markWords({ hint: "up", value: null })).toBe("better than a roll");
  expect(markWords({ hint: null, value: null })).toBe("");
});

test("odds stay until those of the next position come, and are never ahead of the picture", () => {
  const form = (chance: number): OddsForm => ({
    edition: 2,
    hints: null,
    leg: { ranks: { b: [chance] }, tile_hits: {}, race_ends: 0 },
    race: null,
    values: null,
    best: null,
  });
  const remember = (plies: readonly number[]): OddsAt[] => {
    let known: OddsAt[] = [];
    for (const ply of plies) known = rememberOdds(known, { ply, odds: form(ply) });
    return known;
  };
  const told = remember([3, 4, 7]);
  const shown = [2, 3, 5, 7, 8].map((ply) => oddsAt(told, ply));
  expect(shown.map(({ ranks, isStale }) => [ranks?.["b"]?.[0], isStale])).toEqual([
    [undefined, false],
    [3, false],
    [4, true],
    [7, false],
    [7, true],
  ]);
  // They do not grow without a bound.
  const many = remember(Array.from({ length: 99 }, (_, ply) => ply));
  expect(many.length).toBeLessThanOrEqual(40);
  expect(many.at(-1)?.ply).toBe(98);
});

test("a covered hand cannot be guessed from what is best", () => {
  const odds = { ...hinted("loser b", { "ticket r": "up" }), best: ["loser b", "ticket r"] };
  const held = sortActions(TEXTS.map(readAction));
  const gone = sortActions(TEXTS.filter((text) => text !== "loser b" && text !== "winner b").map(readAction));
  const [one, other] = [held, gone].map((hand) => bestControls(odds, publicActions(hand, 2)));
  expect(one).toEqual(other);
  expect(bestControls(odds, gone)).toEqual(["ticket r"]);
});
