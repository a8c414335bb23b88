// How a table is shown: every step as motion, event by event, until the picture is how the game stands. Steps that wait
// are kept here, and nowhere else; a choreography says what each event looks like. Nothing here needs a page, and time
// is that of setTimeout, so that a hidden page or a test goes through the same.
import { prefersReducedMotion } from "svelte/motion";
import type { CardScored, Event, GameEnded, LegScored, Played } from "../../game/protocol.ts";
import type { Follower, Frame, Step, TableSource } from "../connection/steps.ts";
import { FADE, MOST_MISSED, MOST_SHOWN, speedFor, STAGE } from "../motion/timing.ts";
import { choreograph, type Cue, type Stage } from "./choreography.ts";
import { Picture } from "./picture.svelte.ts";

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

interface Options {
  /** Whether somebody wants no motion. */
  isReduced?: () => boolean;
}

/** The longest that a shaken pyramid waits for an answer. */
const LONGEST_SHAKE = 8000;

export class Playback extends Picture implements Follower {
  #stage = $state.raw<Stage | null>(null);
  /** Whether something has not been shown. */
  #isBusy = $state(false);

  #isReduced: () => boolean;
  #unfollow: (() => void) | null = null;
  #listeners: ((shown: ShownEvent) => void)[] = [];
  /** What has not been fully shown, oldest first; the first is being shown. */
  #queue: Step[] = [];
  /** What is left of the first. */
  #rest: Iterator<Cue, void> | null = null;
  /** What it waits for; null while it goes on, and when nothing is shown. */
  #pause: "time" | "stage" | null = null;
  /** Ends the pause; none while somebody looks closely at a stage. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stageEnds = 0;
  #isHeld = false;
  #isSkipping = false;

  /** Show what happens at a table, or only what `jump` and `enqueue` are called with. */
  constructor(source: TableSource | null = null, { isReduced = wantsNoMotion }: Options = {}) {
    super();
    this.#isReduced = isReduced;
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

  jump(to: Frame): void {
    if (this.#isBusy) this.#drop();
    this.set(to);
  }

  enqueue(steps: readonly Step[]): void {
    const last = steps.at(-1);
    if (!last) return;
    const waiting = this.#queue.length;
    if (waiting + steps.length > MOST_MISSED) {
      this.jump(last.after);
      return;
    }
    this.#queue.push(...steps);
    if (waiting === 0) {
      this.#begin();
      this.#run();
    } else if (this.#pause === "stage" && this.#isCrowded()) {
      this.#resume();
    }
  }

  /** A roll was asked for: the pyramid shakes until the answer comes, or until it is refused. */
  expectRoll(answer?: Promise<unknown>): void {
    answer?.catch(() => this.stopRoll());
    if (this.#speed() === 0 || this.find("shake")) return;
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

  /** Somebody looks closely at a stage: it does not go away by itself. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (this.#pause !== "stage") return;
    clearTimeout(this.#timer);
    if (!isHeld) this.#timer = setTimeout(this.#resume, Math.max(STAGE.least, this.#stageEnds - Date.now()));
  }

  /** Skip to how it stands now, but over no stage that nobody has seen. */
  skip(): void {
    if (this.#pause === "stage") {
      this.#resume();
    } else if (this.#isBusy) {
      this.#isSkipping = true;
      this.clear();
      this.#resume();
    }
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
    const step = this.#queue[0]!;
    this.#isBusy = true;
    this.ply = step.played.ply - 1;
    this.#rest = choreograph(step, this, this.#time);
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
      else if ("event" in cue) this.#tell(cue.event, cue.beats);
      else if ("stage" in cue) this.#stop(cue.stage);
      else this.#mark(cue.changed);
    }
  }

  /** The oldest step was shown. */
  #finish(): void {
    const step = this.#queue.shift()!;
    this.#rest = null;
    this.set(step.after);
    if (this.#queue.length) {
      this.#begin();
    } else {
      this.#isBusy = false;
      this.#isSkipping = false;
    }
  }

  #wait(ms: number): void {
    if (ms <= 0 || this.#speed() === 0) return;
    this.#pause = "time";
    this.#timer = setTimeout(this.#resume, ms);
  }

  /** Stop for something to read, unless somebody has fallen too far behind for that. */
  #stop(stage: Stage): void {
    if (this.#isCrowded()) return;
    const ms = STAGE[stage.phase];
    this.#stage = stage;
    this.#isSkipping = false;
    this.#pause = "stage";
    this.#stageEnds = Date.now() + ms;
    if (!this.#isHeld) this.#timer = setTimeout(this.#resume, ms);
  }

  /** End the pause, if there is one. */
  #resume = (): void => {
    if (!this.#pause) return;
    this.#endPause();
    this.#run();
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
    this.clear();
    this.#queue = [];
    this.#rest = null;
    this.#isBusy = false;
    this.#isHeld = false;
    this.#isSkipping = false;
  }

  #hide = (): void => {
    if (document.visibilityState === "hidden" && this.phase === "moving") this.skip();
  };

  /** How fast things move; 0: not at all. */
  #speed(): number {
    if (this.#isSkipping || document.visibilityState === "hidden" || this.#isReduced()) return 0;
    return speedFor(this.#queue.length);
  }

  /** How long something takes now. */
  #time = (ms: number): number => {
    const speed = this.#speed();
    return speed === 0 ? 0 : ms / speed;
  };

  #isCrowded(): boolean {
    return this.#queue.length > MOST_SHOWN;
  }

  #mark(places: string[]): void {
    if (!this.#isReduced() || this.#isSkipping || document.visibilityState === "hidden") return;
    this.release({ kind: "mark", places, ms: FADE });
  }

  #tell(index: number, beats: number[]): void {
    const { seen, played } = this.#queue[0]!;
    const isPassedOver = this.#isSkipping || this.#isCrowded();
    const sentences = seen.sentences[index] ?? [];
    const shown = { event: seen.events[index]!, sentences, played, beats, isPassedOver };
    for (const listener of this.#listeners) listener(shown);
  }
}

function wantsNoMotion(): boolean {
  return prefersReducedMotion.current;
}
