import { beforeEach, expect, test } from "vitest";
import { cardHash, cardSalt, checkOwnCards } from "../src/table/connection/cardHash.ts";
import { type CardForm, DEFAULT_SETTINGS, type TableForm, type View } from "../src/game/protocol.ts";
import { Notes, notedGame } from "../src/table/connection/notes.ts";
import { forget, keep, recall } from "../src/ui/storage.ts";

beforeEach(() => forget("noted"));

function table(status: TableForm["status"], more: Partial<TableForm["dice"]> = {}, id = "sandy234"): TableForm {
  const dice = { commitment: "c0", seeds: ["", ""], secret: null, is_first_random: null, ...more };
  return { id, status, settings: { ...DEFAULT_SETTINGS, first: 1 }, dice } as unknown as TableForm;
}

const card = (ply: number, more: Partial<CardForm> = {}): CardForm => ({
  ply,
  seat: 0,
  deck: "winner",
  hash: `${ply}`.repeat(64).slice(0, 64),
  salt: null,
  ...more,
});

test("a table is noted from before the start, with seeds, who begins and every card, but no salt", () => {
  const notes = new Notes();
  notes.take(table("waiting"));
  expect(notedGame("sandy234")).toMatchObject({ commitment: "c0", seeds: [], first: 1, is_first_random: null });
  notes.take(table("playing", { seeds: ["aa", "bb"], is_first_random: false }));
  notes.takeCard(card(3, { salt: "s" }));
  notes.takeCard(card(5, { deck: "loser" }));
  expect(notedGame("sandy234")).toEqual({
    type: "noted_game",
    table: "sandy234",
    commitment: "c0",
    seeds: ["aa", "bb"],
    first: 1,
    is_first_random: false,
    cards: [
      { ply: 3, seat: 0, deck: "winner", hash: "3".repeat(64) },
      { ply: 5, seat: 0, deck: "loser", hash: "5".repeat(64) },
    ],
  });
});

test("what was seen first counts, also after a reload, and nothing new after the game", () => {
  new Notes().take(table("playing", { seeds: ["aa", "bb"] }), [card(3)]);
  const again = new Notes();
  again.take(table("playing", { commitment: "c1", seeds: ["cc", "dd"] }), [card(3, { hash: "00" }), card(4)]);
  again.take(table("finished"), [card(9)]);
  expect(notedGame("sandy234")).toMatchObject({ commitment: "c0", seeds: ["aa", "bb"] });
  expect(notedGame("sandy234")?.cards.map(({ hash }) => hash[0])).toEqual(["3", "4"]);
  new Notes().take(table("finished", {}, "late2345"), [card(9)]);
  expect(notedGame("late2345")).toBeNull();
});

test("no more than sixty tables and forty cards are kept", () => {
  for (let i = 0; i < 70; i++) new Notes().take(table("waiting", {}, `t${i}`));
  const notes = new Notes();
  notes.take(
    table("playing", {}, "last"),
    Array.from({ length: 50 }, (_, ply) => card(ply + 1)),
  );
  expect((JSON.parse(recall("noted")!) as unknown[]).length).toBe(60);
  expect(notedGame("last")?.cards.length).toBe(40);
  expect(notedGame("t0")).toBeNull();
});

test("what cannot be read is no note", () => {
  for (const nonsense of ["{", "3", '[1, null, {"table": "sandy234"}]']) {
    keep("noted", nonsense);
    expect(notedGame("sandy234")).toBeNull();
  }
});

test("a wrong hash of an own card is found", () => {
  const salt = cardSalt(new Uint8Array(32), "sandy234", { ply: 5, seat: 2 });
  const right = cardHash("sandy234", { ply: 5, seat: 2 }, "winner", "p", salt);
  expect(right).toMatch(/^83cb5a6bf9d0b9e7/); // as card_commitments.py has it
  const decks = {
    winner_deck: [
      { seat: 1, camel: null },
      { seat: 2, camel: "g" },
      { seat: 2, camel: "p" },
    ],
  };
  const view = { seat: 2, loser_deck: [], ...decks } as unknown as View;
  const others = [card(1, { seat: 1 }), card(2, { seat: 2, hash: "not ours to check" })];
  const own = card(5, { seat: 2, hash: right, salt });
  expect(checkOwnCards("sandy234", [...others, own], [view])).toBeNull();
  for (const wrong of [
    { ...own, hash: "00" },
    { ...own, salt: "00" },
    { ...own, ply: 6 },
  ]) {
    expect(checkOwnCards("sandy234", [...others, wrong], [view])).toMatch(`as action ${wrong.ply},`);
  }
});
