// How a table is shown: every step as motion, event by event, until the picture is how the game stands. Steps that wait
// are kept here, and nowhere else; a choreography says what each event looks like, and a tempo how long it takes. The
// server never waits for any of it. Nothing here needs a page, and time is that of setTimeout, so that a hidden page or
// a test goes through the same.
import type { CardScored, Event, GameEnded, LegScored, Played } from "../../game/protocol.ts";
import type { Follower, Frame, Step, TableSource } from "../connection/steps.ts";
import { FADE, MOST_MISSED, MOST_SHOWN, SKIPPED, STAGE } from "../motion/timing.ts";
import { choreograph, type Cue, type Stage } from "./choreography.ts";
import { Picture } from "./picture.svelte.ts";
import { beforePayout, changedPlaces, isOwn, isOwnTurn, withStep, withSteps } from "./rivalActions.ts";
import type { RivalAction } from "./rivalActions.ts";
import { Tempo, type TempoOptions } from "./tempo.ts";

export type Phase = "still" | "moving" | Stage["phase"];

/** An event at the moment at which it is shown. */
export interface ShownEvent {
  event: Event;
  /** What the server says about it. */
  sentences: string[];
  played: Played;
  /** When something is heard of it, in ms from now: steps of a unit, a die that falls. Empty if nothing moves. */
  beats: number[];
  /** It is one of many that somebody missed, or skipped. */
  isPassedOver: boolean;
}

/** The action that is being shown, or has just been shown: what the ribbon says. */
export interface ShownAction {
  ply: number;
  seat: number;
  events: Event[];
  sentences: string[][];
  /** How many of its events the board has shown so far. */
  revealed: number;
  /** How long it takes with the pause after it, in ms. */
  ms: number;
  /** It was shown before. */
  isAgain: boolean;
}

/** What is to be shown. */
interface Item {
  step: Step;
  /** Somebody wants to see it again, from how the table stood then. */
  again?: { before: Frame; isPayout: boolean };
}

/** The longest that a shaken pyramid waits for an answer. */
const LONGEST_SHAKE = 8000;

export class Playback extends Picture implements Follower {
  /** The action on the screen; null while nothing is shown. */
  shown = $state.raw<ShownAction | null>(null);
  /** What rivals did since the own turn; for a watcher, what was done last. */
  sinceTurn = $state.raw<readonly RivalAction[]>([]);
  #stage = $state.raw<Stage | null>(null);
  /** Whether something has not been shown. */
  #isBusy = $state(false);
  #isSkippingToTurn = $state(false);

  #tempo: Tempo;
  #unfollow: (() => void) | null = null;
  #listeners: ((shown: ShownEvent) => void)[] = [];
  /** What has not been fully shown, oldest first; the first is being shown, unless there is a pause after it. */
  #queue: Item[] = [];
  /** What is left of the first. */
  #rest: Iterator<Cue, void> | null = null;
  /** What it waits for, between two actions too; null while it goes on, and when nothing is shown. */
  #pause: "time" | "stage" | "between" | null = null;
  /** Ends the pause; none while somebody looks closely at a stage. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends an action that takes too long for somebody who is in turn. */
  #cutting: ReturnType<typeof setTimeout> | undefined;
  /** Takes the way of the last unit off the board. */
  #fading: ReturnType<typeof setTimeout> | undefined;
  #stageEnds = 0;
  #isHeld = false;
  #isSkipping = false;
  /** Only the action on the screen is skipped. */
  #isCut = false;
  /** How it looked before something was skipped. */
  #skippedFrom: Frame | null = null;
  /** How the table stands, while something is shown again. */
  #present: Frame | null = null;

  /** Show what happens at a table, or only what `jump` and `enqueue` are called with. */
  constructor(source: TableSource | null = null, options: TempoOptions = {}) {
    super();
    this.#tempo = new Tempo(options);
    document.addEventListener("visibilitychange", this.#hide);
    this.#unfollow = source?.follow(this) ?? null;
  }

  get phase(): Phase {
    return this.#stage?.phase ?? (this.#isBusy ? "moving" : "still");
  }

  /** Whether there is something that has not been shown. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** How many steps have not been fully shown. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Everything passes at once until it is the viewer's turn. */
  get isSkippingToTurn(): boolean {
    return this.#isSkippingToTurn;
  }

  /** The leg that has ended, while the phase is "leg". */
  get scored(): LegScored | null {
    return this.#stage?.phase === "leg" ? this.#stage.scored : null;
  }

  /** The race has ended with it. */
  get isLastLeg(): boolean {
    return this.#stage?.phase === "leg" && this.#stage.isLastLeg;
  }

  /** The cards of both decks in their order, while the phase is "decks". */
  get cards(): CardScored[] {
    return this.#stage?.phase === "decks" ? this.#stage.cards : [];
  }

  /** The result, while the phase is "decks". */
  get ended(): GameEnded | null {
    return this.#stage?.phase === "decks" ? this.#stage.ended : null;
  }

  /** Hear of each event at the moment at which it is shown. */
  onEvent(listener: (shown: ShownEvent) => void): () => unknown {
    this.#listeners = [...this.#listeners, listener];
    return () => (this.#listeners = this.#listeners.filter((other) => other !== listener));
  }

  // --- What is to be shown ---------------------------------------------------------------------------------------

  jump(to: Frame, past: readonly Step[] = [], start: Frame = to): void {
    if (this.#isBusy) this.#drop();
    this.#forgetWay();
    this.#isSkippingToTurn = false;
    this.sinceTurn = withSteps(past, start);
    this.set(to);
  }

  enqueue(steps: readonly Step[]): void {
    const last = steps.at(-1);
    if (!last) return;
    if (this.#queue.length + steps.length > MOST_MISSED) {
      this.jump(last.after, steps, this.#queue.at(-1)?.step.after ?? this.#frame());
      return;
    }
    this.#queue.push(...steps.map((step) => ({ step })));
    this.#hurry(last);
    if (!this.#isBusy) {
      this.#begin();
      this.#run();
    } else if (this.#pause === "stage" && this.#isCrowded()) {
      this.#resume();
    }
  }

  /** A roll was asked for: the pyramid shakes until the answer comes, or until it is refused. */
  expectRoll(answer?: Promise<unknown>): void {
    answer?.catch(() => this.stopRoll());
    if (this.#scale() === 0 || this.find("shake")) return;
    this.release({ kind: "shake", ms: LONGEST_SHAKE });
  }

  /** The roll that was expected does not come. */
  stopRoll(): void {
    const shake = this.find("shake");
    if (shake) this.remove(shake.id);
  }

  /** Go on from a stage. */
  next(): void {
    if (this.#pause === "stage") this.#resume();
  }

  /** Somebody looks closely at a stage: it does not go away by itself, unless a clock runs for him. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (this.#pause !== "stage" || this.#tempo.isDue) return;
    clearTimeout(this.#timer);
    if (!isHeld) this.#timer = setTimeout(this.#resume, Math.max(STAGE.least, this.#stageEnds - Date.now()));
  }

  /** Skip to how it stands now, but over no stage that nobody has seen. */
  skip(): void {
    if (this.#present) {
      this.#stopAgain();
    } else if (this.#pause === "stage") {
      this.#resume();
    } else if (this.#isBusy) {
      this.#isSkipping = true;
      this.clear();
      this.#resume();
    }
  }

  /** Skip the action on the screen, and the pause after it. */
  skipAction(): void {
    if (!this.#isBusy || this.#pause === "stage") return;
    this.#isCut = true;
    this.clear();
    this.#resume();
  }

  /** Let everything pass at once, also what has yet to come, until it is the viewer's turn or a leg is paid. */
  skipToTurn(): void {
    this.#isSkippingToTurn = true;
    this.#skippedFrom ??= this.#frame();
    if (this.#pause !== "stage") this.skip();
  }

  /** Show actions of rivals again, or what the leg paid that ended with one, or both. */
  showAgain(actions: readonly RivalAction[], what: "move" | "payout" | "both" = "move"): void {
    if ((this.#isBusy && !this.#present) || !actions.length) return;
    const present = this.#present ?? this.#frame();
    this.#stopAgain();
    if (this.#isBusy) return; // there is news
    this.#present = present;
    this.#queue = actions.map(({ step, before }) => ({
      step: beforePayout(step, what !== "move"),
      again: { before, isPayout: what === "payout" },
    }));
    this.#begin();
    this.#run();
  }

  close(): void {
    this.#unfollow?.();
    document.removeEventListener("visibilitychange", this.#hide);
    this.#listeners = [];
    this.#drop();
  }

  // --- The run of things -----------------------------------------------------------------------------------------

  /** Show the oldest step. */
  #begin(): void {
    const { step, again } = this.#queue[0]!;
    const { played, seen } = step;
    this.#isBusy = true;
    this.#forgetWay();
    this.#isCut = again?.isPayout ?? false;
    if (again) this.set({ ...again.before, ply: this.ply });
    else this.ply = played.ply - 1;
    const before = this.#frame();
    if (!again) this.sinceTurn = withStep(this.sinceTurn, step, before);
    this.#fit();
    this.shown = {
      ply: played.ply,
      seat: played.seat,
      events: seen.events,
      sentences: seen.sentences,
      revealed: 0,
      ms: this.#tempo.length(seen.events) + this.#pauseAfter(this.#queue[0]!, this.#queue.length - 1),
      isAgain: again !== undefined,
    };
    this.#rest = choreograph(step, this, this.#time);
  }

  /** Let the action on the screen take the time that there is for it. */
  #fit(): void {
    const waiting = this.#queue.length;
    this.#tempo.begin(this.#queue[0]!.step.seen.events, waiting, this.views[0]?.seat === null);
    if (this.#tempo.isDue) this.#cutIn(this.#tempo.slot(waiting));
  }

  /**
   * Go on until something takes time. Listeners are called in between, and may call anything here: no step is running
   * then, nothing is paused, and whatever they change is read again before it goes on.
   */
  #run(): void {
    while (this.#rest && !this.#pause) {
      const { done, value: cue } = this.#rest.next();
      if (done) this.#finish();
      else if (typeof cue === "number") this.#wait(cue);
      else if ("event" in cue) this.#tell(cue.event, cue.beats, cue.isUnseen);
      else if ("revealed" in cue) this.#reveal(cue.revealed);
      else if ("stage" in cue) this.#stop(cue.stage);
      else this.#mark(cue.changed);
    }
  }

  /** The oldest step was shown: look at it for a moment, then go on. */
  #finish(): void {
    const item = this.#queue.shift()!;
    this.#rest = null;
    clearTimeout(this.#cutting);
    this.set(item.again ? this.#frame() : item.step.after);
    const ms = this.#pauseAfter(item, this.#queue.length);
    if (ms > 0) {
      this.#pause = "between";
      this.#timer = setTimeout(this.#resume, ms);
    } else {
      this.#proceed();
    }
  }

  /** Show the next step, if there is one. */
  #proceed(): void {
    this.shown = null;
    const next = this.#queue[0];
    if (this.#present && !next?.again) {
      this.set(this.#present);
      this.#present = null;
    }
    if (next) {
      this.#begin();
      return;
    }
    // One's own turn is not delayed, but the way of the last unit is still to be seen for a moment.
    const look = this.#isSkipping ? 0 : this.#tempo.pause(0);
    if (look && this.way) this.#fading = setTimeout(this.#forgetWay, look);
    else this.#forgetWay();
    this.#isBusy = false;
    this.#isSkipping = this.#isCut = false;
    this.#tempo.rest();
    clearTimeout(this.#cutting);
    this.#outlineSkipped();
    if (isOwnTurn(this.#frame())) this.#isSkippingToTurn = false;
  }

  #wait(ms: number): void {
    if (ms <= 0 || this.#scale() === 0) return;
    this.#pause = "time";
    this.#timer = setTimeout(this.#resume, ms);
  }

  /** How long to look at an action before the next one; not at one's own, and hardly before one's own turn. */
  #pauseAfter({ step: { played, seen, after }, again }: Item, waiting: number): number {
    if (this.#isSkipping || this.#isCut || this.#isSkippingToTurn || isHidden()) return 0;
    if (again) return again.isPayout ? 0 : this.#tempo.pause(0);
    const isStaged = seen.events.some(({ type }) => type === "leg_scored" || type === "game_ended");
    if (isStaged || isOwn(after, played.seat)) return 0;
    return waiting === 0 && isOwnTurn(after) ? this.#tempo.reading(seen.events) : this.#tempo.pause(waiting);
  }

  /** Stop for something to read, unless somebody has fallen too far behind for that. */
  #stop(stage: Stage): void {
    const ms = Math.min(STAGE[stage.phase], this.#tempo.stageTime());
    if (this.#isCrowded() || ms <= 0) return;
    this.#stage = stage;
    this.#isSkipping = this.#isCut = false;
    this.#pause = "stage";
    this.#stageEnds = Date.now() + ms;
    this.#tempo.extend(ms);
    if (!this.#isHeld || this.#tempo.isDue) this.#timer = setTimeout(this.#resume, ms);
  }

  /** End the pause, if there is one. */
  #resume = (): void => {
    if (!this.#pause) return;
    const paused = this.#pause;
    this.#endPause();
    if (paused === "between") {
      this.#forgetWay();
      this.#proceed();
    }
    if (paused === "stage" && this.#tempo.isDue) this.#fit();
    this.#run();
  };

  #forgetWay = (): void => {
    clearTimeout(this.#fading);
    this.way = null;
  };

  #endPause(): void {
    clearTimeout(this.#timer);
    this.#pause = null;
    if (!this.#stage) return;
    this.#stage = null;
    this.#isHeld = false;
  }

  /** Forget what is shown and what waits. */
  #drop(): void {
    this.#endPause();
    clearTimeout(this.#cutting);
    this.#forgetWay();
    this.clear();
    this.#queue = [];
    this.#rest = null;
    this.shown = this.#present = this.#skippedFrom = null;
    this.#isBusy = false;
    this.#isHeld = false;
    this.#isSkipping = this.#isCut = this.#isSkippingToTurn = false;
    this.#tempo.rest();
  }

  /** Go back to how the table stands. */
  #stopAgain(): void {
    const present = this.#present;
    if (!present) return;
    const news = this.#queue.filter(({ again }) => !again);
    this.#drop();
    this.set(present);
    this.#queue = news;
    if (!news.length) return;
    this.#begin();
    this.#run();
  }

  /** It may be the viewer's turn already, with a clock running: then what is left passes quickly. */
  #hurry({ played, after }: Step): void {
    if (played.turn_ends === null || !isOwnTurn(after)) return;
    this.#stopAgain();
    this.#tempo.hurry((played.turn_ends - played.now) * 1000);
    if (!this.#isBusy || !this.#tempo.isDue) return;
    if (this.#pause === "stage") {
      const ms = Math.min(this.#stageEnds - Date.now(), this.#tempo.stageTime(true));
      this.#tempo.extend(ms);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(this.#resume, ms);
    } else if (this.#pause === "between") {
      this.#resume();
    } else {
      this.#cutIn(this.#tempo.slot(this.#queue.length));
    }
  }

  #cutIn(ms: number): void {
    clearTimeout(this.#cutting);
    this.#cutting = setTimeout(() => this.skipAction(), ms);
  }

  #hide = (): void => {
    if (isHidden() && this.phase === "moving") this.skip();
  };

  /** By how much things take longer than they do at a normal pace; 0: nothing moves. */
  #scale(): number {
    if (this.#isSkipping || this.#isCut || this.#isSkippingToTurn || isHidden() || this.#isCrowded()) return 0;
    return this.#tempo.scale;
  }

  /** How long something takes now. */
  #time = (ms: number): number => ms * this.#scale();

  #isCrowded(): boolean {
    return this.#queue.length > MOST_SHOWN;
  }

  #frame(): Frame {
    return { views: this.views, diceOut: this.diceOut, ply: this.ply };
  }

  #mark(places: string[]): void {
    if (!this.#tempo.isReduced || this.#isSkipping || this.#isCut || isHidden()) return;
    this.release({ kind: "mark", places, ms: FADE });
  }

  /** What has changed while everything passed at once. */
  #outlineSkipped(): void {
    const [before, after] = [this.#skippedFrom?.views[0], this.views[0]];
    this.#skippedFrom = this.#isSkippingToTurn && !isOwnTurn(this.#frame()) ? this.#frame() : null;
    if (!before || !after || before === after || isHidden()) return;
    const places = changedPlaces(before, after);
    this.release({ kind: "mark", places, ms: SKIPPED.fade });
    this.release({ kind: "outline", places, ms: SKIPPED.outline });
  }

  #tell(index: number, beats: number[], isUnseen = false): void {
    const { seen, played } = this.#queue[0]!.step;
    const isPassedOver = this.#isSkipping || this.#isCut || this.#isSkippingToTurn || this.#isCrowded();
    const sentences = seen.sentences[index] ?? [];
    const shown = { event: seen.events[index]!, sentences, played, beats, isPassedOver };
    if (!isUnseen) this.#reveal(index);
    for (const listener of this.#listeners) listener(shown);
  }

  #reveal(index: number): void {
    if (this.shown && this.shown.revealed <= index) this.shown = { ...this.shown, revealed: index + 1 };
  }
}

function isHidden(): boolean {
  return document.visibilityState === "hidden";
}
