import { expect, test } from "vitest";
import { costBar, costRows } from "../src/pages/games/costs.ts";
import { kindOf, madeWords, noteWords } from "../src/pages/games/decisions.ts";
import { dateMarks, scaleFrom, trendOf } from "../src/pages/games/trend.ts";
import {
  costSentence,
  dateLines,
  dateWords,
  leadWords,
  monthOf,
  ordinal,
  points,
  pounds,
  rowLabel,
  titleOf,
  withError,
} from "../src/pages/games/words.ts";
import type { Cost, MyDecision, MyGame, RacePoint } from "../src/game/protocol.ts";

const at = (date: string): number => new Date(date).getTime() / 1000;
const NOW = at("2026-11-17T20:00:00");

function race(accuracy: number, error = 5, when = NOW): RacePoint {
  return { table: "t", at: when, accuracy, error, won: false };
}

const GAME: MyGame = {
  table: "abcd",
  title: null,
  edition: 2,
  status: "finished",
  at: at("2026-11-14T10:00:00"),
  seat: 1,
  own_seats: [1],
  is_shared: false,
  seats: [
    { name: "Amira", kind: "person", level: null },
    { name: "Nora", kind: "person", level: null },
    { name: "Fin", kind: "computer", level: "shark" },
  ],
  winners: [0],
  place: 2,
  money: 27,
  accuracy: { value: 88.4, error: 3.6 },
  luck: { value: -2.13, error: 1 },
  leg: null,
  is_own_turn: false,
};

test("dates are said as people say them", () => {
  expect(dateLines(at("2026-11-17T19:40:00"), NOW)).toEqual(["Today", "19:40"]);
  expect(dateLines(at("2026-11-16T09:05:00"), NOW)).toEqual(["Yesterday", "09:05"]);
  expect(dateLines(GAME.at, NOW)).toEqual(["Sat", "14 Nov"]);
  expect(dateLines(at("2025-05-03T10:00:00"), NOW)).toEqual(["2025", "3 May"]);
  expect([GAME.at, at("2025-05-03T10:00:00"), NOW].map((when) => dateWords(when, NOW))).toEqual([
    "Sat 14 Nov",
    "3 May 2025",
    "today",
  ]);
});

test("figures carry their sign and their error", () => {
  expect([1, 2, 3, 4, 8].map(ordinal)).toEqual(["1st", "2nd", "3rd", "4th", "8th"]);
  expect([1.23, -0.44, 0.01].map(pounds)).toEqual(["+1.2", "−0.4", "0.0"]);
  expect([0.241, -0.166, 0.001].map(points)).toEqual(["+24", "−17", "0"]);
  // An error is never shown as nothing.
  expect(withError({ value: 88.4, error: 0.2 })).toEqual({ value: "88", error: "1" });
});

test("a race is one sentence for a screen reader", () => {
  expect(rowLabel(GAME, NOW)).toBe(
    "Sat 14 Nov, second edition against Amira and Fin: 2nd, 27 pounds, accuracy 88 plus or minus 4, dice luck minus 2.1 pounds",
  );
  expect(rowLabel({ ...GAME, accuracy: null, luck: null, seat: null, place: null, money: null }, NOW)).toBe(
    "Sat 14 Nov, second edition with Amira, Nora and Fin: not reviewed",
  );
});

test("an unfinished game has a name and a state", () => {
  expect([titleOf(GAME), titleOf({ ...GAME, title: "Friday caravan" })]).toEqual([
    "With Amira and Fin",
    "Friday caravan",
  ]);
  expect(titleOf({ ...GAME, seats: [GAME.seats[1]!], seat: 0 })).toBe("Table abcd");
  expect(leadWords({ ...GAME, status: "playing", leg: 3, is_own_turn: true })).toBe("Leg 3, your turn");
  expect(leadWords({ ...GAME, status: "playing", leg: 2 })).toBe("Leg 2");
  expect(leadWords({ ...GAME, status: "waiting" })).toBe("Not started yet");
});

test("the line needs three races, follows them, and is surer of precise ones", () => {
  expect(trendOf([race(60), race(80)])).toEqual([]);
  const rising = Array.from({ length: 20 }, (_, index) => race(60 + index, 5));
  const trend = trendOf(rising);
  expect(trend[0]!.mean).toBeLessThan(65);
  expect(trend.at(-1)!.mean).toBeGreaterThan(75);
  const level = (error: number): number => trendOf(Array.from({ length: 9 }, () => race(70, error)))[4]!.band;
  expect(level(2)).toBeLessThan(level(8));
  // Races that differ by more than their errors make the line less sure, however precise they are.
  const uneven = trendOf(Array.from({ length: 9 }, (_, index) => race(index % 2 ? 50 : 90, 2)))[4]!.band;
  expect(uneven).toBeGreaterThan(4 * level(2));
  expect([scaleFrom(rising), scaleFrom([race(37, 5)]), scaleFrom([race(3, 9)])]).toEqual([40, 20, 0]);
});

test("a chart names months, not every race", () => {
  const days = ["2026-06-01", "2026-06-20", "2026-08-01", "2026-08-15", "2026-10-01", "2026-10-09", "2026-11-02"];
  const marks = dateMarks(
    days.map((day) => race(70, 5, at(`${day}T12:00:00`))),
    monthOf,
  );
  expect(marks).toEqual([
    { index: 0, text: "June" },
    { index: 2, text: "August" },
    { index: 4, text: "October" },
    { index: 6, text: "now" },
  ]);
  expect(dateMarks([race(70)], monthOf)).toEqual([{ index: 0, text: "November" }]);
  expect(dateMarks([], monthOf)).toEqual([]);
});

test("costs come largest first, with whiskers inside their box", () => {
  const cost = (kind: Cost["kind"], coins: number, error: number): Cost => ({ kind, decisions: 3, coins, error });
  const rows = costRows([cost("roll", 0.01, 0.1), cost("tile", 0.5, 0.3), cost("late_ticket", 1.9, 0.4)]);
  expect(rows.map(({ kind }) => kind)).toEqual(["late_ticket", "tile"]);
  // What came out better than the best move by the luck of the simulated games is no cost.
  expect(costRows([cost("roll", -0.4, 0.3), cost("tile", -1.9, 0.3)])).toEqual([]);
  for (const row of rows) {
    const bar = costBar(row, rows, 152);
    expect(0 < bar.from && bar.from <= bar.width && bar.width <= bar.to && bar.to <= 150).toBe(true);
  }
  expect(costSentence("late_ticket", 1.9, 0.4)).toBe("Late tickets pay too little: they cost you 1.9 pounds a game.");
  expect(costSentence("tile", 1, 0.4)).toContain("1.0 pound a game");
  expect(costSentence("tile", 0.3, 0.4)).toContain("No kind of bet clearly");
});

test("a decision is told with what was better", () => {
  const made = (action: string, best: string): MyDecision => {
    return { table: "abcd", at: NOW, ply: 9, leg: 2, action, best, change: 0.2, error: 0.02, choices: 14 };
  };
  expect(madeWords(made("ticket y", "ticket g"), "best", GAME)).toBe("Took yellow, not green");
  expect(noteWords(made("ticket y", "ticket g"), "best", GAME)).toBe("best of 14");
  expect(madeWords(made("loser r", "roll"), "worst", GAME)).toBe("Bet red to lose");
  expect(noteWords(made("loser r", "roll"), "worst", GAME)).toBe("best: roll");
  expect(madeWords(made("partner C", "roll"), "worst", GAME)).toBe("Chose Fin");
  expect(["roll", "ticket y", "winner g", "tile 5-", "partner A"].map(kindOf)).toEqual([
    "roll",
    "early_ticket",
    "winner",
    "tile",
    "partner",
  ]);
});
