// How fast a race is shown: a setting of each person, kept in the browser. The server knows nothing of it.
import { keep, recall } from "./storage.ts";

/** By how much all durations are longer, and the pause after a rival's action, in ms. */
export const PACES = {
  relaxed: { scale: 1.4, pause: 1400 },
  normal: { scale: 1, pause: 800 },
  fast: { scale: 0.55, pause: 300 },
  /** For tests: nothing moves, and nothing waits. */
  none: { scale: 0, pause: 0 },
} as const;
export type Pace = keyof typeof PACES;

function read(): Pace {
  const kept = recall("pace");
  return kept !== null && Object.hasOwn(PACES, kept) ? (kept as Pace) : "normal";
}

let choice = $state<Pace>(read());

export const pace = {
  get choice(): Pace {
    return choice;
  },
  choose(next: Pace): void {
    choice = next;
    keep("pace", next);
  },
  get scale(): number {
    return PACES[choice].scale;
  },
  get pause(): number {
    return PACES[choice].pause;
  },
};
