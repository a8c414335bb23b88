// Durations in ms, at a normal pace.
import type { Event } from "../../game/protocol.ts";

export const SHAKE = 260;
export const CAP = 90;
export const DROP = 380;
/** How long the die shows its number. */
export const NUMBER = 300;
/** The die's flight to its tent. */
export const TO_TENT = 260;
/** A new layout of the ring, while the pyramid shakes: it is over before the die falls. */
export const ROWS = 240;
export const FLIGHT = 280;
export const COIN = 320;
export const TIP = 140;
export const SQUASH = 150;
export const BACK = { apart: 60, each: 340 } as const;
export const SUN = 700;
/** A lift of a stack, before somebody slides under it, and its drop. */
export const LIFT = 160;
export const SETTLE = 110;
/** With reduced motion, what marks a change. */
export const FADE = 120;
/** A roll takes no longer than this, however far and heavy. */
export const LONGEST_ROLL = 1900;

/** How a unit moves: by itself, thrown forward by a tile, or sent back by one. */
export type Manner = "hop" | "thrown" | "slide";

/** The duration of each hop; heavy units are slower. */
export function hops(unit: number, spaces: number, isOnto: boolean, manner: Manner): number[] {
  if (manner === "slide") return [260];
  if (manner === "thrown") return [200];
  const weight = 40 * (unit - 1);
  return Array.from({ length: spaces }, (_, index) => (isOnto && index === spaces - 1 ? 220 : 170) + weight);
}

const BEFORE = SHAKE + CAP + DROP + TO_TENT;

/** How long the camels of a roll walk at their own pace. */
function walking(events: readonly Event[]): number {
  let ms = 0;
  let isThrown = false;
  for (const event of events) {
    if (event.type === "camel_moved") {
      const { unit, start, end, is_under: isUnder } = event;
      const manner = isThrown ? (isUnder ? "slide" : "thrown") : "hop";
      const parts = hops(unit.length, Math.abs(end - start), true, manner);
      ms += parts.reduce((sum, part) => sum + part) + (isUnder ? LIFT + SETTLE : 0);
    } else if (event.type === "tile_hit") {
      isThrown = true;
      ms += TIP;
    }
  }
  return ms;
}

/** By how much the camels of a roll must be faster than their own pace. */
export function hurry(events: readonly Event[]): number {
  return Math.max(1, walking(events) / (LONGEST_ROLL - BEFORE));
}

/** How long an action is shown, without what stops the race. */
export function lengthOf(events: readonly Event[]): number {
  const isLegOver = events.some(({ type }) => type === "leg_started");
  const action = events[0]?.type === "die_revealed" ? Math.min(LONGEST_ROLL, BEFORE + walking(events)) : FLIGHT;
  return action + (isLegOver ? SUN + BACK.apart : 0);
}

/** With more steps waiting than a round has, somebody was away: they are shown this much faster, without pauses. */
export const ROUND = 7;
export const CATCHING_UP = 0.25;
/** A watcher, for whom the table never waits, must not fall farther behind than this. */
export const WATCHED_BEHIND = 2;
/** With more steps waiting than this, they pass without motion, and no stage is held. */
export const MOST_SHOWN = 12;
/** With more than this, they are not even passed through: the picture jumps to how the game stands. */
export const MOST_MISSED = 24;
/** How long a stage stays if nobody touches it, and at least after somebody lets it go. */
export const STAGE = { leg: 12_000, decks: 30_000, least: 3000 } as const;
/** Who is already in turn, with a clock running, sees what is left within this time. */
export const LEFT_OVER = 1000;
/** An action before one's own turn can be read for at least this time, if no clock runs. */
export const READ = 600;
/** At the beginning of one's own turn, how long the ribbon says what the last rival did. */
export const STILL_READ = 1500;
/** After what was skipped: the new picture fades in, and what has changed is outlined. */
export const SKIPPED = { fade: 250, outline: 600 } as const;
