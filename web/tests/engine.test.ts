// The rules in the client against the engine: tests/client_games.py has played the games and says how.
import { racingCamels } from "../src/game/camels.ts";
import { EDITIONS } from "../src/game/editions.ts";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  apply,
  facesLeft,
  type GameState,
  isCounted,
  isOver,
  legal,
  playersOf,
  RulesError,
  start,
  startingTrack,
  viewOf,
  whyNot,
} from "../src/game/rules/index.ts";
import type { Action, Edition, Ply, Track } from "../src/game/protocol.ts";
import { writeAction } from "../src/game/actions.ts";
import hashes from "./engine.json";

class Chooser {
  #word: number;

  constructor(game: number) {
    this.#word = (Math.imul(game, 2654435761) + 1) >>> 0;
  }

  below(limit: number): number {
    let word = this.#word;
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    this.#word = word >>> 0;
    return (this.#word >>> 8) % limit;
  }

  from<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }
}

function begin(chooser: Chooser): GameState {
  const edition = chooser.from<Edition>([1, 2, 2]);
  const players = 2 + chooser.below(7);
  const first = chooser.below(players);
  const isUsual = chooser.below(2) === 1;
  const lowest = 1 + chooser.below(16);
  const highest = lowest + chooser.below(17 - lowest);
  const camels = [...EDITIONS[edition].camels];
  const track: Track = {};
  while (camels.length) {
    const [camel] = camels.splice(chooser.below(camels.length), 1) as [string];
    const number = chooser.below(isUsual ? 3 : highest + 1 - lowest);
    const space = !isUsual ? lowest + number : /[KW]/.test(camel) ? 16 - number : 1 + number;
    track[space] = (track[space] ?? "") + camel;
  }
  return start({ edition, players, track, first });
}

function anyAction(chooser: Chooser, state: GameState): Action {
  const camel = racingCamels(state.edition)[chooser.below(5)]!;
  const space = 1 + chooser.below(16);
  const seat = chooser.below(playersOf(state));
  return chooser.from<Action>([
    { type: "take_ticket", camel },
    { type: "place_tile", space, side: "+" },
    { type: "play_card", deck: "winner", camel },
    { type: "join_partner", seat },
    { type: "place_tile", space, side: "-" },
  ]);
}

function* play(game: number, plies: Ply[] = []): Generator<unknown, GameState> {
  const chooser = new Chooser(game);
  let state = begin(chooser);
  yield state;
  while (!isOver(state)) {
    const may = legal(state);
    yield may.map(writeAction);
    const refused = whyNot(state, anyAction(chooser, state));
    yield refused && [refused.code, refused.message];
    const kinds = [...new Set(may.map(({ type }) => type))];
    const kind = chooser.from(kinds);
    const action = chooser.from(may.filter(({ type }) => type === kind));
    const face = action.type === "roll" ? chooser.from(facesLeft(state)) : null;
    plies.push({ seat: state.turn, action, outcome: face });
    const step = apply(state, action, face);
    state = step.state;
    yield step.events;
    yield state;
    const seat = chooser.below(playersOf(state) + 1);
    if (chooser.below(4) === 0) yield viewOf(state, seat === playersOf(state) ? null : seat);
  }
  return state;
}

const lines = (game: number): string[] => [...play(game)].map((form) => `${JSON.stringify(form)}\n`);

test("the engine has played the same thousands of games", () => {
  const told = process.env["GAME"];
  if (told) writeFileSync("generated/game.jsonl", lines(Number(told)).join(""));
  const expected = hashes.split(" ");
  expect(expected.length).toBe(2000);
  const wrong = expected.flatMap((hash, game) => {
    const digest = createHash("sha256");
    for (const line of lines(game)) digest.update(line);
    return digest.digest("hex").startsWith(hash) ? [] : [game];
  });
  expect(wrong).toEqual([]);
}, 60_000);

describe("cards that are not known", () => {
  /** Play a game, and beside it what a seat knows of it. */
  function follow(game: number, seat: number): { whole: GameState; known: GameState; plies: Ply[] } {
    const plies: Ply[] = [];
    const steps = play(game, plies);
    let whole = steps.next().value as GameState;
    const begun = whole;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) {
        whole = step.value;
        break;
      }
    }
    const { edition, track, turn: first } = begun;
    let known = start({ edition, players: playersOf(begun), track, first, open: [seat] });
    let open: GameState = begun;
    for (const { seat: actor, action, outcome } of plies) {
      const told = action.type === "play_card" && actor !== seat ? { ...action, camel: null } : action;
      known = apply(known, told, outcome).state;
      open = apply(open, action, outcome).state;
      if (!isOver(known)) expect(viewOf(known, seat)).toEqual(viewOf(open, seat));
    }
    return { whole, known, plies };
  }

  test("leave everything else as it is", () => {
    for (let game = 0; game < 40; game++) {
      const { whole, known } = follow(game, game % 2);
      expect(known.track).toEqual(whole.track);
      const hidden = [...whole.winner_deck, ...whole.loser_deck].filter((card) => card.seat !== game % 2);
      expect(isCounted(known)).toBe(!hidden.length);
      if (!hidden.length) expect(known.money).toEqual(whole.money);
      expect(isCounted(whole)).toBe(true);
    }
  });

  test("run out like others", () => {
    let state = start({ edition: 1, players: 2, track: { 1: "bgowy" }, open: [] });
    for (let turn = 0; turn < 10; turn++) {
      state = apply(state, { type: "play_card", deck: "winner", camel: null }).state;
    }
    expect(legal(state).map(({ type }) => type)).not.toContain("play_card");
    expect(whyNot(state, { type: "play_card", deck: "loser", camel: null })?.message).toMatch(/no race betting card/);
  });
});

test("the first dice put camels on each other in their order", () => {
  expect(startingTrack(["g1", "y1", "b2", "K3", "W3", "r2", "p3"])).toEqual({ 1: "gy", 2: "br", 3: "p", 14: "KW" });
});

test.each([
  [{ type: "roll" }, null, "no_outcome"],
  [{ type: "roll" }, "o1", "no_such_face"],
  [{ type: "roll" }, "b1", "die_is_out"],
  [{ type: "take_ticket", camel: "g" }, "g1", "needless_outcome"],
  [{ type: "take_ticket", camel: "o" }, null, "no_such_camel"],
  [{ type: "join_partner", seat: 5 }, null, "no_such_seat"],
] as [Action, string | null, string][])("%j with the die %s is refused: %s", (action, face, code) => {
  const track = { 1: "bgpry", 15: "K", 16: "W" };
  const { state } = apply(start({ edition: 2, players: 3, track }), { type: "roll" }, "b2");
  expect(() => apply(state, action, face)).toThrowError(expect.objectContaining({ code }));
  expect(() => apply(state, action, face)).toThrow(RulesError);
});
