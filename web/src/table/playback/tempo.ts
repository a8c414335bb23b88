// How long things take: by the pace that somebody likes, by how far he is behind, and by the clock that may run for him.
import { prefersReducedMotion } from "svelte/motion";
import type { Event } from "../../game/protocol.ts";
import { PACES, type Pace, pace } from "../../ui/pace.svelte.ts";
import { CATCHING_UP, LEFT_OVER, lengthOf, READ, ROUND, WATCHED_BEHIND } from "../motion/timing.ts";

export interface TempoOptions {
  /** Whether somebody wants no motion; pauses stay. */
  isReduced?: () => boolean;
  pace?: () => Pace;
  /** Whether there is a pause after each action of a rival. Replays and lessons have their own. */
  hasPauses?: boolean;
}

/** A stage takes no more than this part of the time that somebody has for his turn. */
const STAGE_PART = 0.2;
/** How long a stage stays that is on the screen when a short clock starts to run. */
const STAGE_LEFT = LEFT_OVER / 2;

export class Tempo {
  #isReduced: () => boolean;
  #pace: () => Pace;
  #hasPauses: boolean;
  /** The longest scale for the action that is shown. */
  #most = Infinity;
  /** When everything must have been shown, and when the turn ends, in ms of Date.now(). */
  #due: number | null = null;
  #turnEnds = 0;

  constructor({ isReduced = wantsNoMotion, pace = choice, hasPauses = false }: TempoOptions) {
    this.#isReduced = isReduced;
    this.#pace = pace;
    this.#hasPauses = hasPauses;
  }

  get isReduced(): boolean {
    return this.#isReduced();
  }

  /** By how much motion takes longer than at a normal pace; 0: nothing moves. */
  get scale(): number {
    return this.isReduced ? 0 : Math.min(PACES[this.#pace()].scale, this.#most);
  }

  /** Whether a clock runs for somebody who has not seen everything. */
  get isDue(): boolean {
    return this.#due !== null;
  }

  /** An action is to be shown, the first of these many. */
  begin(events: readonly Event[], waiting: number, isWatched: boolean): void {
    if (this.#due !== null) this.#most = this.slot(waiting) / lengthOf(events);
    else if (waiting > ROUND) this.#most = CATCHING_UP;
    else if (isWatched && waiting > WATCHED_BEHIND) this.#most = PACES.fast.scale;
    else this.#most = Infinity;
  }

  /** How long an action will be shown. */
  length(events: readonly Event[]): number {
    return this.scale * lengthOf(events);
  }

  /** The pause before the next action, when these many wait. */
  pause(waiting: number): number {
    const { pause } = PACES[this.#pace()];
    if (!this.#hasPauses || this.#due !== null || waiting > ROUND) return 0;
    return this.#most < Infinity ? Math.min(pause, PACES.fast.pause) : pause;
  }

  /** What is missing to read an action before one's own turn, which nothing else delays. */
  reading(events: readonly Event[]): number {
    if (!this.#hasPauses || this.#due !== null) return 0;
    return Math.max(0, READ * PACES[this.#pace()].scale - this.length(events));
  }

  /** Somebody is in turn, and has these many ms left. */
  hurry(left: number): void {
    if (!this.#hasPauses) return;
    this.#due = Date.now() + LEFT_OVER;
    this.#turnEnds = Date.now() + left;
  }

  /** The time for each of these many actions. */
  slot(waiting: number): number {
    return this.#due === null ? Infinity : Math.max(0, this.#due - Date.now()) / waiting;
  }

  /** How long a stage may stay. */
  stageTime(isShown = false): number {
    if (this.#due === null) return Infinity;
    const ms = (this.#turnEnds - Date.now()) * STAGE_PART - LEFT_OVER;
    return Math.max(isShown ? STAGE_LEFT : 0, ms);
  }

  /** A stage stays for a while: what comes after it has the rest of the time. */
  extend(ms: number): void {
    if (this.#due !== null) this.#due = Math.max(this.#due, Date.now() + ms + STAGE_LEFT);
  }

  /** Everything was shown. */
  rest(): void {
    this.#due = null;
    this.#most = Infinity;
  }
}

function wantsNoMotion(): boolean {
  return prefersReducedMotion.current;
}

function choice(): Pace {
  return pace.choice;
}
