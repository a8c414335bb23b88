import { expect, test } from "vitest";
import { readPosition, writePosition } from "../src/game/notation.ts";
import { positionOf } from "../src/game/position.ts";
import type { State } from "../src/game/protocol.ts";

const STATE: State = {
  type: "state",
  edition: 2,
  track: { 5: "p", 6: "Wgby", 8: "r", 13: "K" },
  dice: "bpyx",
  tents: [
    [3, 2, 2],
    [5, 3, 2, 2],
    [5, 3, 2, 2],
    [3, 2, 2],
    [2, 2],
  ],
  tickets: [
    [
      { camel: "y", value: 5 },
      { camel: "b", value: 5 },
      { camel: "y", value: 3 },
    ],
    [{ camel: "r", value: 5 }],
  ],
  pyramid_tickets: [1, 1],
  tiles: [{ space: 11, side: "+" }, null],
  partners: [null, null],
  turn: 1,
  leg: 3,
  winner_deck: [{ seat: 0, camel: "g" }],
  loser_deck: [],
  money: [4, 7],
  hands: [
    ["b", "p", "r", "y"],
    ["b", "g", "p", "r", "y"],
  ],
};

test("a moment of a game is a position that can be set up", () => {
  const text = writePosition(positionOf(STATE));
  expect(text).toBe(
    "edition 2 | track 5:p 6:Wgby 8:r 13:K | dice bpyx | tiles 11+A | money 4 7 | tickets b5y5y3 r5 | pyramid 1 1 | " +
      "winner Ag | turn B | leg 3",
  );
  expect(writePosition(readPosition(text))).toBe(text);
});
