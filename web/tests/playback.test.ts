import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { trackAfter } from "../src/game/track.ts";
import { type Frame, stepsFrom } from "../src/table/connection/steps.ts";
import { TableConnection } from "../src/table/connection/tableConnection.ts";
import { landed, lifted } from "../src/table/playback/applyEvent.ts";
import { Playback, type ShownEvent } from "../src/table/playback/playback.svelte.ts";
import { CAP, DROP, hurry, LONGEST_ROLL, MOST_MISSED, MOST_SHOWN } from "../src/table/motion/timing.ts";
import { SHAKE, STAGE, TO_TENT } from "../src/table/motion/timing.ts";
import {
  DEFAULT_SETTINGS,
  type Event,
  type Played,
  type ServerMessage,
  type TableForm,
  type View,
} from "../src/game/protocol.ts";
import recorded from "./games.json";

/** A game as a client of two seats was told it (tests/browser/record.py). */
interface Game {
  before: View[];
  played: Played[];
  after: View[];
}
const GAMES = recorded as unknown as Game[];

let say: (message: ServerMessage) => void;
let connection: TableConnection;
let playback: Playback;
let told: ShownEvent[];
let isReduced: boolean;
let isHidden: boolean;

function table(more: Partial<TableForm> = {}): TableForm {
  return {
    id: "ABC",
    status: "playing",
    settings: DEFAULT_SETTINGS,
    seats: [],
    dice: { commitment: "", seeds: [], secret: null, is_first_random: true },
    ply: 0,
    turn_ends: null,
    now: 0,
    rematch: null,
    closed: null,
    ...more,
  } as unknown as TableForm;
}

/** Connect to a table that stands like this. */
function open(views: View[]): void {
  const socket = { send: () => undefined, close: () => undefined } as unknown as WebSocket;
  connection = new TableConnection("ws://table", () => socket);
  say = (message) => socket.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  welcome(views);
  playback = new Playback(connection, { isReduced: () => isReduced });
  playback.onEvent((shown) => told.push(shown));
}

/** The connection is made, or made again after `missed` was played. */
function welcome(views: View[], missed: Played[] = []): void {
  say({
    type: "welcome",
    protocol: 1,
    version: CAMELUP_VERSION,
    table: table({ ply: missed.at(-1)?.ply ?? connection.state.ply }),
    seats: [0],
    views,
    missed,
    views_before: [],
    chat: [],
    odds: null,
    cards: [],
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  isReduced = isHidden = false;
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => (isHidden ? "hidden" : "visible"));
});
afterEach(() => {
  playback.close();
  connection.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

// --- Positions made for the purpose ------------------------------------------------------------------------------

function view(track: View["track"], more: Partial<View> = {}): View {
  return {
    type: "view",
    edition: 2,
    track,
    dice: "bgpryx",
    tents: Array.from({ length: 5 }, () => [5, 3, 2, 2]),
    tickets: [[], []],
    pyramid_tickets: [0, 0],
    tiles: [null, null],
    partners: [null, null],
    turn: 0,
    leg: 1,
    winner_deck: [],
    loser_deck: [],
    money: [3, 3],
    hands: [["b", "g", "p", "r", "y"], Array<null>(5).fill(null)],
    seat: 0,
    legal: [],
    ...more,
  } as View;
}

let plies = 0;
function played(events: Event[], changes: Partial<View> = {}): Played {
  plies += 1;
  const sentences = events.map(({ type }) => [`It was ${type}.`]);
  const seen = [{ seat: 0, events, sentences, changes }];
  return {
    type: "played",
    ply: plies,
    seat: 0,
    by: "owner",
    seen,
    turn_ends: null,
    now: 0,
    sentence: null,
    card: null,
  };
}
beforeEach(() => (plies = 0));

const roll = (face: string): Event => ({ type: "die_revealed", seat: 0, face, reason: null });
const move = (unit: string, start: number, end: number, isUnder = false): Event =>
  ({ type: "camel_moved", unit: [...unit], start, end, is_under: isUnder }) as Event;
const hit = (space: number, side: "+" | "-", money = 4): Event => ({ type: "tile_hit", seat: 1, space, side, money });
const legScored: Event = {
  type: "leg_scored",
  leg: 1,
  ranking: ["b", "g", "p", "r", "y"],
  rewards: [0, 1].map((seat) => ({ seat, tickets: [], pyramid_tickets: 1, copied: 0, total: 1, money: 4 })),
};
const legStarted: Event = { type: "leg_started", leg: 2, seat: 1 };
const ticket = (camel: "b" | "g" = "b"): Event => ({ type: "ticket_taken", seat: 0, ticket: { camel, value: 5 } });

/** The tracks that are drawn one after the other, and how long the whole takes. */
function tracks(): { seen: View["track"][]; ms: number } {
  const seen: View["track"][] = [];
  const began = Date.now();
  for (let ticks = 0; playback.phase === "moving" && ticks < 1000; ticks += 1) {
    const { track } = playback.views[0]!;
    if (seen.at(-1) !== track) seen.push(track);
    vi.advanceTimersByTime(10);
  }
  return { seen: [...seen, playback.views[0]!.track], ms: Date.now() - began };
}

describe("between the events of a roll", () => {
  test.each([
    ["onto a stack", { 3: "bg", 5: "y" }, [move("g", 3, 5)], [{ 3: "b", 5: "yg" }]],
    ["with who sits on it", { 3: "bgp", 5: "y" }, [move("gp", 3, 5)], [{ 3: "b", 5: "ygp" }]],
    [
      "over a cheering tile",
      { 3: "bg", 6: "y" },
      [move("bg", 3, 5), hit(5, "+"), move("bg", 5, 6)],
      [{ 5: "bg", 6: "y" }, { 6: "ybg" }],
    ],
    [
      "over a booing tile under a stack",
      { 3: "bg", 4: "y" },
      [move("g", 3, 5), hit(5, "-"), move("g", 5, 4, true)],
      [
        { 3: "b", 4: "y", 5: "g" },
        { 3: "b", 4: "gy" },
      ],
    ],
    ["backwards, a crazy camel that carries", { 9: "Kyb", 7: "W" }, [move("Kyb", 9, 7)], [{ 7: "WKyb" }]],
    ["over the line", { 15: "bg", 3: "K" }, [move("bg", 15, 17)], [{ 3: "K", 17: "bg" }]],
    ["behind the line", { 1: "Kb" }, [move("Kb", 1, 0)], [{ 0: "Kb" }]],
  ] as [string, View["track"], Event[], View["track"][]][])("a unit goes %s", (_, track, moves, expected) => {
    open([view(track)]);
    const after = expected.at(-1)!;
    say(played([roll("b2"), ...moves], { track: after, dice: "gpryx", money: [3, 4] }));
    expect(playback).toMatchObject({ phase: "moving", isBusy: true, ply: 0 });
    const { seen, ms } = tracks();
    expect(seen.slice(1)).toEqual(expected);
    expect(ms).toBeLessThanOrEqual(LONGEST_ROLL + 10);
    expect(playback).toMatchObject({ phase: "still", isBusy: false, ply: 1, diceOut: ["b2"], away: "" });
    expect(playback.views).toEqual(connection.state.latest);
  });

  test("the die leaves the pyramid, then is out, and the tile's owner is paid before the unit goes on", () => {
    open([view({ 3: "b" })]);
    say(played([roll("b2"), move("b", 3, 5), hit(5, "+"), move("b", 5, 6)], { track: { 6: "b" } }));
    const seen: string[] = [];
    while (playback.phase === "moving") {
      const { dice, money, track } = playback.views[0]!;
      const line = `${dice} ${playback.diceOut.join()} ${JSON.stringify(track)} ${money.join()}`;
      if (seen.at(-1) !== line) seen.push(line);
      vi.advanceTimersByTime(10);
    }
    expect(seen).toEqual([
      'bgpryx  {"3":"b"} 3,3',
      'gpryx  {"3":"b"} 3,3',
      'gpryx b2 {"3":"b"} 3,3',
      'gpryx b2 {"5":"b"} 3,3',
      'gpryx b2 {"5":"b"} 3,4',
    ]);
  });

  test("room is made before the die falls, and the page draws whoever it meets", () => {
    open([view({ 3: "bg", 5: "y" })]);
    say(played([roll("g2"), move("g", 3, 5)], { track: { 3: "b", 5: "yg" } }));
    const seen = new Set<string>();
    while (playback.phase === "moving") {
      seen.add(`${playback.moving.map(({ kind }) => kind).join()} ${JSON.stringify(playback.coming)} ${playback.away}`);
      vi.advanceTimersByTime(10);
    }
    expect([...seen]).toEqual([
      'shake {"3":"b","5":"yg"} ',
      'open {"3":"b","5":"yg"} ',
      'open,drop {"3":"b","5":"yg"} ',
      'tent,walk {"3":"b","5":"yg"} gby',
      'walk {"3":"b","5":"yg"} gby',
    ]);
  });
});

test("however heavy and far, a roll is short", () => {
  for (const unit of ["b", "KWgbpry"]) {
    const events = [roll("b3"), move(unit, 4, 7), hit(7, "-"), move(unit, 7, 6, true)];
    expect(hurry(events)).toBeGreaterThanOrEqual(1);
    open([view({ 4: unit, 6: unit === "b" ? "r" : "" })]);
    say(played(events, { track: { 6: unit } }));
    expect(tracks().ms).toBeLessThanOrEqual(LONGEST_ROLL + 10);
    playback.close();
    connection.close();
    plies = 0;
  }
});

test("a ticket leaves its tent at once, and lies in front of its player when it has flown", () => {
  open([view({ 3: "b" })]);
  say(played([ticket()], { turn: 1 }));
  expect(playback.views[0]).toMatchObject({
    tickets: [[], []],
    tents: [[3, 2, 2], [5], [5], [5], [5]].map((t) => expect.arrayContaining(t)),
  });
  expect(playback.views[0]!.tents[0]).toEqual([3, 2, 2]);
  expect(playback.moving).toMatchObject([
    { kind: "flight", from: { at: "tickets", camel: "b" }, to: { at: "seat", seat: 0 } },
  ]);
  vi.advanceTimersByTime(300);
  expect(playback.phase).toBe("still");
});

// --- Stages ------------------------------------------------------------------------------------------------------

function endOfLeg(): Played {
  return played([roll("b1"), move("b", 3, 4), legScored, legStarted], {
    track: { 4: "b" },
    dice: "bgpryx",
    money: [4, 4],
    leg: 2,
    tiles: [null, null],
  });
}

test("the end of a leg is shown until somebody goes on", () => {
  open([view({ 3: "b" }, { dice: "bx", tiles: [{ space: 9, side: "+" }, null] })]);
  say(endOfLeg());
  vi.advanceTimersByTime(2000);
  expect(playback).toMatchObject({ phase: "leg", scored: legScored, diceOut: ["b1"], ply: 0 });
  expect(playback.views[0]).toMatchObject({ track: { 4: "b" }, leg: 1, money: [3, 3], tiles: [{ space: 9 }, null] });
  playback.next();
  expect(playback).toMatchObject({ phase: "moving", scored: null, diceOut: [] });
  expect(playback.moving).toMatchObject([{ kind: "back", dice: ["b1"] }]);
  expect(playback.views[0]).toMatchObject({ leg: 2, money: [4, 4], dice: "x", tiles: [null, null] });
  vi.advanceTimersByTime(1000);
  expect(playback).toMatchObject({ phase: "still", ply: 1 });
  expect(playback.views).toEqual(connection.state.latest);
});

test("nobody has to: it ends by itself, unless somebody looks closely", () => {
  open([view({ 3: "b" })]);
  say(endOfLeg());
  vi.advanceTimersByTime(2000);
  playback.hold(true);
  vi.advanceTimersByTime(60_000);
  expect(playback.phase).toBe("leg");
  playback.hold(false);
  vi.advanceTimersByTime(STAGE.least - 1);
  expect(playback.phase).toBe("leg");
  vi.advanceTimersByTime(1);
  expect(playback.phase).toBe("moving");
  vi.advanceTimersByTime(1000);
  say({ ...endOfLeg(), ply: 2 });
  vi.advanceTimersByTime(2000);
  expect(playback.phase).toBe("leg");
  vi.advanceTimersByTime(STAGE.leg);
  expect(playback.phase).toBe("still");
});

test("at the end of the race there are the leg, both decks and the result", () => {
  open([view({ 16: "b" })]);
  const cards = (["b", "g"] as const).map((camel, index): Event => ({
    type: "card_scored",
    deck: index ? "loser" : "winner",
    seat: index,
    camel,
    reward: 8,
    money: 12,
  }));
  const ended: Event = { type: "game_ended", winner: "b", loser: "g", money: [12, 12], victors: [0, 1] };
  const over: Event = { type: "race_ended", is_clockwise: true };
  say(
    played([roll("b1"), move("b", 16, 17), over, legScored, ...cards, ended], { track: { 17: "b" }, money: [12, 12] }),
  );
  vi.advanceTimersByTime(2500);
  expect(playback).toMatchObject({ phase: "leg", cards: [], ended: null });
  expect(playback.views[0]!.track).toEqual({ 17: "b" });
  playback.skip();
  expect(playback).toMatchObject({ phase: "decks", scored: null, cards, ended });
  expect(playback.views[0]!.money).toEqual([4, 4]);
  vi.advanceTimersByTime(STAGE.decks - 1);
  expect(playback.phase).toBe("decks");
  vi.advanceTimersByTime(1);
  expect(playback).toMatchObject({ phase: "still", cards: [], ended: null });
  expect(playback.views[0]!.money).toEqual([12, 12]);
  expect(told.map(({ event }) => event.type)).toEqual(
    connection.state.log.flatMap(({ text }) => [...text.matchAll(/was (\w+)\./g)].map(([, type]) => type)),
  );
});

test("skipping leads to the end of what moves, but over no leg that nobody has seen", () => {
  open([view({ 3: "b" })]);
  say(played([ticket()]));
  say(endOfLeg());
  say(played([ticket("g")]));
  playback.skip();
  expect(playback).toMatchObject({ phase: "leg", moving: [], away: "", ply: 1 });
  playback.skip();
  expect(playback.phase).toBe("moving"); // what comes after it is seen again
  playback.skip();
  expect(playback).toMatchObject({ phase: "still", ply: 3 });
  expect(playback.views).toEqual(connection.state.latest);
});

test("a unit that was about to go when somebody skipped is there at once, unheard", () => {
  open([view({ 3: "b" })]);
  const changes = { track: { 4: "b" } };
  say(played([roll("b2"), move("b", 3, 5), hit(5, "-"), move("b", 5, 4, true)], changes));
  vi.advanceTimersByTime(SHAKE + CAP + DROP + TO_TENT / 2);
  expect(playback.moving.map(({ kind }) => kind)).toEqual(["tent", "walk"]);
  const before = told.length;
  playback.onEvent(() => expect(playback.away).toBe(""));
  playback.skip();
  expect(told.slice(before).map(({ beats }) => beats)).toEqual([[], [], []]);
  expect(playback).toMatchObject({ phase: "still", away: "", views: connection.state.latest });
});

// --- What comes meanwhile ----------------------------------------------------------------------------------------

test("steps that come while something moves are shown after it, at the same pace", () => {
  open([view({ 3: "b" })]);
  const times: number[] = [];
  playback.onEvent(() => times.push(Date.now()));
  for (const camel of ["b", "g", "b"] as const) say(played([ticket(camel)]));
  vi.advanceTimersByTime(1000);
  expect(told.map(({ played: { ply } }) => ply)).toEqual([1, 2, 3]);
  expect(times[2]! - times[1]!).toBe(times[1]! - times[0]!);
  expect(playback.phase).toBe("still");
});

test("a client that was away sees neither motion nor stages", () => {
  open([view({ 3: "b" })]);
  say(endOfLeg());
  vi.advanceTimersByTime(2000);
  expect(playback.phase).toBe("leg");
  for (let more = 0; more < MOST_SHOWN; more += 1) say(played([ticket()]));
  expect(playback.phase).toBe("moving");
  vi.advanceTimersByTime(3000);
  expect(playback.phase).toBe("still");
  expect(playback.views).toEqual(connection.state.latest);
});

test("a hidden page and reduced motion jump, but stages come", () => {
  for (const how of ["hidden", "reduced"]) {
    [isHidden, isReduced] = [how === "hidden", how === "reduced"];
    open([view({ 3: "b" })]);
    say(played([ticket()]));
    expect(playback).toMatchObject({ phase: "still", ply: 1 });
    say(endOfLeg());
    expect(playback.phase).toBe("leg");
    expect(playback.moving.map(({ kind }) => kind)).toEqual(how === "hidden" ? [] : ["mark", "mark"]);
    vi.advanceTimersByTime(STAGE.leg);
    expect(playback.phase).toBe("still");
    playback.close();
    connection.close();
    plies = 0;
  }
  expect(told.every(({ beats }) => beats.length === 0)).toBe(true);
  open([view({})]);
});

test("a page that is hidden while something moves goes to the end of it", () => {
  open([view({ 3: "b" })]);
  say(played([roll("b1"), move("b", 3, 4)], { track: { 4: "b" } }));
  isHidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  expect(playback).toMatchObject({ phase: "still", ply: 1 });
});

test("when the table takes another way, the playback follows", () => {
  open([view({ 3: "b" })]);
  say(played([roll("b1"), move("b", 3, 4)], { track: { 4: "b" } }));
  const begun = [view({ 1: "bgpry" }, { seat: 1 })];
  say({ type: "began", table: table(), seats: [1], views: begun, sentence: "The game begins." });
  expect(playback).toMatchObject({ phase: "still", moving: [], views: begun });
  vi.advanceTimersByTime(5000);
  expect(playback.views).toEqual(begun);
});

test("what was missed is shown after what still moves", () => {
  open([view({ 3: "b" })]);
  say(played([roll("b1"), move("b", 3, 4)], { track: { 4: "b" } }));
  vi.advanceTimersByTime(300);
  const { moving, phase } = playback;
  welcome([view({ 4: "b" }, { turn: 1 })], [played([ticket()], { turn: 1 })]);
  expect(playback).toMatchObject({ moving, phase, ply: 0, waiting: 2 });
  vi.advanceTimersByTime(3000);
  expect(told.map(({ played: { ply } }) => ply)).toEqual([1, 1, 2]);
  expect(playback).toMatchObject({ phase: "still", ply: 2, waiting: 0, diceOut: ["b1"] });
  expect(playback.views).toEqual(connection.state.latest);
});

test("a break in which nothing happened stops no motion", () => {
  open([view({ 3: "b" })]);
  say(played([roll("b1"), move("b", 3, 4)], { track: { 4: "b" } }));
  const { moving } = playback;
  welcome([view({ 4: "b" })]);
  expect(playback).toMatchObject({ moving, phase: "moving", waiting: 1 });
});

test("of too many missed steps nothing is shown but where they lead", () => {
  for (const [waiting, missed] of [
    [0, 40],
    [0, MOST_MISSED + 1],
    [2, MOST_MISSED - 1],
  ] as const) {
    open([view({ 3: "b" })]);
    for (let more = 0; more < waiting; more += 1) say(played([ticket()]));
    told = [];
    welcome(
      [view({ 3: "b" }, { leg: 4 })],
      Array.from({ length: missed }, () => played([roll("b1")])),
    );
    expect(playback).toMatchObject({ phase: "still", moving: [], waiting: 0, ply: waiting + missed });
    expect(playback.diceOut).toHaveLength(missed);
    expect(playback.views).toEqual([view({ 3: "b" }, { leg: 4 })]);
    expect(told).toEqual([]);
    playback.close();
    connection.close();
    plies = 0;
  }
  open([view({ 3: "b" })]);
  welcome(
    [view({ 3: "b" })],
    Array.from({ length: MOST_MISSED }, () => played([ticket()])),
  );
  vi.advanceTimersByTime(5000);
  expect(told).toHaveLength(MOST_MISSED);
});

test("who loses a seat in mid-game watches at once, with the dice that are out", () => {
  open([view({ 3: "b" })]);
  say(played([roll("b1"), move("b", 3, 4)], { track: { 4: "b" } }));
  vi.advanceTimersByTime(300);
  const watching = [view({ 4: "b" }, { seat: null })];
  say({ type: "table", table: table(), seats: [], sentence: "Ann leaves.", views: watching });
  expect(playback).toMatchObject({ phase: "still", moving: [], views: watching, diceOut: ["b1"], ply: 1, waiting: 0 });
});

test("the pyramid shakes at once, and the answer goes on with that", async () => {
  open([view({ 3: "b" })]);
  playback.expectRoll();
  expect(playback.moving).toMatchObject([{ kind: "shake" }]);
  vi.advanceTimersByTime(500);
  say(played([roll("b1"), move("b", 3, 4)], { track: { 4: "b" } }));
  expect(playback.moving).toMatchObject([{ kind: "open" }]);
  playback.skip();
  playback.expectRoll(Promise.reject(new Error("refused")));
  await vi.advanceTimersByTimeAsync(1);
  expect(playback.moving).toEqual([]);
});

test("who is told of an event may skip or go on", () => {
  open([view({ 3: "b" })]);
  playback.onEvent(() => {
    playback.skip();
    playback.next();
  });
  say(endOfLeg());
  vi.advanceTimersByTime(1000);
  expect(playback.phase).toBe("leg");
  say(played([ticket()]));
  playback.next();
  expect(playback.views).toEqual(connection.state.latest);
});

test("who is told of an event may change all that is shown", () => {
  open([view({ 3: "b" })]);
  const start: Frame = { views: [view({ 9: "b" })], diceOut: [], ply: 6 };
  const [other] = stepsFrom(start, [{ ...played([ticket("g")], { turn: 1 }), ply: 7 }]);
  const stop = playback.onEvent(() => {
    stop();
    playback.jump(start);
    playback.enqueue([other!]);
  });
  say({ ...played([roll("b1"), move("b", 3, 4)]), ply: 1 });
  vi.advanceTimersByTime(500);
  expect(playback).toMatchObject({ phase: "moving", ply: 6, waiting: 1 });
  vi.advanceTimersByTime(500);
  expect(told.map(({ played: { ply } }) => ply)).toEqual([1, 7]);
  expect(playback).toMatchObject({ phase: "still", ply: 7, waiting: 0, views: other!.after.views });
});

// --- Whole games -------------------------------------------------------------------------------------------------

/** Small and the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Only the number of each player's cards is drawn: their colours are revealed at the end. */
const DRAWN = ["track", "dice", "tents", "tickets", "pyramid_tickets", "tiles", "partners", "leg", "money"] as const;

describe.each(GAMES.map((game, index) => ({ game, edition: 2 - index })))("a game of edition $edition", ({ game }) => {
  test("has all that can move", () => {
    const all = game.played.flatMap(({ seen }) => seen[0]!.events);
    expect(new Set(all.map(({ type }) => type)).size).toBeGreaterThanOrEqual(11);
    let track = game.before[0]!.track;
    for (const event of all) if (event.type === "camel_moved") track = trackAfter(track, event);
    expect(track).toEqual(game.after[0]!.track);
  });

  test("what each seat was told leads from its view before a step to its view after it", () => {
    for (const [nth, first] of game.before.entries()) {
      let before = first;
      for (const { seen } of game.played) {
        const { events, changes } = seen[nth]!;
        const after = { ...before, ...changes };
        const applied = events.reduce((view, event) => landed(lifted(view, event), event), before);
        for (const field of DRAWN) expect(applied[field], field).toEqual(after[field]);
        expect(applied.hands.map((hand) => hand.length)).toEqual(after.hands.map((hand) => hand.length));
        for (const deck of ["winner_deck", "loser_deck"] as const) {
          expect(applied[deck].map(({ seat }) => seat)).toEqual(after[deck].map(({ seat }) => seat));
        }
        before = after;
      }
      expect(before).toEqual(game.after[nth]);
    }
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("whatever happens meanwhile, it ends as the game does (%i)", (seed) => {
    const random = dice(seed);
    open(game.before);
    let next = 0;
    while (next < game.played.length || playback.isBusy) {
      const chance = random();
      if (chance < 0.35 && next < game.played.length) say(game.played[next++]!);
      else if (chance < 0.4) playback.skip();
      else if (chance < 0.45) playback.next();
      else if (chance < 0.47) playback.hold(random() < 0.3);
      else if (chance < 0.48) isReduced = !isReduced;
      else if (chance < 0.5) isHidden = !isHidden;
      else vi.advanceTimersByTime(random() < 0.1 ? 15_000 : random() * 900);
      if (!playback.isBusy) expect(playback.views).toEqual(connection.state.latest);
      expect(playback.ply).toBeLessThanOrEqual(connection.state.ply);
      expect(Object.values(playback.views[0]!.track).join("")).toHaveLength(game.before[0]!.edition === 1 ? 5 : 7);
    }
    expect(playback.views).toEqual(game.after);
    expect(told).toHaveLength(game.played.flatMap(({ seen }) => seen[0]!.events).length);
  });

  test.each([1, 2, 3, 4])("however often it is broken off, it ends as the game does (%i)", (seed) => {
    const random = dice(seed);
    open(game.before);
    const start: Frame = { views: game.before, diceOut: [], ply: 0 };
    const steps = stepsFrom(start, game.played);
    let next = 0;
    while (next < steps.length) {
      if (random() < 0.5) {
        const missed = game.played.slice(next, next + Math.floor(random() * (random() < 0.2 ? 40 : 6)));
        next += missed.length;
        welcome(steps[next - 1]?.after.views ?? game.before, missed);
      } else {
        say(game.played[next++]!);
      }
      if (random() < 0.2) playback.skip();
      else vi.advanceTimersByTime(random() * 2000);
      if (!playback.isBusy) expect(playback.views).toEqual(connection.state.latest);
    }
    vi.advanceTimersByTime(500_000);
    expect(playback).toMatchObject({ phase: "still", waiting: 0, moving: [], ply: steps.length, views: game.after });
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])("steps, jumps and skips end in the last frame (%i)", (seed) => {
    const random = dice(seed);
    const start: Frame = { views: game.before, diceOut: [], ply: 0 };
    const steps = stepsFrom(start, game.played);
    const frames = [start, ...steps.map(({ after }) => after)];
    let latest = start;
    const jump = (): void => {
      latest = frames[Math.floor(random() * frames.length)]!;
      playback.jump(latest);
    };
    const enqueue = (most: number): void => {
      const more = steps.slice(latest.ply, latest.ply + Math.floor(random() * most));
      latest = more.at(-1)?.after ?? latest;
      playback.enqueue(more);
    };
    const act = (): void => {
      const chance = random();
      if (chance < 0.3) enqueue(3);
      else if (chance < 0.34) enqueue(40);
      else if (chance < 0.42) jump();
      else if (chance < 0.6) playback.skip();
      else if (chance < 0.7) playback.next();
      else if (chance < 0.75) playback.hold(random() < 0.5);
      else if (chance < 0.8) playback.expectRoll();
      else if (chance < 0.83) isReduced = !isReduced;
      else if (chance < 0.86) isHidden = !isHidden;
    };
    open([]);
    playback.close();
    playback = new Playback(null, { isReduced: () => isReduced });
    playback.jump(latest);
    // Also from inside: a listener may do any of it.
    playback.onEvent(() => {
      if (random() < 0.1) act();
    });
    for (let turn = 0; turn < 300; turn += 1) {
      act();
      if (random() < 0.5) vi.advanceTimersByTime(random() < 0.1 ? 15_000 : random() * 900);
      if (playback.isBusy) expect(playback.waiting).toBeGreaterThan(0);
      else expect(playback).toMatchObject({ ...latest, phase: "still", waiting: 0, coming: undefined, away: "" });
    }
    playback.hold(false);
    while (playback.isBusy) vi.advanceTimersByTime(30_000);
    vi.advanceTimersByTime(8000);
    expect(playback).toMatchObject({ ...latest, phase: "still", waiting: 0, moving: [], coming: undefined, away: "" });
  });
});
