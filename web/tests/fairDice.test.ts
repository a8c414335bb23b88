import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { FinishedGame, NotedGame } from "../src/game/protocol.ts";
import { checkDice, type Noted, notesFile, source, startingStacks } from "../src/table/result/fairDice.ts";

/** The finished game of docs/notation.md, which docs/fair-dice.md works through. */
const notation = readFileSync(`${import.meta.dirname}/../../docs/notation.md`, "utf8");
const written = /### Finished game.*?```json\n(.*?)```/s.exec(notation)![1]!;
const read = (): FinishedGame => JSON.parse(written) as FinishedGame;

const seen = (): NotedGame => {
  const text = /### Noted game.*?```json\n(.*?)```/s.exec(notation)![1]!;
  const { version, ...noted } = JSON.parse(text) as NotedGame & { version: number };
  expect(version).toBe(1);
  return noted;
};

function setCamel(game: FinishedGame, camel: "g"): void {
  const { action } = game.record.plies[4]!;
  if (action.type === "play_card") action.camel = camel;
}

test.each([0, 1, 2, 17])("the draws of ply %i are those of Node's own hash", (ply) => {
  const { secret, seeds } = read().dice;
  const expected = Array.from({ length: 5 }, (_, used) =>
    createHmac("sha256", Buffer.from(secret, "hex"))
      .update(`camelup dice 1:${seeds.join(",")}:${ply}:${used}`)
      .digest(),
  );
  // A limit of 2 refuses no number, so each draw takes the next one.
  const draw = source({ secret, seeds }, ply);
  expect(expected.map(() => draw(2))).toEqual(expected.map((digest) => digest.readUInt32BE(0) % 2));
});

test("a secret that is no number is a wrong one", () => {
  const game = read();
  game.dice.secret = "not a number";
  expect(checkDice(game).problem).toMatch(/its fingerprint differs/);
});

test("the draws are those of the worked example", () => {
  const { dice } = read();
  const draw = source(dice, 0);
  expect([5, 4, 3, 2, 1, 3, 3, 3, 3, 3, 2, 1, 3, 3, 3].map(draw)).toEqual([
    2, 2, 2, 1, 0, 2, 1, 2, 0, 2, 0, 0, 2, 1, 1,
  ]);
  expect(startingStacks(2, source(dice, 0))).toEqual({ 1: "g", 2: "r", 3: "pyb", 14: "K", 15: "W" });
});

test("a game as it was played is right", () => {
  const { problem, rolls } = checkDice(read());
  expect(problem).toBeNull();
  expect(rolls).toHaveLength(11);
  expect(rolls.map(({ told }) => told)).toEqual(rolls.map(({ given }) => given));
  expect(rolls[0]).toMatchObject({ ply: 1, seat: 1, dice: "bgpryx", told: "K1" });
  expect(rolls.map(({ dice }) => dice.length)).toEqual([6, 5, 4, 3, 2, 6, 5, 4, 3, 2, 6]);
});

test.each<[string, (game: FinishedGame) => void, RegExp]>([
  [
    "a die",
    ({ record }) => (record.plies[2]!.outcome = "y2"),
    /Action 3 does not fit: the record says y2, the dice give y1/,
  ],
  ["the secret", ({ dice }) => (dice.secret = dice.secret.replace("3", "4")), /promised/],
  ["the commitment", ({ dice }) => (dice.commitment = dice.commitment.replace("c", "d")), /promised/],
  ["a seed", ({ dice }) => (dice.seeds[0] = dice.seeds[0]!.replace("1", "2")), /start on/],
  ["a seat too many", ({ dice }) => dice.seeds.push(""), /4 players, but 3 played/],
  ["the start", ({ record }) => (record.start.track = { 1: "gr", 3: "pyb", 14: "K", 15: "W" }), /start on 1:gr/],
  ["who begins", ({ record }) => (record.start.turn = 0), /Ann starts, but the dice give Bo/],
  ["how it was settled", ({ dice }) => (dice.is_first_random = false), /Bo starts, but the table’s settings said/],
  ["a card", (game) => setCamel(game, "g"), /Action 5: Cy’s card does not match the fingerprint/],
  ["a hash", ({ published }) => (published!.cards[0]!.hash = "0".repeat(64)), /Action 5: Cy’s card does not match/],
  ["the table", ({ published }) => (published!.table = "other234"), /Action 5: Cy’s card does not match/],
  ["the seat of a hash", ({ published }) => (published!.cards[0]!.seat = 1), /Action 5: Bo’s card does not match/],
  ["no hash", ({ published }) => published!.cards.pop(), /Action 5: Cy’s card has no fingerprint/],
])("with %s changed it is not", (_, change, expected) => {
  const game = read();
  change(game);
  expect(checkDice(game).problem).toMatch(expected);
});

test.each<[string, Noted, RegExp | null]>([
  ["nothing", { commitment: null, seeds: {} }, null],
  ["the same", { commitment: read().dice.commitment, seeds: { Bo: "cafe2718281828cafe" } }, null],
  ["the number of somebody who is not there", { commitment: null, seeds: { Zoe: "00" } }, null],
  ["another fingerprint", { commitment: "00", seeds: {} }, /noted before the race/],
  ["another number", { commitment: null, seeds: { Bo: "0123456789abcdef" } }, /Bo’s number/],
])("this browser noted %s", (_, noted, expected) => {
  const { problem } = checkDice(read(), noted);
  if (expected) expect(problem).toMatch(expected);
  else expect(problem).toBeNull();
});

test("who begins may be settled by people", () => {
  const game = read();
  game.record.start.turn = 0;
  game.dice.is_first_random = false;
  Object.assign(game.published!, { first: 1, left_out: [0] });
  expect(checkDice(game).problem).toBeNull();
});

test("a game from before cards were committed is checked as it was", () => {
  const game = read();
  delete (game as Partial<FinishedGame>).published;
  setCamel(game, "g");
  expect(checkDice(game)).toMatchObject({ problem: null, cards: 1 });
  expect(checkDice(game, null, seen()).problem).toMatch(/Action 5: Cy’s card is not the one whose fingerprint/);
});

test.each<[string, Partial<NotedGame>, RegExp | null]>([
  ["the same", {}, null],
  ["nothing of the start and of the cards", { seeds: [], is_first_random: null, cards: [] }, null],
  ["another fingerprint", { commitment: "00" }, /noted during the race/],
  ["other numbers", { seeds: ["", "", ""] }, /players’ numbers are not/],
  ["another setting", { first: 2 }, /Who was to go first/],
  ["that it was settled", { is_first_random: false }, /Who was to go first/],
  ["another table", { table: "other234" }, /Action 5: Cy’s card is not the one/],
])("during the race this browser noted %s", (_, more, expected) => {
  const checked = checkDice(read(), null, { ...seen(), ...more });
  if (expected) expect(checked.problem).toMatch(expected);
  else expect(checked).toMatchObject({ problem: null, cards: 1, notedCards: more.cards?.length ?? 1 });
});

test("the notes of this browser are those of the page on notation, with its own number", () => {
  const noted = { commitment: null, seeds: { Bo: "0123456789abcdef" } };
  const { version, ...rest } = JSON.parse(notesFile(read(), seen(), noted)) as NotedGame & { version: number };
  expect(version).toBe(1);
  expect(rest).toEqual({ ...seen(), seeds: [seen().seeds[0], "0123456789abcdef", ""] });
});
