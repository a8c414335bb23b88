// Days, streaks and the bank of puzzles; tests/test_puzzles.py holds its values to the engine.
import { afterEach, describe, expect, it } from "vitest";
import year from "./puzzles.json";
import text from "../src/pages/puzzle/puzzles.txt?raw";
import { puzzleOf, readPuzzle, tileActions } from "../src/pages/puzzle/puzzleBank.ts";
import { dayNumber, FIRST, inShort, inWords, shift, today } from "../src/pages/puzzle/days.ts";
import { keepAnswer, longest, readAnswers, streak } from "../src/pages/puzzle/streak.ts";
import { readPosition } from "../src/game/notation.ts";
import { forget, keep } from "../src/ui/storage.ts";
import { writeAction } from "../src/game/actions.ts";

const LINES = text.trimEnd().split("\n");
const RIGHT = { action: "roll", isRight: true, isOnTime: true };

describe("days", () => {
  it("are those of the player's own calendar", () => {
    expect(today(new Date(2026, 10, 16, 23, 59))).toBe("2026-11-16");
    expect(today(new Date(2026, 10, 17, 0, 0))).toBe("2026-11-17");
  });

  it("are counted, over leap years too, and what is no date is none", () => {
    expect([FIRST, "2026-11-16", "2028-03-01"].map(dayNumber)).toEqual([0, 319, 790]);
    expect(["2026-02-30", "2026-13-01", "today", "2026-1-1", ""].map(dayNumber)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(shift("2028-02-28", 2)).toBe("2028-03-01");
    expect([inWords("2026-11-16"), inShort("2026-11-06")]).toEqual(["Monday, 16 November 2026", "6 Nov"]);
  });

  it("have the same puzzle everywhere, and begin anew when all have been", () => {
    const again = shift(FIRST, LINES.length);
    expect(puzzleOf(again)).toEqual(puzzleOf(FIRST));
    expect(puzzleOf(shift(FIRST, 1))).not.toEqual(puzzleOf(FIRST));
  });
});

describe("the puzzles of a year", () => {
  it("are those of the package", () => {
    for (const [date, [track, turn, best, worth]] of Object.entries(year)) {
      const { position, actions } = puzzleOf(date);
      const shown = Object.entries(position.track).map(([space, stack]) => `${space}:${stack}`);
      expect([shown.join(" "), "ABCDEFGH"[position.turn], actions[0]!.action]).toEqual([track, turn, best]);
      expect(Math.round(actions[0]!.own * 100)).toBe(worth);
    }
  });
});

describe("a puzzle", () => {
  it("can be read, all of them, and lists only what is legal", () => {
    for (const line of LINES) {
      const { position, view, actions } = readPuzzle(line);
      const tiles = actions.map(({ action }) => action).filter((action) => action.startsWith("tile"));
      expect(tileActions(position)).toEqual(expect.arrayContaining(tiles));
      expect(view.legal.map(writeAction)).toEqual(expect.arrayContaining(actions.map(({ action }) => action)));
      expect(actions[0]!.own).toBeGreaterThan(actions[1]!.own + 0.1);
      expect(view.seat).toBe(view.turn);
      expect(view.hands[view.turn]).not.toContain(null);
    }
  });

  it("lets a tile go where the rules do", () => {
    const position = readPosition("edition 1 | track 3:gb 4:o 5:y 7:w | tiles 9+B 12-A | money 3 3");
    const spaces = new Set(tileActions(position).map((action) => parseInt(action.slice(5))));
    expect([...spaces]).toEqual([2, 6, 11, 13, 14, 15, 16]);
  });
});

describe("a streak", () => {
  afterEach(() => forget("puzzles"));

  it("is made of right answers on the day itself, up to today or yesterday", () => {
    for (const day of ["2026-11-13", "2026-11-14", "2026-11-15"]) keepAnswer(day, RIGHT);
    expect(streak(readAnswers(), "2026-11-15")).toBe(3);
    expect(streak(readAnswers(), "2026-11-16")).toBe(3);
    expect(streak(readAnswers(), "2026-11-17")).toBe(0);
    keepAnswer("2026-11-16", { ...RIGHT, isRight: false });
    expect(streak(readAnswers(), "2026-11-16")).toBe(0);
    expect(longest(readAnswers())).toBe(3);
    keepAnswer("2026-11-12", { ...RIGHT, isOnTime: false });
    expect(longest(readAnswers())).toBe(3);
  });

  it("knows the first answer of a day, and nothing that is broken", () => {
    keepAnswer("2026-11-16", { ...RIGHT, isRight: false });
    keepAnswer("2026-11-16", RIGHT);
    expect(readAnswers()["2026-11-16"]?.isRight).toBe(false);
    keep("puzzles", "{not json");
    expect(readAnswers()).toEqual({});
    keep("puzzles", '{"2026-11-16": 3, "2026-11-17": {"action": "roll", "isRight": true, "isOnTime": true}}');
    expect(Object.keys(readAnswers())).toEqual(["2026-11-17"]);
  });
});
