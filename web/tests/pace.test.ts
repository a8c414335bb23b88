import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Event, Played, SeatForm, View } from "../src/game/protocol.ts";
import { linesOf, linesShown } from "../src/table/connection/raceLog.ts";
import { type Frame, type Step, stepsFrom } from "../src/table/connection/steps.ts";
import { LEFT_OVER, lengthOf, READ, SKIPPED } from "../src/table/motion/timing.ts";
import { Playback } from "../src/table/playback/playback.svelte.ts";
import { MOST_PLACES } from "../src/table/playback/rivalActions.ts";
import { canSkip, stripOf } from "../src/table/race/strip/places.ts";
import { sentenceOf, sentTo, verbOf, whereTo } from "../src/table/race/strip/words.ts";
import { type Pace, PACES } from "../src/ui/pace.svelte.ts";

// Eight at a table: the viewer is seat 0, the others are computers.
const SEATS = 8;
let playback: Playback;
let pace: Pace;
let isReduced: boolean;
let latest: Frame;

function view(more: Partial<View> = {}): View {
  return {
    type: "view",
    edition: 2,
    track: { 1: "bgpry" },
    dice: "bgpryx",
    tents: Array.from({ length: 5 }, () => [5, 3, 2, 2]),
    tickets: Array.from({ length: SEATS }, () => []),
    pyramid_tickets: Array<number>(SEATS).fill(0),
    tiles: Array<null>(SEATS).fill(null),
    partners: Array<null>(SEATS).fill(null),
    turn: 0,
    leg: 1,
    winner_deck: [],
    loser_deck: [],
    money: Array<number>(SEATS).fill(3),
    hands: Array.from({ length: SEATS }, () => []),
    seat: 0,
    legal: [],
    ...more,
  } as unknown as View;
}

const roll = (seat: number, face = "b3"): Event => ({ type: "die_revealed", seat, face, reason: null });
const move = (unit: string, start: number, end: number): Event =>
  ({ type: "camel_moved", unit: [...unit], start, end, is_under: false }) as Event;
const ticket = (seat: number): Event => ({ type: "ticket_taken", seat, ticket: { camel: "b", value: 5 } });
const scored = (leg = 1): Event =>
  ({
    type: "leg_scored",
    leg,
    ranking: ["b", "g", "p", "r", "y"],
    rewards: Array.from({ length: SEATS }, (_, seat) => ({
      seat,
      tickets: [],
      pyramid_tickets: 0,
      copied: 0,
      total: 0,
      money: 3,
    })),
  }) as Event;
const started = (seat: number): Event => ({ type: "leg_started", leg: 2, seat });

/** Somebody acts; it is then the turn of the next seat. With a clock, that one has so many seconds. */
function act(seat: number, events: Event[] = [ticket(seat)], clock: number | null = null): Step {
  const turn = (seat + 1) % SEATS;
  const sentences = events.map((event) => [`Seat ${seat}: ${event.type}.`]);
  const legal = turn === 0 ? [{ type: "roll" }] : [];
  const seen = [{ seat: 0, events, sentences, changes: { turn, legal } as Partial<View> }];
  const [step] = stepsFrom(latest, [
    {
      type: "played",
      ply: latest.ply + 1,
      seat,
      by: "computer",
      seen,
      turn_ends: clock === null ? null : 100 + clock,
      now: 100,
      sentence: null,
      card: null,
    } as unknown as Played,
  ]);
  latest = step!.after;
  playback.enqueue([step!]);
  return step!;
}

function open(seat: number | null = 0): void {
  playback = new Playback(null, { isReduced: () => isReduced, pace: () => pace, hasPauses: true });
  latest = { views: [view({ seat })], diceOut: [], ply: 0 };
  playback.jump(latest);
}

/** Until nothing is left to be shown, in ms. */
function untilShown(): number {
  const began = Date.now();
  while (playback.isBusy && Date.now() - began < 60_000) vi.advanceTimersByTime(5);
  return Date.now() - began;
}

beforeEach(() => {
  vi.useFakeTimers();
  pace = "normal";
  isReduced = false;
});
afterEach(() => {
  playback.close();
  vi.useRealTimers();
});

describe("pace", () => {
  test.each(["relaxed", "normal", "fast"] as const)("%s: the next rival's action comes after its pause", (chosen) => {
    pace = chosen;
    open();
    const times: number[] = [];
    playback.onEvent(() => times.push(Date.now()));
    act(1);
    act(2);
    act(3);
    const { scale, pause } = PACES[chosen];
    untilShown();
    const apart = lengthOf([ticket(1)]) * scale + pause;
    expect(times[1]! - times[0]!).toBeCloseTo(apart, -1);
    expect(times[2]! - times[1]!).toBeCloseTo(apart, -1);
  });

  test.each([
    ["relaxed", 1.4],
    ["normal", 1],
    ["fast", 0.55],
  ] as const)("%s: a roll takes %f of its time", (chosen, scale) => {
    pace = chosen;
    open();
    const events = [roll(7), move("bgpry", 1, 4)];
    act(7, events); // then it is the viewer's turn, which no pause delays
    expect(untilShown()).toBeLessThanOrEqual(lengthOf(events) * scale + 10);
  });

  test("one's own action is followed by no pause", () => {
    open();
    act(0);
    act(1);
    vi.advanceTimersByTime(lengthOf([ticket(0)]) + 5);
    expect(playback.shown).toMatchObject({ seat: 1 });
  });

  test.each([false, true])("before one's own turn an action can be read, with reduced motion (%s) too", (reduced) => {
    isReduced = reduced;
    open();
    act(7);
    expect(untilShown()).toBeCloseTo(READ, -1);
  });

  test("a rival who acts during the pause waits for its end", () => {
    open();
    act(1);
    vi.advanceTimersByTime(lengthOf([ticket(1)]) + 5);
    expect(playback).toMatchObject({ isBusy: true, waiting: 0, ply: 1, shown: { seat: 1 } });
    act(2);
    expect(playback.shown).toMatchObject({ seat: 1 });
    vi.advanceTimersByTime(PACES.normal.pause);
    expect(playback.shown).toMatchObject({ seat: 2 });
  });

  test("with reduced motion the pauses stay", () => {
    isReduced = true;
    open();
    act(1);
    act(2);
    expect(playback.shown).toMatchObject({ seat: 1, revealed: 1 });
    vi.advanceTimersByTime(PACES.normal.pause - 1);
    expect(playback.shown).toMatchObject({ seat: 1 });
    vi.advanceTimersByTime(1);
    expect(playback.shown).toMatchObject({ seat: 2 });
  });

  test("none: everything is there at once", () => {
    pace = "none";
    open();
    for (const seat of [1, 2, 3]) act(seat, [roll(seat), move("bgpry", 1, 4)]);
    expect(playback).toMatchObject({ isBusy: false, ply: 3, moving: [] });
  });

  test("another pace holds from now on", () => {
    pace = "relaxed";
    open();
    act(1);
    act(2);
    pace = "fast";
    expect(untilShown()).toBeLessThan(2 * (lengthOf([ticket(1)]) * 1.4 + 300) + 20);
  });

  test("a watcher of a quick table does not fall behind", () => {
    open(null);
    for (let nth = 0; nth < 40; nth += 1) {
      act(nth % SEATS, nth % 2 ? [ticket(nth % SEATS)] : [roll(nth % SEATS), move("bgpry", 1, 4)]);
      vi.advanceTimersByTime(1200);
      expect(playback.waiting).toBeLessThanOrEqual(3);
    }
  });
});

describe("a clock runs", () => {
  /** Seven computers act 1.2 s apart; then the viewer has five seconds. */
  function round(...ends: number[]): number {
    for (let seat = 1; seat < SEATS; seat += 1) {
      const events = [roll(seat), move("bgpry", 1, 4)];
      if (ends.includes(seat)) events.push(scored(), started(seat + 1));
      act(seat, events, 5);
      if (seat < SEATS - 1) vi.advanceTimersByTime(1200);
    }
    return untilShown();
  }

  test.each(["relaxed", "normal", "fast"] as const)("%s: in turn, one sees the rest within a second", (chosen) => {
    pace = chosen;
    open();
    const seen = new Set<number>();
    playback.onEvent(({ played }) => seen.add(played.ply));
    expect(round()).toBeLessThanOrEqual(LEFT_OVER);
    expect([...seen]).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(playback.views).toEqual(latest.views);
    expect(playback.sinceTurn).toHaveLength(7);
  });

  test.each([1, 2, 6, 7])("also when a leg has ended meanwhile (seat %i)", (seat) => {
    pace = "relaxed";
    open();
    expect(round(seat)).toBeLessThanOrEqual(LEFT_OVER);
    expect(playback.views).toEqual(latest.views);
    expect(playback.sinceTurn.find(({ hasPayout }) => hasPayout)?.seat).toBe(seat);
  });

  test("a long clock leaves time for what a leg paid", () => {
    open();
    act(7, [roll(7), move("bgpry", 1, 4), scored(), started(0)], 60);
    vi.advanceTimersByTime(LEFT_OVER);
    expect(playback.phase).toBe("leg");
    playback.hold(true);
    expect(untilShown()).toBeLessThanOrEqual(12_000);
  });

  test("without a clock nothing is hurried", () => {
    pace = "relaxed";
    open();
    for (let seat = 1; seat < SEATS; seat += 1) act(seat, [roll(seat), move("bgpry", 1, 4)]);
    expect(untilShown()).toBeGreaterThan(7 * 1400);
  });
});

describe("skip to my turn", () => {
  test("everything passes at once, also what has yet to come, and what changed is outlined", () => {
    open();
    act(1, [roll(1), move("bgpry", 1, 4)]);
    act(2);
    vi.advanceTimersByTime(100);
    playback.skipToTurn();
    expect(playback).toMatchObject({ isBusy: false, isSkippingToTurn: true, ply: 2 });
    expect(playback.moving).toMatchObject([
      { kind: "mark", ms: SKIPPED.fade },
      { kind: "outline", ms: SKIPPED.outline },
    ]);
    for (let seat = 3; seat < SEATS; seat += 1) {
      vi.advanceTimersByTime(1200);
      act(seat);
      expect(playback.isBusy).toBe(false);
    }
    expect(playback).toMatchObject({ isSkippingToTurn: false, ply: 7 });
    expect(playback.sinceTurn.map(({ seat }) => seat)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    act(0);
    act(1);
    expect(playback.isBusy).toBe(true);
  });

  test("it stops for what a leg paid, and goes on after it", () => {
    open();
    act(6, [roll(6), move("bgpry", 1, 4), scored(), started(7)]);
    act(7);
    playback.skipToTurn();
    expect(playback.phase).toBe("leg");
    playback.next();
    expect(playback).toMatchObject({ isBusy: false, isSkippingToTurn: false, ply: 2 });
  });

  test("a tap on the board skips one action and its pause only", () => {
    open();
    act(1);
    act(2);
    playback.skipAction();
    expect(playback.shown).toMatchObject({ seat: 2 });
    expect(playback.moving).toMatchObject([{ kind: "flight" }]);
  });

  test("only computers may be skipped", () => {
    const seat = (kind: string, hasLeft = false): SeatForm => ({ kind, has_left: hasLeft }) as SeatForm;
    const seats = [seat("person"), seat("computer"), seat("person"), seat("computer"), seat("person", true)];
    expect(canSkip(seats, [0], 3)).toBe(true);
    expect(canSkip(seats, [0], 1)).toBe(false);
    expect(canSkip(seats, [0], 0)).toBe(false);
    expect(canSkip(seats, [], 3)).toBe(false);
  });
});

describe("since your turn", () => {
  const strip = (more: Partial<Parameters<typeof stripOf>[0]> = {}) =>
    stripOf({
      actions: playback.sinceTurn,
      own: [0],
      seats: SEATS,
      turn: playback.views[0]!.turn,
      shown: playback.shown,
      isOwnTurn: !playback.isBusy && playback.views[0]!.legal.length > 0,
      isOver: false,
      ...more,
    })!;
  const drawn = ({ places }: ReturnType<typeof strip>) => places.map(({ kind, seat }) => `${kind} ${seat}`).join(", ");

  test("places fill in turn order, and empty with one's own action", () => {
    open();
    act(0);
    expect(strip().label).toBe("Until your turn");
    expect(drawn(strip())).toBe("next 1, next 2, next 3, next 4, next 5, next 6, next 7");
    act(1);
    untilShown();
    act(2, [roll(2), move("bgpry", 1, 4)]);
    expect(drawn(strip())).toBe("done 1, now 2, next 3, next 4, next 5, next 6, next 7");
    untilShown();
    for (let seat = 3; seat < SEATS; seat += 1) act(seat);
    while (playback.shown?.seat !== 7) vi.advanceTimersByTime(50);
    expect(strip().label).toBe("Until your turn");
    expect(drawn(strip())).toMatch(/done 6, now 7$/);
    untilShown();
    expect(strip().label).toBe("Since your turn");
    expect(drawn(strip())).toBe("done 1, done 2, done 3, done 4, done 5, done 6, done 7");
    act(0);
    expect(playback.sinceTurn).toEqual([]);
  });

  test("before anybody has acted, it says who comes after you", () => {
    open();
    const first = strip({ isOwnTurn: true });
    expect(first.label).toBe("After your turn");
    expect(first.places).toHaveLength(7);
    expect(stripOf({ ...momentOf(), own: [0, 1], seats: 2 })).toBeNull();
  });
  const momentOf = () => ({ actions: [], turn: 0, shown: null, isOwnTurn: true, isOver: false });

  test("the oldest leave when there are too many", () => {
    pace = "none";
    open();
    act(1);
    for (const seat of [1, 2, 3, 4, 5, 6, 7]) act(seat);
    expect(playback.sinceTurn).toHaveLength(MOST_PLACES);
    expect(strip().places).toHaveLength(MOST_PLACES);
  });

  test("an action is shown again from how the table stood, and then the table is as it is", () => {
    pace = "none";
    open();
    act(6, [roll(6), move("bgpry", 1, 4)]);
    act(7);
    pace = "normal";
    const [first] = playback.sinceTurn;
    playback.showAgain([first!]);
    expect(playback).toMatchObject({ isBusy: true, ply: 2, diceOut: [], shown: { seat: 6, isAgain: true } });
    expect(playback.views[0]!.track).toEqual({ 1: "bgpry" });
    vi.advanceTimersByTime(lengthOf(first!.step.seen.events) + 10);
    expect(playback.views[0]!.track).toEqual({ 4: "bgpry" });
    untilShown();
    expect(playback).toMatchObject({ ...latest, shown: null, way: null });
    expect(playback.sinceTurn).toHaveLength(2);
  });

  test("showing it again can be broken off, and news come after it", () => {
    pace = "none";
    open();
    act(1, [roll(1), move("bgpry", 1, 4)]);
    act(2);
    pace = "normal";
    playback.showAgain(playback.sinceTurn);
    vi.advanceTimersByTime(300);
    act(3);
    expect(playback.shown).toMatchObject({ seat: 1, isAgain: true });
    playback.skip();
    expect(playback.shown).toMatchObject({ seat: 3, isAgain: false });
    untilShown();
    expect(playback).toMatchObject(latest);
  });

  test("where a leg ended, what it paid can be seen again", () => {
    pace = "none";
    open();
    act(6, [roll(6), move("bgpry", 1, 4), scored(), started(7)]);
    playback.next();
    act(7);
    const [ended] = playback.sinceTurn;
    expect(ended?.hasPayout).toBe(true);
    playback.showAgain([ended!], "payout");
    expect(playback).toMatchObject({ phase: "leg", diceOut: ["b3"] });
    playback.next();
    expect(playback).toMatchObject({ ...latest, phase: "still" });
    pace = "normal";
    playback.showAgain([ended!]); // the roll alone
    untilShown();
    expect(playback).toMatchObject({ ...latest, phase: "still" });
  });

  test("a page that is loaded in mid-turn knows what was done before", () => {
    pace = "none";
    open();
    const start = latest;
    const past = [act(0), act(6), act(7)];
    open();
    playback.jump(past.at(-1)!.after, past, start);
    expect(playback.sinceTurn.map(({ seat }) => seat)).toEqual([6, 7]);
  });

  test("words of a place", () => {
    pace = "none";
    open();
    act(1, [roll(1), move("b", 1, 4)]);
    const [action] = playback.sinceTurn;
    expect([verbOf(action!), whereTo(action!), sentTo(action!)]).toEqual(["rolled", "to 4", ""]);
    expect(sentenceOf(action!)).toBe("Seat 1: die_revealed. Seat 1: camel_moved.");
  });

  test("where there is little room, a place still says where a tile sent a camel", () => {
    pace = "none";
    open();
    const hit = (space: number) => ({ type: "tile_hit", space, seat: 0, side: "+" }) as unknown as Event;
    act(1, [roll(1), move("b", 1, 4), hit(4), move("b", 4, 5)]);
    act(2, [roll(2), move("b", 15, 16), hit(16), move("b", 16, 17)]);
    expect(playback.sinceTurn.map(sentTo)).toEqual(["→5", ""]);
  });
});

test("the log has the roll that ended the leg before it is paid, and no roll before its die is seen", () => {
  open();
  const { played } = act(6, [roll(6), move("bgpry", 1, 4), scored(), started(7)]);
  const texts = (): string[] =>
    linesShown(linesOf(played), playback.ply, playback.shown).map(({ text }) => text.replace(/Seat 6: /g, ""));
  expect(texts()).toEqual([]);
  while (playback.diceOut.length === 0) vi.advanceTimersByTime(5);
  expect(texts()).toEqual(["die_revealed. camel_moved."]);
  while (playback.phase !== "leg") vi.advanceTimersByTime(5);
  expect(texts()[0]).toBe("die_revealed. camel_moved.");
  expect(texts()).not.toContain("leg_started.");
});

test("while a unit goes, and until the next action, the board says from where and to where", () => {
  open();
  act(1, [roll(1), move("bg", 1, 4)]);
  while (!playback.way) vi.advanceTimersByTime(5);
  expect(playback.way).toEqual({ unit: "bg", spaces: [1, 2, 3, 4], end: 4 });
  vi.advanceTimersByTime(1500);
  expect(playback).toMatchObject({ way: { end: 4 }, away: "" });
  untilShown();
  expect(playback.way).toBeNull();
});
