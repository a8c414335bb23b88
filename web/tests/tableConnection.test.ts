import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { whyClosed } from "../src/table/connection/closing.ts";
import type { Snapshot } from "../src/table/connection/snapshot.ts";
import type { Follower, Frame, Step } from "../src/table/connection/steps.ts";
import { greet, takeGreeted } from "../src/table/connection/greeting.ts";
import { notedGame } from "../src/table/connection/notes.ts";
import { TableConnection } from "../src/table/connection/tableConnection.ts";
import {
  DEFAULT_SETTINGS,
  type Event,
  type Played,
  type ServerMessage,
  type TableForm,
  type View,
} from "../src/game/protocol.ts";

class FakeSocket {
  static all: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  isClosed = false;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.isClosed = true;
  }
  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  break(code = 1006): void {
    this.onclose?.({ code });
  }
}

/** Remembers what it is to show, and shows nothing. */
class Recorder implements Follower {
  frame: Frame | null = null;
  steps: Step[] = [];
  past: unknown[] = [];
  jumps = 0;
  jump(to: Frame, past: readonly Step[] = []): void {
    this.frame = to;
    this.past = past.map(({ played, after }) => [played.ply, after.views[0]?.turn]);
    this.steps = [];
    this.jumps += 1;
  }
  enqueue(steps: readonly Step[]): void {
    this.steps.push(...steps);
  }
}

const last = (): FakeSocket => FakeSocket.all.at(-1)!;
let connection: TableConnection;
let follower: Recorder;

function open(): TableConnection {
  connection = new TableConnection("ws://table", () => new FakeSocket() as unknown as WebSocket);
  follower = new Recorder();
  connection.follow(follower);
  last().onopen?.();
  return connection;
}

function table(more: Partial<TableForm> = {}): TableForm {
  const person = {
    level: null,
    is_connected: true,
    is_host: false,
    is_muted: false,
    has_left: false,
    is_closed: false,
  };
  return {
    id: "ABC",
    status: "playing",
    settings: { ...DEFAULT_SETTINGS, seats: 2 },
    seats: [
      { kind: "person", name: "Ann", ...person },
      { kind: "person", name: "Bob", ...person },
    ],
    dice: { commitment: "", seeds: [], secret: null, is_first_random: null },
    ply: 0,
    turn_ends: null,
    now: Date.now() / 1000,
    rematch: null,
    before: null,
    closed: null,
    is_claimed: false,
    title: null,
    ...more,
  };
}

function view(seat: number | null, more: Partial<View> = {}): View {
  return { type: "view", seat, turn: 0, leg: 1, money: [3, 3], legal: [], ...more } as View;
}

function played(
  ply: number,
  changes: Partial<View>,
  seats: (number | null)[] = [0],
  more: Partial<Played> = {},
): Played {
  const seen = seats.map((seat) => ({ seat, events: [], sentences: [[`ply ${ply}`]], changes }));
  return {
    type: "played",
    ply,
    seat: 0,
    by: "owner",
    seen,
    turn_ends: null,
    now: Date.now() / 1000,
    sentence: null,
    card: null,
    ...more,
  };
}

function welcome(more: Partial<Extract<ServerMessage, { type: "welcome" }>> = {}): void {
  last().say({
    type: "welcome",
    protocol: 1,
    version: CAMELUP_VERSION,
    table: table(),
    seats: [0],
    views: [view(0)],
    missed: [],
    views_before: [],
    chat: [],
    odds: null,
    cards: [],
    ...more,
  });
}

beforeEach(() => {
  FakeSocket.all = [];
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("hello has the protocol, a token that is kept, and asks for the whole game", () => {
  open();
  const { type, protocol, token, since } = last().sent[0]!;
  expect([type, protocol, since]).toEqual(["hello", 1, 0]);
  expect(token).toMatch(/^[A-Za-z0-9_-]{32,100}$/);
  connection.close();
  open();
  expect(last().sent[0]!["token"]).toBe(token);
});

describe("a table that was greeted before the page was there", () => {
  /** Take over a socket, as a page does. */
  function takeOver(): void {
    const { address, token } = greeted;
    connection = new TableConnection(
      address,
      () => new FakeSocket() as unknown as WebSocket,
      { token, isKept: true },
      greeted,
    );
    follower = new Recorder();
    connection.follow(follower);
  }
  let greeted: NonNullable<ReturnType<typeof greet>>;
  beforeEach(() => {
    greeted = greet("/table/abc12", () => new FakeSocket() as unknown as WebSocket)!;
    last().onopen?.();
  });

  test("is not greeted again, and what it said is heard by those who follow", async () => {
    expect(greeted.address).toMatch(/^ws:.*\/api\/tables\/abc12\/socket$/);
    expect(last().sent).toMatchObject([{ type: "hello", protocol: 1, since: 0 }]);
    welcome({ table: table({ ply: 1 }), missed: [played(1, { turn: 1 })], views_before: [view(0)] });
    takeOver();
    await Promise.resolve();
    expect(connection.state).toMatchObject({ status: "live", ply: 1 });
    expect(follower.past).toEqual([[1, 1]]);
    last().say(played(2, { turn: 1 }));
    expect(follower.steps).toHaveLength(1);
    expect(FakeSocket.all).toHaveLength(1);
    expect(last().sent).toHaveLength(1);
  });

  test("is heard also if it answers later", async () => {
    takeOver();
    await Promise.resolve();
    welcome();
    expect(connection.state.status).toBe("live");
    expect(FakeSocket.all).toHaveLength(1);
  });

  test("is tried again if the socket has broken since", async () => {
    last().break();
    takeOver();
    await Promise.resolve();
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all).toHaveLength(2);
    last().onopen?.();
    expect(last().sent).toMatchObject([{ type: "hello", token: greeted.token }]);
    welcome();
    expect(connection.state.status).toBe("live");
  });

  test("is no other page, and a socket is given away once", () => {
    for (const path of ["/", "/table", "/table/", "/game/abc12", "/table/abc12/x", "/table/%41"]) {
      expect(greet(path, () => new FakeSocket() as unknown as WebSocket)).toBeNull();
    }
    expect(FakeSocket.all).toHaveLength(1);
    expect(takeGreeted(greeted.address, greeted.token)).toBeNull();
    connection = open();
  });
});

test("a browser that keeps nothing can play all the same, and says so", () => {
  // Not a spy: what happy-dom keeps stays spied on in the files that come after.
  const refuse = () => {
    throw new Error("refused");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse, clear: refuse });
  expect(open().state.isKept).toBe(false);
  welcome();
  expect(connection.state.status).toBe("live");
});

test("a first welcome fills the log, and is not shown step by step", () => {
  open();
  const missed = [played(1, {}), played(2, { turn: 1 })];
  welcome({ table: table({ ply: 2 }), missed, views: [view(0, { turn: 1 })], views_before: [view(0)] });
  expect(connection.state.log.map((line) => line.text)).toEqual(["The race starts. You go first.", "ply 1", "ply 2"]);
  expect(follower.steps).toEqual([]);
  expect(follower.frame).toEqual({ views: [view(0, { turn: 1 })], diceOut: [], ply: 2 });
  expect(follower.past).toEqual([
    [1, 0],
    [2, 1],
  ]);
});

test("the log of a page that comes later begins with the start of the race, unless that is too long ago", () => {
  const told = (): string[] => connection.state.log.map((line) => line.text);
  open();
  welcome();
  expect(told()).toEqual(["The race starts. You go first."]);
  open();
  welcome({ seats: [1], views: [view(1)] });
  expect(told()).toEqual(["The race starts. Ann goes first."]);
  open();
  welcome({ seats: [0, 1], views: [view(0), view(1)] });
  expect(told()).toEqual(["The race starts. Ann goes first."]);
  open();
  welcome({ seats: [], views: [view(null, { turn: 1 })], table: table({ ply: 1 }), missed: [played(1, {}, [null])] });
  expect(told()[0]).toBe("The race starts. Bob goes first.");
  open();
  welcome({ table: table({ ply: 70 }), missed: [played(70, {})], views_before: [view(0)] });
  expect(told()).toEqual(["Some earlier actions are not listed.", "ply 70"]);
  open();
  welcome({ table: table({ status: "waiting" }), views: [] });
  expect(told()).toEqual([]);
});

test("what is played is passed on step by step, while the latest view has it at once", () => {
  open();
  welcome();
  last().say(played(1, { turn: 1 }));
  last().say(played(2, { money: [3, 8] }));
  expect(follower.frame!.views[0]).toEqual(view(0));
  expect(connection.state.latest[0]).toEqual(view(0, { turn: 1, money: [3, 8] }));
  const [first, second] = follower.steps;
  expect(first!.after).toEqual({ views: [view(0, { turn: 1 })], diceOut: [], ply: 1 });
  expect(second!.after).toEqual({ views: connection.state.latest, diceOut: [], ply: 2 });
  expect(follower.steps).toHaveLength(2);
});

test("who follows later begins with how the table stands, and who leaves hears nothing more", () => {
  open();
  welcome();
  last().say(played(1, { turn: 1 }));
  const late = new Recorder();
  const leave = connection.follow(late);
  expect(late.frame).toEqual({ views: connection.state.latest, diceOut: [], ply: 1 });
  last().say(played(2, { turn: 0 }));
  leave();
  last().say(played(3, { turn: 1 }));
  expect(late.steps.map(({ played: { ply } }) => ply)).toEqual([2]);
  expect(follower.steps.map(({ played: { ply } }) => ply)).toEqual([1, 2, 3]);
});

test("the dice that are out are known from what happened in the leg", () => {
  const die = (ply: number, face: string, ...more: Event[]): Played => {
    const message = played(ply, {});
    message.seen[0]!.events = [{ type: "die_revealed", seat: 0, face, reason: null }, ...more];
    return message;
  };
  open();
  welcome({ table: table({ ply: 1 }), missed: [die(1, "g2")] });
  expect(connection.state.diceOut).toEqual(["g2"]);
  expect(follower.frame!.diceOut).toEqual(["g2"]);
  last().say(die(2, "K3"));
  expect(connection.state.diceOut).toEqual(["g2", "K3"]);
  last().say(die(3, "b1", { type: "leg_started", leg: 2, seat: 1 }));
  expect(connection.state.diceOut).toEqual([]);
  expect(follower.steps.map(({ after: { diceOut } }) => diceOut)).toEqual([["g2", "K3"], []]);
});

test("several seats each get their own changes", () => {
  open();
  welcome({ seats: [0, 1], views: [view(0), view(1)] });
  const message = played(1, { turn: 1 }, [0, 1]);
  message.seen[1]!.changes = { turn: 1, hands: [[null], ["b"]] };
  last().say(message);
  expect(connection.state.latest).toEqual([view(0, { turn: 1 }), view(1, { turn: 1, hands: [[null], ["b"]] })]);
});

test("after a break it comes back, says what it has seen, and passes on what it missed", () => {
  open();
  welcome();
  last().say(played(1, { turn: 1 }));
  last().break();
  expect(connection.state.status).toBe("reconnecting");
  expect(connection.state.retryAt).toBeGreaterThan(Date.now());
  vi.advanceTimersByTime(300);
  expect(FakeSocket.all).toHaveLength(2);
  last().onopen?.();
  expect(last().sent[0]!["since"]).toBe(1);
  const after = view(0, { turn: 0, leg: 2 });
  welcome({ table: table({ ply: 3 }), missed: [played(2, { turn: 0 }), played(3, { leg: 2 })], views: [after] });
  expect(connection.state.status).toBe("live");
  expect(follower.steps.map((step) => step.played.ply)).toEqual([1, 2, 3]);
  expect(follower.steps[1]!.after.views).toEqual([view(0, { turn: 0 })]);
  expect(follower.steps.at(-1)!.after).toEqual({ views: [after], diceOut: [], ply: 3 });
  expect(follower.jumps).toBe(2); // how it stood at first, and the first welcome
  expect(connection.state.log).toHaveLength(4); // with the start of the race
});

test.each([
  ["other seats", { seats: [1], views: [view(1)] }],
  ["more seats", { seats: [0, 1], views: [view(0), view(1)] }],
  ["a gap in what was missed", { table: table({ ply: 3 }), missed: [played(2, {})] }],
  ["a gap before what was replayed", { table: table({ ply: 99 }), missed: [played(98, {}), played(99, {})] }],
  ["nothing replayed", { table: table({ ply: 99 }), missed: [] }],
])("a table with %s after a break is shown at once", (_, more) => {
  open();
  welcome();
  last().say(played(1, { turn: 1 }));
  last().break();
  vi.advanceTimersByTime(300);
  last().onopen?.();
  welcome({ table: table({ ply: 1 }), ...more });
  const { latest, ply } = connection.state;
  expect(follower).toMatchObject({ frame: { views: latest, ply }, steps: [] });
});

test("after a gap the dice are those of the plies that were replayed, and the log goes on with them", () => {
  const roll = (ply: number, face: string): Played => {
    const event = { type: "die_revealed", face } as Event;
    return played(ply, {}, [0], { seen: [{ seat: 0, events: [event], sentences: [[`ply ${ply}`]], changes: {} }] });
  };
  open();
  welcome();
  last().say(roll(1, "g2"));
  last().break();
  vi.advanceTimersByTime(300);
  last().onopen?.();
  welcome({ table: table({ ply: 60 }), missed: [roll(59, "b1"), roll(60, "y3")] });
  expect(connection.state.diceOut).toEqual(["b1", "y3"]);
  expect(connection.state.log.map(({ text }) => text)).toEqual([
    "The race starts. You go first.",
    "ply 1",
    "Some earlier actions are not listed.",
    "ply 59",
    "ply 60",
  ]);
  last().say(roll(61, "w1"));
  expect(follower.steps.map((step) => step.played.ply)).toEqual([61]);
});

test("a table that was closed says why", () => {
  open();
  welcome({ table: table({ status: "closed", closed: "too_long" }) });
  expect(whyClosed(connection.state.table!)).toContain("1,000 actions");
  welcome({ table: table({ status: "closed", closed: "empty" }) });
  expect(whyClosed(connection.state.table!)).toContain("nobody was there");
});

test("a break in which nothing happened changes nothing of what is shown", () => {
  open();
  welcome();
  last().say(played(1, { turn: 1 }));
  const { jumps, steps } = follower;
  last().break();
  vi.advanceTimersByTime(300);
  last().onopen?.();
  welcome({ table: table({ ply: 1 }), views: [view(0, { turn: 1 })] });
  expect(follower).toMatchObject({ jumps, steps });
});

test("it waits longer after each failure, and tries at once when the network is back", () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  open();
  const waits = Array.from({ length: 7 }, () => {
    last().break();
    const wait = connection.state.retryAt! - Date.now();
    vi.advanceTimersByTime(wait);
    return wait;
  });
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000]);
  last().break();
  const before = FakeSocket.all.length;
  dispatchEvent(new window.Event("online"));
  expect(FakeSocket.all).toHaveLength(before + 1);
});

test("requests are answered, refused, or lost with the connection", async () => {
  open();
  await expect(connection.send({ type: "start" })).rejects.toMatchObject({ code: "lost" });
  welcome();
  const seat = connection.send({ type: "sit", name: "Ann", seed: "0".repeat(32) });
  expect(connection.state.waitingSince).not.toBeNull();
  last().say({ type: "seated", seat: 1, seats: [0, 1], id: 1 });
  await expect(seat).resolves.toBe(1);
  expect(connection.state.seats).toEqual([0, 1]);
  expect(connection.state.waitingSince).toBeNull();

  const refused = connection.send({ type: "act", seat: 0, ply: 0, action: { type: "roll" } });
  last().say({ type: "error", code: "stale", message: "The game has gone on.", ply: 1, id: 2 });
  await expect(refused).rejects.toMatchObject({ code: "stale", message: "The game has gone on." });

  const lost = connection.send({ type: "rematch" });
  last().break();
  await expect(lost).rejects.toMatchObject({ code: "lost" });
});

test("a connection that does not answer is given up", async () => {
  open();
  welcome();
  const asked = connection.send({ type: "start" });
  const failing = expect(asked).rejects.toMatchObject({ code: "lost" });
  vi.advanceTimersByTime(8000);
  await failing;
  expect(connection.state.status).toBe("reconnecting");
});

test("a dead link is refused for good, a crowded server is tried again", () => {
  open();
  last().say({ type: "error", code: "no_table", message: "There is no such table.", ply: null, id: null });
  last().break(4400);
  expect(connection.state).toMatchObject({ status: "refused", refusal: { code: "no_table" } });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);

  connection.close();
  open();
  last().say({ type: "error", code: "too_many", message: "Too many.", ply: null, id: null });
  last().break(4400);
  expect(connection.state.status).toBe("connecting");
});

test("an old page knows that it is old", () => {
  open();
  last().say({ type: "error", code: "protocol", message: "Reload.", ply: null, id: null });
  last().break(4426);
  expect(connection.state.status).toBe("old");
  connection.close();
  open();
  welcome({ version: "99.0.0" });
  expect(connection.state).toMatchObject({ status: "live", isOutdated: true });
});

test("the clock runs by the server's time, and late messages do not move it", () => {
  open();
  const ours = Date.now() / 1000;
  welcome({ table: table({ now: ours + 100, turn_ends: ours + 130 }) });
  expect(connection.state.turnEnds).toBeCloseTo((ours + 30) * 1000, 0);
  last().say(played(1, {}, [0], { now: ours + 95, turn_ends: ours + 140 }));
  expect(connection.state.turnEnds).toBeCloseTo((ours + 40) * 1000, 0);
});

test("seats that are left or taken away are no longer ours, and who leaves in mid-game watches", () => {
  open();
  welcome({ seats: [0, 1], table: table({ status: "waiting" }), views: [] });
  last().say({ type: "table", table: table({ status: "waiting" }), seats: [1], sentence: "Ann leaves.", views: null });
  expect(connection.state).toMatchObject({ seats: [1], log: [{ text: "Ann leaves.", seat: null }] });
  last().say({ type: "began", table: table(), seats: [0], views: [view(0)], sentence: "The game begins." });
  const watching = { ...view(0), seat: null };
  last().say({ type: "table", table: table(), seats: [], sentence: "Bo leaves.", views: [watching] });
  expect(connection.state).toMatchObject({ seats: [], latest: [watching] });
  expect(follower).toMatchObject({ frame: { views: [watching] }, steps: [] });
});

test("a game that begins has views and a first line", () => {
  open();
  welcome({ seats: [1], table: table({ status: "waiting" }), views: [] });
  last().say({ type: "began", table: table(), seats: [0], views: [view(0)], sentence: "The game begins." });
  expect(connection.state).toMatchObject({ seats: [0], latest: [view(0)], log: [{ text: "The game begins." }] });
  expect(follower).toMatchObject({ frame: { views: [view(0)], diceOut: [] }, steps: [] });
});

test("listeners hear the state at once and after each change, until they leave", () => {
  open();
  const heard: Snapshot["status"][] = [];
  const leave = connection.subscribe((state) => heard.push(state.status));
  welcome();
  leave();
  last().break();
  expect(heard).toEqual(["connecting", "live"]);
});

test("reactions, chat, odds and the rematch are passed on", () => {
  open();
  const reactions: string[] = [];
  connection.onReaction(({ reaction }) => reactions.push(reaction));
  welcome();
  last().say({ type: "reacted", seat: 1, reaction: "clap" });
  last().say({ type: "said", line: { seat: 1, name: "Bob", text: "hi", at: 1 } });
  const odds = { edition: 2, hints: {}, leg: null, race: null, values: null, best: null };
  last().say({ type: "odds", ply: 0, odds });
  last().say({ type: "moved", table: "XYZ", sentence: "There is a rematch." });
  expect(reactions).toEqual(["clap"]);
  expect(connection.state).toMatchObject({ chat: [{ text: "hi" }], odds: [{ ply: 0 }], moved: "XYZ" });
});

test("hashes of cards are noted, and a wrong one of our own is a warning", async () => {
  const card = { ply: 1, seat: 0, deck: "winner" as const, hash: "0".repeat(64), salt: null };
  const decks = { winner_deck: [{ seat: 0, camel: "g" as const }], loser_deck: [] };
  open();
  welcome();
  last().say(played(1, decks, [0], { card }));
  expect(notedGame("ABC")?.cards).toEqual([{ ply: 1, seat: 0, deck: "winner", hash: "0".repeat(64) }]);
  expect(connection.state.warning).toBeNull();
  welcome({ table: table({ ply: 1 }), views: [view(0, decks)], cards: [{ ...card, salt: "00" }] });
  await vi.waitFor(() =>
    expect(connection.state.warning).toMatch(/wrong fingerprint of the card you played as action 1/),
  );
});
