import { describe, expect, test } from "vitest";
import { landsHere } from "../src/game/arrivals.ts";
import { readOdds } from "../src/game/odds.ts";
import type { SeatForm, View } from "../src/game/protocol.ts";
import { spokenText } from "../src/table/explain/explanation.ts";
import { explain } from "../src/table/explain/explanations.ts";
import type { Facts } from "../src/table/explain/facts.ts";
import { placePatch } from "../src/table/explain/patchPosition.ts";
import { ticketRange } from "../src/table/explain/playerExplanation.ts";
import type { Thing } from "../src/table/explain/things.ts";

const person = { kind: "person", name: null, level: null, is_connected: true, has_left: false } as unknown as SeatForm;
const computer = (level: string): SeatForm => ({ ...person, kind: "computer", level });
const NOT_SHOWN = readOdds(null);
const SHOWN = readOdds({
  edition: 2,
  hints: null,
  leg: { ranks: { r: [0.45, 0.32], y: [0.2, 0.2], b: [0.1, 0.1], p: [0.2, 0.3] } },
  race: null,
  values: null,
} as unknown as Parameters<typeof readOdds>[0]);

/** The position of the design's pictures. */
const VIEW: View = {
  type: "view",
  edition: 2,
  track: { 5: "p", 6: "Wgby", 8: "r", 13: "K" },
  dice: "bpyx",
  tents: [[3, 2, 2], [5, 3, 2, 2], [3, 2, 2], [3, 2, 2], [2]],
  tickets: [
    [{ camel: "y", value: 3 }],
    [
      { camel: "r", value: 5 },
      { camel: "b", value: 5 },
    ],
    [{ camel: "y", value: 5 }],
    [{ camel: "p", value: 5 }],
  ],
  pyramid_tickets: [2, 0, 0, 0],
  tiles: [null, { space: 11, side: "+" }, null, { space: 9, side: "-" }],
  partners: [null, null, null, null],
  turn: 2,
  leg: 3,
  winner_deck: [{ seat: 2, camel: "r" }],
  loser_deck: [
    { seat: 0, camel: null },
    { seat: 2, camel: "g" },
    { seat: 3, camel: null },
  ],
  money: [9, 7, 8, 1],
  hands: [
    [null, null, null, null],
    [null, null, null, null, null],
    ["b", "p", "y"],
    [null, null, null, null],
  ],
  seat: 2,
  legal: [],
};
const FACTS: Facts = {
  view: VIEW,
  odds: SHOWN,
  setting: "leg",
  seats: [person, computer("shark"), person, computer("novice")],
  names: ["Amira", "Fin", "You", "Chick"],
  seat: 2,
  partners: new Set(),
  onpartner: () => undefined,
};
const told = (thing: Thing, facts = FACTS) => spokenText(explain(thing, facts)!);

describe("what is said", () => {
  test("about a ticket: what each result pays, who holds the others, and what comes next", () => {
    expect(told({ kind: "ticket", camel: "r" })).toBe(
      "Red 3, ticket. Red is 1st in this leg, 45%, +3. Red is 2nd, 32%, +1. Anything else, 23%, −1. " +
        "Fin holds red 5. After this one: 2 and 2.",
    );
    expect(told({ kind: "ticket", camel: "y" })).toContain(
      "Amira holds yellow 3. You hold yellow 5. It is the last one.",
    );
  });

  test("without the odds that a table does not show", () => {
    expect(told({ kind: "ticket", camel: "r" }, { ...FACTS, odds: NOT_SHOWN })).not.toContain("%");
    expect(told({ kind: "player", seat: 1 }, { ...FACTS, odds: NOT_SHOWN })).not.toContain("average");
  });

  test("about a player, with the right number of everything", () => {
    expect(told({ kind: "player", seat: 3 })).toBe(
      "Chick, novice, 1 pound. Purple 1st, 2nd, else, +5, +1, −1. Rolls in this leg, none. Booing tile, on 9. " +
        "Cards left, 1 on the loser, 4 of 5. Plays next after you.",
    );
    expect(told({ kind: "player", seat: 0 })).toContain("Rolls in this leg, 2, +2. Tile, not placed.");
    expect(told({ kind: "player", seat: 1 })).toContain("red 5, blue 5, +2.14 on average, −2 to +6.");
  });

  test("never which cards others have played", () => {
    for (const seat of [0, 1, 3]) expect(told({ kind: "player", seat })).not.toMatch(/green|winner .* red/);
  });

  test("about a space: which rolls land there, and where they go", () => {
    expect(told({ kind: "space", space: 7 })).toBe(
      "Place your tile here? Lands here, purple 2, blue 1, yellow 1. Cheering, onto red, on to 8. " +
        "Booing, under the stack, back to 6. You get 1 pound each time it is hit. Not next to another tile.",
    );
    // Only white can come here, backwards.
    expect(told({ kind: "space", space: 4 })).toContain(
      "Lands here, white 2. Cheering, on to 3. Booing, under purple, back to 5.",
    );
    expect(told({ kind: "space", space: 14 })).toContain("Lands here, no roll.");
    expect(told({ kind: "space", space: 16 }, { ...FACTS, view: { ...VIEW, track: { 15: "b" } } })).toContain(
      "on over the line",
    );
  });

  test("about a card, and one that was played", () => {
    expect(told({ kind: "card", camel: "b" })).toContain(
      "Blue, finish card. Right on the winner, +8 to +5. Right on the loser, +8 to +2. Wrong, −1.",
    );
    expect(told({ kind: "card", camel: "r" })).toContain("You bet red to win.");
  });

  test("about the odds of each setting", () => {
    expect(told({ kind: "odds" })).toContain("1st, leads when the leg ends.");
    expect(told({ kind: "odds" }, { ...FACTS, setting: "hints" })).toContain("Arrow up, better than a roll.");
  });

  test("in four rows at most", () => {
    const things: Thing[] = [
      ...[0, 1, 2, 3].map((seat) => ({ kind: "player" as const, seat })),
      { kind: "ticket", camel: "r" },
      { kind: "card", camel: "b" },
      { kind: "odds" },
    ];
    for (const thing of things) expect(explain(thing, FACTS)!.rows.length).toBeLessThanOrEqual(4);
  });
});

test("a preview of a tile says which rolls land there", () => {
  const at = (space: number): string => landsHere(VIEW, space);
  expect([7, 4, 14].map(at)).toEqual([
    "purple 2, blue 1 and yellow 1 land here",
    "white 2 lands here",
    "no roll lands here",
  ]);
});

test("tickets could bring as much as one order of camels brings all of them", () => {
  const camels = [..."bgpry"];
  expect(
    ticketRange(
      [
        { camel: "r", value: 5 },
        { camel: "b", value: 5 },
      ],
      camels,
    ),
  ).toEqual({ most: 6, least: -2 });
  expect(
    ticketRange(
      [
        { camel: "r", value: 5 },
        { camel: "r", value: 3 },
      ],
      camels,
    ),
  ).toEqual({ most: 8, least: -2 });
});

test("a patch lies beside its thing, inside the window, with its tail towards it", () => {
  const patch = { w: 300, h: 170 };
  for (const window of [
    { w: 1440, h: 900 },
    { w: 1024, h: 768 },
    { w: 390, h: 844 },
  ]) {
    for (let x = 0; x < window.w - 60; x += 55) {
      for (let y = 0; y < window.h - 60; y += 55) {
        for (const preferred of ["above", "below"] as const) {
          const thing = { x, y, w: 60, h: 60 };
          const place = placePatch(thing, patch, window, preferred);
          if (!place) continue;
          const apart = place.x + patch.w <= x || place.x >= x + 60 || place.y + patch.h <= y || place.y >= y + 60;
          expect(apart).toBe(true);
          expect(place.x >= 0 && place.y >= 0).toBe(true);
          expect(place.x + patch.w <= window.w && place.y + patch.h <= window.h).toBe(true);
          expect(place.tail).toBeGreaterThan(20);
        }
      }
    }
  }
  expect(placePatch({ x: 600, y: 700, w: 90, h: 100 }, patch, { w: 1440, h: 900 }, "above")?.side).toBe("above");
  expect(placePatch({ x: 1110, y: 300, w: 310, h: 64 }, patch, { w: 1440, h: 900 }, "below")?.side).toBe("below");
});
