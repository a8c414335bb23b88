// What is shown of a live table: every step as motion, event by event, until the picture is how the game stands. It
// says what is to be drawn now and for how long something moves; `MotionLayer` draws that. Nothing here needs a page, and
// all of it happens in time of setTimeout, so that a hidden page or a test goes through the same.
import { prefersReducedMotion } from "svelte/motion";
import { trackAfter } from "../../game/track.ts";
import type { Snapshot, Step } from "../connection/tableConnection.ts";
import type { CardScored, Event, GameEnded, LegScored, Played, Track, View } from "../../game/protocol.ts";
import { landed, lifted } from "./applyEvent.ts";
import type { Motion, NewMotion, Piece, Place, Walk } from "./motions.ts";
import { BACK, CAP, COIN, DROP, FADE, FLIGHT, hops, hurry, LIFT, type Manner, MOST_SHOWN, NUMBER } from "./timing.ts";
import { SETTLE, SHAKE, speedFor, SQUASH, STAGE, SUN, TIP, TO_TENT } from "./timing.ts";

export type Phase = "still" | "moving" | "leg" | "decks";

/** An event at the moment at which it is shown. */
export interface ShownEvent {
  event: Event;
  /** What the server says of it. */
  sentences: string[];
  played: Played;
  /** When something is heard of it, in ms from now: steps of a unit, a die that falls. Empty if nothing moves. */
  beats: number[];
  /** It is one of many that somebody missed, or skipped. */
  isPassedOver: boolean;
}

/** A live table, as far as it is shown. */
type Told = Pick<Snapshot, "queue" | "views" | "out" | "ply">;
export interface Source {
  readonly state: Told;
  subscribe(listener: (state: Told) => void): () => void;
  shift(): void;
}

interface Options {
  /** Whether somebody wants no motion. */
  isReduced?: () => boolean;
}

/** A unit that goes, or is about to. */
interface SetOff {
  id: number;
  motion: Omit<Walk, "id" | "since">;
}

/** What a step waits for: so many ms at its own pace, or until somebody has seen a stage. */
type Wait = number | "stage";
/** The longest that a shaken pyramid waits for an answer. */
const LONGEST_SHAKE = 8000;

export class Playback {
  /** What is to be drawn for each held seat, or for the watcher. */
  views = $state.raw<View[]>([]);
  /** The dice that are out, as "g2". */
  out = $state.raw<string[]>([]);
  /** The last ply that is fully shown. */
  ply = $state(0);
  phase = $state<Phase>("still");
  /** For the board: where camels will stand, and which of them `MotionLayer` draws. */
  coming = $state.raw<Track | undefined>(undefined);
  away = $state("");
  moving = $state.raw<Motion[]>([]);
  /** The leg that has ended, while the phase is "leg". */
  scored = $state.raw<LegScored | null>(null);
  /** The race has ended with it. */
  isLastLeg = $state(false);
  /** The cards of both decks in their order, and the result, while the phase is "decks". */
  cards = $state.raw<CardScored[]>([]);
  ended = $state.raw<GameEnded | null>(null);

  #connection: Source;
  #isReduced: () => boolean;
  #leave: () => void;
  #listeners: ((shown: ShownEvent) => void)[] = [];
  /** The step that is shown, and what is left of it. */
  #step: Step | null = null;
  #rest: Generator<Wait, void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** By the id of what moves. */
  #endings: Record<number, ReturnType<typeof setTimeout>> = {};
  #stageEnds = 0;
  #prepared: SetOff | null = null;
  #isHeld = false;
  #isSkipping = false;
  #isShifting = false;
  #isGoing = false;
  #ids = 0;

  constructor(connection: Source, { isReduced = wantsNoMotion }: Options = {}) {
    this.#connection = connection;
    this.#isReduced = isReduced;
    this.#leave = connection.subscribe(this.#hear);
    document.addEventListener("visibilitychange", this.#hide);
  }

  /** Whether there is something that has not been shown. */
  get isBusy(): boolean {
    return this.phase !== "still";
  }

  /** Hear of each event at the moment at which it is shown. */
  onEvent(listener: (shown: ShownEvent) => void): () => unknown {
    this.#listeners = [...this.#listeners, listener];
    return () => (this.#listeners = this.#listeners.filter((other) => other !== listener));
  }

  /** A roll was asked for: the pyramid shakes until the answer comes, or until it is refused. */
  expectRoll(answer?: Promise<unknown>): void {
    answer?.catch(() => this.stopRoll());
    if (this.#speed() === 0 || this.#find("shake")) return;
    this.#release({ kind: "shake", ms: LONGEST_SHAKE });
  }

  /** The roll that was expected does not come. */
  stopRoll(): void {
    const shake = this.#find("shake");
    if (shake) this.#remove(shake.id);
  }

  /** Go on from a stage. */
  next(): void {
    if (this.phase === "leg" || this.phase === "decks") this.#go();
  }

  /** Somebody looks closely at a stage: it does not go away by itself. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (this.phase !== "leg" && this.phase !== "decks") return;
    clearTimeout(this.#timer);
    if (!isHeld) this.#timer = setTimeout(this.#go, Math.max(STAGE.least, this.#stageEnds - Date.now()));
  }

  /** To how it stands now, but over no stage that nobody has seen. */
  skip(): void {
    if (this.phase === "leg" || this.phase === "decks") {
      this.next();
    } else if (this.#rest) {
      this.#isSkipping = true;
      this.#clear();
      this.#go();
    }
  }

  close(): void {
    this.#leave();
    document.removeEventListener("visibilitychange", this.#hide);
    this.#listeners = [];
    this.#rest = null;
    clearTimeout(this.#timer);
    this.#clear();
  }

  // --- The run of things -----------------------------------------------------------------------------------------

  #hear = (state: Told): void => {
    if (this.#isShifting) return;
    if (this.#step && state.queue[0] !== this.#step) this.#drop();
    if (!this.#step) {
      this.#begin();
      this.#go();
    } else if (this.phase !== "moving" && this.#isCrowded()) {
      this.#go();
    }
  };

  #hide = (): void => {
    if (document.visibilityState === "hidden" && this.phase === "moving") this.skip();
  };

  /** The table took another way: what was shown is no longer what comes next. */
  #drop(): void {
    clearTimeout(this.#timer);
    this.#clear();
    this.#step = null;
    this.#rest = null;
    this.#leaveStage();
  }

  /** Begin with the oldest step, or rest if there is none. */
  #begin(): void {
    const { queue, views, out, ply } = this.#connection.state;
    const step = queue[0] ?? null;
    this.#step = step;
    this.#rest = step && this.#play(step);
    this.views = views;
    this.out = out;
    this.coming = undefined;
    this.away = "";
    this.ply = step ? step.played.ply - 1 : ply;
    this.phase = step ? "moving" : "still";
    if (!step) this.#isSkipping = false;
  }

  /** Go on until something takes time. */
  #go = (): void => {
    if (this.#isGoing) return; // somebody who was told of an event asked for more
    clearTimeout(this.#timer);
    while (this.#rest) {
      const rest = this.#rest;
      this.#isGoing = true;
      const { done, value } = rest.next();
      this.#isGoing = false;
      if (this.#rest !== rest) continue;
      if (done) {
        this.#isShifting = true;
        this.#connection.shift();
        this.#isShifting = false;
        this.#begin();
      } else if (value === "stage") {
        this.#isSkipping = false;
        const ms = STAGE[this.phase === "decks" ? "decks" : "leg"];
        this.#stageEnds = Date.now() + ms;
        if (!this.#isHeld) this.#timer = setTimeout(this.#go, ms);
        return;
      } else if (value > 0 && this.#speed() > 0) {
        this.#timer = setTimeout(this.#go, value);
        return;
      }
    }
  };

  /** How fast things move; 0: not at all. */
  #speed(): number {
    if (this.#isSkipping || document.visibilityState === "hidden" || this.#isReduced()) return 0;
    return speedFor(this.#connection.state.queue.length);
  }

  /** How long something takes now. */
  #time(ms: number): number {
    const speed = this.#speed();
    return speed === 0 ? 0 : ms / speed;
  }

  /** Let something move, now or after a while, until it is removed. */
  #add(motion: NewMotion, delay = 0): number {
    const id = ++this.#ids;
    if (motion.ms > 0) this.moving = [...this.moving, { ...motion, id, since: performance.now() + delay }];
    return id;
  }

  /** Let something move beside all else; it ends by itself. */
  #release(motion: NewMotion): void {
    const id = this.#add(motion);
    if (motion.ms > 0) this.#endings[id] = setTimeout(() => this.#remove(id), motion.ms);
  }

  #remove(id: number): void {
    clearTimeout(this.#endings[id]);
    if (this.moving.some((motion) => motion.id === id)) this.moving = this.moving.filter((motion) => motion.id !== id);
  }

  #clear(): void {
    for (const { id } of this.moving) clearTimeout(this.#endings[id]);
    this.#endings = {};
    this.#prepared = null;
    if (this.moving.length) this.moving = [];
  }

  #find(kind: Motion["kind"]): Motion | undefined {
    return this.moving.find((motion) => motion.kind === kind);
  }

  #isCrowded(): boolean {
    return this.#connection.state.queue.length > MOST_SHOWN;
  }

  // --- What is shown of a step -----------------------------------------------------------------------------------

  *#play(step: Step): Generator<Wait, void> {
    const { events } = step.seen;
    const pace = hurry(events);
    for (const [index, event] of events.entries()) {
      switch (event.type) {
        case "die_revealed":
          yield* this.#roll(step, index, event.face, pace);
          break;
        case "camel_moved":
          yield* this.#walk(step, index, pace);
          break;
        case "tile_hit":
          yield* this.#tip(step, index, pace);
          break;
        case "leg_scored":
          this.#tell(step, index);
          if (!this.#isCrowded()) {
            this.scored = event;
            this.isLastLeg = events.some(({ type }) => type === "race_ended" || type === "game_ended");
            this.phase = "leg";
            yield "stage";
            this.#leaveStage();
          }
          this.#land(step, index);
          break;
        case "leg_started":
          yield* this.#newLeg(step, index);
          break;
        case "card_scored":
        case "game_ended":
          yield* this.#decks(step, index);
          return;
        case "ticket_taken": {
          const [from, to]: Place[] = [
            { at: "tickets", camel: event.ticket.camel },
            { at: "seat", seat: event.seat },
          ];
          yield* this.#fly(step, index, { is: "ticket", ticket: event.ticket }, from!, to!);
          break;
        }
        case "card_played": {
          const { seat, camel, deck } = event;
          yield* this.#fly(step, index, { is: "card", seat }, { at: "card", camel, seat }, { at: "deck", deck });
          break;
        }
        case "tile_placed": {
          const { seat, side, space, moved_from: old } = event;
          const from: Place = old === null ? { at: "seat", seat } : { at: "space", space: old };
          const edition = this.views[0]?.edition ?? 2;
          yield* this.#fly(step, index, { is: "tile", side, seat, edition }, from, { at: "space", space });
          break;
        }
        case "partners_joined":
        case "race_ended":
          this.#tell(step, index);
          this.#land(step, index);
          yield this.#time(FLIGHT);
          break;
      }
    }
  }

  /** The pyramid shakes, opens, and a die falls out and goes to its tent; meanwhile there is room made for camels. */
  *#roll(step: Step, index: number, face: string, pace: number): Generator<Wait, void> {
    const begun = this.#find("shake");
    const left = this.#time(SHAKE) - (begun ? performance.now() - begun.since : 0);
    const shake = begun?.id ?? this.#add({ kind: "shake", ms: left });
    if (left > 0) yield left;
    this.#remove(shake);
    let ms = this.#time(CAP);
    this.#release({ kind: "open", ms: ms + this.#time(DROP) });
    yield ms;
    const drop = this.#time(DROP);
    const number = this.#time(NUMBER);
    this.#lift(step, index);
    this.coming = stacksAfter(step, this.views[0]);
    this.#tell(step, index, drop ? [drop * 0.36, drop * 0.72] : []);
    const id = this.#add({ kind: "drop", face, isShown: false, ms: drop });
    yield number;
    this.moving = this.moving.map((motion) =>
      motion.id === id && motion.kind === "drop" ? { ...motion, isShown: true } : motion,
    );
    yield drop - number;
    this.#remove(id);
    ms = this.#time(TO_TENT);
    const flight = this.#add({ kind: "tent", face, nth: this.out.length, ms });
    // A heavy unit takes a while to be drawn: it is there before it goes.
    if (ms) this.#prepared = this.#setOff(step, index + 1, pace, ms);
    yield ms;
    this.#remove(flight);
    this.out = [...this.out, face];
    this.#land(step, index);
    this.#mark(".tents");
  }

  /** A unit goes along the ring, onto a stack or under one. */
  *#walk(step: Step, index: number, pace: number): Generator<Wait, void> {
    const walk = this.#prepared ?? this.#setOff(step, index, pace);
    this.#prepared = null;
    if (!walk) return;
    const { id, motion } = walk;
    const { unit, start, end, ms, there, isUnder } = motion;
    this.#tell(step, index, ms ? stepTimes(motion.hops) : []);
    yield ms;
    this.#remove(id);
    this.#land(step, index);
    this.away = step.seen.events[index + 1]?.type === "tile_hit" && ms ? unit : "";
    if (there && !isUnder) this.#release({ kind: "squash", space: end, ms: this.#time(SQUASH + 30 * there.length) });
    this.#mark(`.stack[data-space="${end}"]`, `.stack[data-space="${start}"]`);
  }

  /** Let a unit go, now or after a while. */
  #setOff(step: Step, index: number, pace: number, delay = 0): SetOff | null {
    const event = step.seen.events[index];
    if (event?.type !== "camel_moved") return null;
    const { start, end, is_under: isUnder } = event;
    const unit = event.unit.join("");
    const track = this.views[0]?.track ?? {};
    const left = [...(track[start] ?? "")].filter((camel) => !unit.includes(camel)).join("");
    const there = track[end] ?? "";
    const before = step.seen.events[index - 1];
    const manner: Manner = before?.type !== "tile_hit" ? "hop" : before.side === "+" ? "thrown" : "slide";
    const parts = hops(unit.length, Math.abs(end - start), there !== "", manner).map((ms) => this.#time(ms / pace));
    const sliding = isUnder && there !== "" ? this.#time((LIFT + SETTLE) / pace) : 0;
    const ms = parts.reduce((sum, part) => sum + part, sliding);
    const motion = { kind: "walk", unit, start, end, manner, isUnder, left, there, hops: parts, ms } as const;
    this.away = ms ? unit + left + there : "";
    return { id: this.#add(motion, delay), motion };
  }

  /** A tile springs or tips, and its owner gets a coin, which flies while the unit goes on. */
  *#tip(step: Step, index: number, pace: number): Generator<Wait, void> {
    const event = step.seen.events[index]!;
    if (event.type !== "tile_hit") return;
    const { space, side, seat } = event;
    const ms = this.#time(TIP / pace);
    this.#tell(step, index, ms ? [0] : []);
    this.#release({
      kind: "flight",
      piece: { is: "coin" },
      from: { at: "space", space },
      to: { at: "seat", seat },
      ms: this.#time(COIN),
    });
    const id = this.#add({ kind: "tip", unit: this.views[0]?.track[space] ?? "", space, side, seat, ms });
    yield ms;
    this.#remove(id);
    this.#land(step, index);
  }

  *#fly(step: Step, index: number, piece: Piece, from: Place, to: Place): Generator<Wait, void> {
    const ms = this.#time(FLIGHT);
    this.#tell(step, index, ms ? [0, ms] : []);
    const id = this.#add({ kind: "flight", piece, from, to, ms });
    this.#lift(step, index);
    yield ms;
    this.#remove(id);
    this.#land(step, index);
    if (to.at === "space" && piece.is === "tile") this.#mark(`.tile[data-owner="${piece.seat}"]`);
    if (to.at === "deck") this.#mark(".deck");
  }

  /** The table is cleared, and the dice hop back. */
  *#newLeg(step: Step, index: number): Generator<Wait, void> {
    this.#tell(step, index);
    const dice = this.out;
    const inside = this.views.map((view) => view.dice);
    const ms = this.#time(Math.max(SUN, dice.length * BACK.apart + BACK.each));
    this.out = [];
    this.#land(step, index);
    const after = this.views;
    if (ms) this.views = after.map((view, nth) => ({ ...view, dice: inside[nth]! }));
    const id = this.#add({ kind: "back", dice, ms });
    yield ms;
    this.#remove(id);
    this.views = after;
    this.#mark(".tents", ".pyramid");
  }

  /** Both decks are turned up at once, and the money is counted. */
  *#decks(step: Step, first: number): Generator<Wait, void> {
    const { events } = step.seen;
    for (let index = first; index < events.length; index += 1) this.#tell(step, index);
    const rest = events.slice(first);
    if (!this.#isCrowded()) {
      this.cards = rest.filter((event) => event.type === "card_scored");
      this.ended = rest.find((event) => event.type === "game_ended") ?? null;
      this.phase = "decks";
      yield "stage";
      this.#leaveStage();
    }
    for (let index = first; index < events.length; index += 1) this.#land(step, index);
  }

  #leaveStage(): void {
    if (this.phase === "leg" || this.phase === "decks") this.phase = "moving";
    this.#isHeld = false;
    this.scored = null;
    this.cards = [];
    this.ended = null;
  }

  #lift(step: Step, index: number): void {
    this.views = this.views.map((view) => lifted(view, eventFor(step, view, index)));
  }

  #land(step: Step, index: number): void {
    this.views = this.views.map((view) => landed(view, eventFor(step, view, index)));
  }

  #mark(...places: string[]): void {
    if (!this.#isReduced() || this.#isSkipping || document.visibilityState === "hidden") return;
    this.#release({ kind: "mark", places, ms: FADE });
  }

  #tell(step: Step, index: number, beats: number[] = []): void {
    const isPassedOver = this.#isSkipping || this.#isCrowded();
    const sentences = step.seen.sentences[index] ?? [];
    const shown = { event: step.seen.events[index]!, sentences, played: step.played, beats, isPassedOver };
    for (const listener of this.#listeners) listener(shown);
  }
}

function wantsNoMotion(): boolean {
  return prefersReducedMotion.current;
}

/** What the seat of a view was told of an event: others may know less of it. */
function eventFor({ played, seen }: Step, view: View, index: number): Event {
  const own = played.seen.find(({ seat }) => seat === view.seat) ?? seen;
  return own.events[index] ?? seen.events[index]!;
}

/** Where all camels are after a step. */
function stacksAfter({ seen }: Step, view: View | undefined): Track {
  let track = view?.track ?? {};
  for (const event of seen.events) if (event.type === "camel_moved") track = trackAfter(track, event);
  return track;
}

/** When each step of a way ends. */
function stepTimes(parts: readonly number[]): number[] {
  let sum = 0;
  return parts.map((part) => (sum += part));
}
