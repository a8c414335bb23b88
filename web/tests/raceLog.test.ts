import { expect, test } from "vitest";
import type { Event, Played } from "../src/game/protocol.ts";
import { linesOf } from "../src/table/connection/raceLog.ts";

function played(told: [event: object, ...sentences: string[]][]): Played {
  const events = told.map(([event]) => event as Event);
  const sentences = told.map(([, ...texts]) => texts);
  const seen = [{ seat: null, events, sentences, changes: {} }];
  return { type: "played", ply: 7, seat: 1, by: "owner", seen, turn_ends: null, now: 0, sentence: null, card: null };
}

test("a roll is one line with its die, whatever it leads to", () => {
  const lines = linesOf(
    played([
      [{ type: "die_revealed", seat: 1, face: "y2" }, "Bo rolled yellow 2."],
      [{ type: "camel_moved" }, "Yellow carried red to 6."],
      [{ type: "tile_hit", seat: 0 }, "It hit Ann's cheering tile: Ann +1."],
      [{ type: "camel_moved" }, "Yellow stepped forward to 7."],
    ]),
  );
  expect(lines).toMatchObject([
    {
      seat: 1,
      face: "y2",
      text: "Bo rolled yellow 2. Yellow carried red to 6. It hit Ann's cheering tile: Ann +1. Yellow stepped forward to 7.",
    },
  ]);
});

test("a leg's payout has a line for the ranking, and one for each player", () => {
  const lines = linesOf(
    played([
      [{ type: "die_revealed", seat: 1, face: "y2" }, "Bo rolled yellow 2."],
      [{ type: "camel_moved" }, "Yellow moved to 6."],
      [
        { type: "leg_scored", rewards: [{ seat: 0 }, { seat: 1 }] },
        "Leg 1 is over.",
        "Ann got 5 pounds.",
        "Bo broke even.",
      ],
      [{ type: "leg_started", leg: 2, seat: 0 }, "Leg 2. Ann starts."],
    ]),
  );
  expect(lines.map(({ seat, face, text }) => [seat, face, text])).toEqual([
    [1, "y2", "Bo rolled yellow 2. Yellow moved to 6."],
    [null, null, "Leg 1 is over."],
    [0, null, "Ann got 5 pounds."],
    [1, null, "Bo broke even."],
    [null, null, "Leg 2. Ann starts."],
  ]);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
});
