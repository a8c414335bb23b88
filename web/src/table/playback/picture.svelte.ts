// What is drawn of a table at this moment: the views with their dice, and everything that moves above the board.
// `Board` draws the one, `MotionLayer` the other.
import type { Event, Track, View } from "../../game/protocol.ts";
import type { Frame, Step } from "../connection/steps.ts";
import type { Motion, NewMotion } from "../motion/motions.ts";
import { landed, lifted } from "./applyEvent.ts";

/** The way of a unit that goes, or has just gone. */
export interface Way {
  unit: string;
  /** From where it stood, over a tile too. */
  spaces: readonly number[];
  /** Where it will stand. */
  end: number;
}

export class Picture {
  /** For each held seat, or for the watcher. */
  views = $state.raw<View[]>([]);
  /** The dice that are out in this leg, as "g2". */
  diceOut = $state.raw<string[]>([]);
  /** The last ply that is fully shown. */
  ply = $state(0);
  /** For the board: where camels will stand, and which of them `MotionLayer` draws. */
  coming = $state.raw<Track | undefined>(undefined);
  away = $state("");
  way = $state.raw<Way | null>(null);
  moving = $state.raw<Motion[]>([]);

  /** When motions that end by themselves do so, by their id. */
  #endings: Record<number, ReturnType<typeof setTimeout>> = {};
  #ids = 0;

  /** Draw the table as it stands between two steps. What moves beside them goes on. */
  set({ views, diceOut, ply }: Frame): void {
    this.views = views;
    this.diceOut = diceOut;
    this.ply = ply;
    this.coming = undefined;
    this.away = "";
  }

  /** Take away what an event picks up, before it is there again. */
  lift(step: Step, index: number): void {
    this.views = this.views.map((view) => lifted(view, eventFor(step, view, index)));
  }

  /** Draw what an event has led to. */
  land(step: Step, index: number): void {
    this.views = this.views.map((view) => landed(view, eventFor(step, view, index)));
  }

  /** Let something move, now or after a while, until it is removed. Motions without a duration are never drawn. */
  add(motion: NewMotion, delay = 0): number {
    const id = ++this.#ids;
    if (motion.ms > 0) this.moving = [...this.moving, { ...motion, id, since: performance.now() + delay }];
    return id;
  }

  /** Let something move beside everything else; it ends by itself. */
  release(motion: NewMotion): void {
    const id = this.add(motion);
    if (motion.ms > 0) this.#endings[id] = setTimeout(() => this.remove(id), motion.ms);
  }

  /** A falling die shows its number. */
  showNumber(id: number): void {
    this.moving = this.moving.map((motion) =>
      motion.id === id && motion.kind === "drop" ? { ...motion, isShown: true } : motion,
    );
  }

  remove(id: number): void {
    clearTimeout(this.#endings[id]);
    if (this.has(id)) this.moving = this.moving.filter((motion) => motion.id !== id);
  }

  /** End everything that moves. */
  clear(): void {
    for (const { id } of this.moving) clearTimeout(this.#endings[id]);
    this.#endings = {};
    if (this.moving.length) this.moving = [];
  }

  has(id: number): boolean {
    return this.moving.some((motion) => motion.id === id);
  }

  find(kind: Motion["kind"]): Motion | undefined {
    return this.moving.find((motion) => motion.kind === kind);
  }
}

/** What the seat of a view saw of an event: others may know less about it. */
function eventFor({ played, seen }: Step, view: View, index: number): Event {
  const own = played.seen.find(({ seat }) => seat === view.seat) ?? seen;
  return own.events[index] ?? seen.events[index]!;
}
