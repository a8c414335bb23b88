// A scored game: entering, undoing and editing.
import { beforeEach, describe, expect, test } from "vitest";
import type { Table } from "../src/game/entries.ts";
import { Following } from "../src/pages/follow/following.svelte.ts";
import { forgetGame, storeGame, storedGame, storedGames } from "../src/table/followed/storedGames.ts";
import { fileName, storedRecord } from "../src/table/followed/record.ts";
import type { Action, Face } from "../src/game/protocol.ts";

const TABLE: Table = { edition: 2, names: ["Amira", "Jonas", "Noor"], mine: 0, first: 1 };
const FACES = ["g1", "y1", "b2", "r2", "p3", "K3", "W1"];

let game: Following;
const roll = (face: Face): boolean => game.enter({ type: "ply", action: { type: "roll" }, face });
const act = (action: Action): boolean => game.enter({ type: "ply", action, face: null });

beforeEach(() => {
  localStorage.clear();
  game = new Following({ id: "one", table: TABLE, entries: [], count: 0 });
  for (const face of FACES) game.enter({ type: "place", face });
});

test("the first dice place the camels, and whoever begins is in turn", () => {
  expect(game.moment.state?.track).toEqual({ 1: "gy", 2: "br", 3: "p", 14: "K", 16: "W" });
  expect(game.moment.state?.turn).toBe(1);
  expect(game.last?.text).toBe("Crazy white starts on 16");
  expect(game.enter({ type: "place", face: "g2" })).toBe(false);
});

test("own cards are known, those of others are not until the end", () => {
  act({ type: "play_card", deck: "winner", camel: null });
  expect(game.last?.text).toBe("Jonas bet on the winner");
  act({ type: "take_ticket", camel: "p" });
  expect(act({ type: "play_card", deck: "winner", camel: null })).toBe(false);
  expect(act({ type: "play_card", deck: "winner", camel: "b" })).toBe(true);
  expect(game.moment.state?.winner_deck).toEqual([
    { seat: 1, camel: null },
    { seat: 0, camel: "b" },
  ]);
});

describe("what is against the rules", () => {
  test.each([
    [{ type: "place_tile", space: 1, side: "+" }, "A spectator tile may never lie on space 1."],
    [{ type: "place_tile", space: 3, side: "+" }, "There is a camel on space 3."],
    [{ type: "join_partner", seat: 2 }, "There are no betting partnerships in this game."],
  ] as [Action, string][])("%j is refused with its reason", (action, reason) => {
    expect(act(action)).toBe(false);
    expect(game.refusal).toBe(reason);
    expect(game.moment.state?.turn).toBe(1);
  });

  test("is said of whom it concerns", () => {
    act({ type: "place_tile", space: 8, side: "+" });
    roll("b1");
    roll("g1");
    act({ type: "place_tile", space: 8, side: "-" });
    expect(game.refusal).toBe("Jonas’s tile is already there. It must move to a different space.");
  });

  test("a die that is out cannot come again", () => {
    roll("b1");
    expect(roll("b2")).toBe(false);
  });
});

test("everything can be taken back and done again, to the first die", () => {
  roll("b1");
  act({ type: "take_ticket", camel: "p" });
  const then = game.moment.state;
  const count = game.entries.length;
  for (let taps = 0; taps < count; taps++) game.undo();
  expect([game.canUndo, game.moment.placed]).toEqual([false, []]);
  for (let taps = 0; taps < count; taps++) game.redo();
  expect([game.canRedo, game.moment.state]).toEqual([false, then]);
  game.undo();
  roll("r1");
  expect(game.canRedo).toBe(false);
});

describe("an entry is corrected in its place", () => {
  test("where all that came later is still possible", () => {
    roll("b1");
    act({ type: "take_ticket", camel: "p" });
    game.correcting = FACES.length;
    expect(game.moment.state?.dice).toBe("bgpryx");
    roll("b3");
    expect(game.correcting).toBe(null);
    expect(game.moment.state?.track).toEqual({ 1: "gy", 3: "p", 5: "br", 14: "K", 16: "W" });
    expect(game.moment.state?.tickets[2]).toEqual([{ camel: "p", value: 5 }]);
  });

  test("and refused where it is not", () => {
    roll("b1");
    roll("r1");
    game.correcting = FACES.length;
    expect(roll("r2")).toBe(false);
    expect(game.refusal).toContain("a later entry illegal: “Noor rolled red 1”");
    game.undo();
    expect([game.correcting, game.refusal]).toEqual([null, ""]);
    expect(game.entries.length).toBe(FACES.length + 2);
  });
});

describe("cards that were turned up", () => {
  const decks = () => [game.moment.state!.winner_deck, game.moment.state!.loser_deck];

  beforeEach(() => {
    act({ type: "play_card", deck: "winner", camel: null });
    act({ type: "play_card", deck: "winner", camel: null });
    act({ type: "take_ticket", camel: "p" });
    act({ type: "play_card", deck: "loser", camel: null });
    while (!(17 in game.moment.state!.track)) roll(`${game.moment.state!.dice[0]}3`);
    game.enter({ type: "turn", camel: "y" });
    game.enter({ type: "turn", camel: "b" });
  });

  test("stay with who laid them when one comes to the other deck", () => {
    game.correcting = FACES.length;
    expect(act({ type: "play_card", deck: "loser", camel: null })).toBe(true);
    expect(decks()).toEqual([
      [{ seat: 2, camel: "b" }],
      [
        { seat: 1, camel: "y" },
        { seat: 1, camel: null },
      ],
    ]);
    expect(game.canRedo).toBe(false);
  });

  test("are forgotten with a card that was none, and asked for again after one that was not known", () => {
    game.correcting = FACES.length;
    expect(act({ type: "take_ticket", camel: "r" })).toBe(true);
    expect(decks()).toEqual([[{ seat: 2, camel: "b" }], [{ seat: 1, camel: null }]]);
    game.correcting = FACES.length;
    expect(act({ type: "play_card", deck: "winner", camel: null })).toBe(true);
    expect(decks()[0]).toEqual([
      { seat: 1, camel: null },
      { seat: 2, camel: null },
    ]);
  });
});

describe("what the browser keeps", () => {
  test("is the whole game at every entry", () => {
    roll("b1");
    roll("g2");
    game.undo();
    const again = new Following(storedGame("one")!);
    expect(again.moment).toEqual(game.moment);
    expect(again.canRedo).toBe(true);
    expect(storedGames().map(({ note }) => note)).toEqual(["leg 1"]);
    forgetGame("one");
    expect(storedGames()).toEqual([]);
  });

  test("is read as far as it makes sense", () => {
    const kept = { id: "two", table: TABLE, count: 3, at: 1, note: "" };
    storeGame({ ...kept, entries: [{ type: "place", face: "g1" }, { type: "nonsense" }, { type: "turn" }] as never });
    expect(new Following(storedGame("two")!).entries.length).toBe(1);
    localStorage.setItem("camelup.follow.two", "{broken");
    expect(storedGame("two")).toBe(null);
  });
});

test("cards are turned up in the order of the decks, and then the money is counted", () => {
  act({ type: "play_card", deck: "loser", camel: null });
  act({ type: "play_card", deck: "winner", camel: null });
  act({ type: "play_card", deck: "winner", camel: "p" });
  while (!(17 in game.moment.state!.track)) roll(`${game.moment.state!.dice[0]}3`);
  expect(storedRecord("one")).toContain('"camel": null');
  expect(game.note).toBe("race over, cards to reveal");
  game.enter({ type: "turn", camel: "y" });
  expect(game.last).toEqual({ seat: 2, text: "Noor’s card is yellow" });
  expect(game.enter({ type: "turn", camel: "y" })).toBe(true);
  expect(game.last?.seat).toBe(1);
  expect(game.moment.events.at(-1)).toMatchObject({ type: "game_ended", money: game.moment.state!.money });
  const record = JSON.parse(storedRecord("one")!);
  expect(record.result).toEqual(game.moment.state!.money);
  expect(record.start.hands[1]).toEqual(["b", "g", "p", "r", "y"]);
  game.undo();
  expect(game.moment.state!.winner_deck.map(({ camel }) => camel)).toEqual(["y", "p"]);
});

test("a file is named after the day and the players", () => {
  expect(fileName(TABLE, new Date("2026-11-16T12:00:00Z"))).toBe("camelup-2026-11-16-amira-jonas-noor.json");
});
