// Durations in ms, at normal speed.
import type { Event } from "../../game/protocol.ts";

export const SHAKE = 260;
export const CAP = 90;
export const DROP = 380;
/** How long the die shows its number. */
export const NUMBER = 300;
/** The die's flight to its tent; meanwhile the layout changes. */
export const TO_TENT = 260;
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

/** By how much the camels of a roll must be faster than their own pace. */
export function hurry(events: readonly Event[]): number {
  const before = SHAKE + CAP + DROP + TO_TENT;
  let ways = 0;
  let isThrown = false;
  for (const event of events) {
    if (event.type === "camel_moved") {
      const { unit, start, end, is_under: isUnder } = event;
      const manner = isThrown ? (isUnder ? "slide" : "thrown") : "hop";
      const parts = hops(unit.length, Math.abs(end - start), true, manner);
      ways += parts.reduce((sum, part) => sum + part) + (isUnder ? LIFT + SETTLE : 0);
    } else if (event.type === "tile_hit") {
      isThrown = true;
      ways += TIP;
    }
  }
  return Math.max(1, ways / (LONGEST_ROLL - before));
}

/** How much faster steps are shown when others wait; 0: not at all, they are taken as done. */
export function speedFor(waiting: number): number {
  if (waiting > MOST_SHOWN) return 0;
  if (waiting > 5) return 4;
  return waiting > 1 ? 2 : 1;
}

/** With more steps waiting than this, somebody was away: they pass without motion, and no stage is held. */
export const MOST_SHOWN = 12;
/** With more than this, they are not even passed through: the picture jumps to how the game stands. */
export const MOST_MISSED = 24;
/** How long a stage stays if nobody touches it, and at least after somebody lets it go. */
export const STAGE = { leg: 12_000, decks: 30_000, least: 3000 } as const;
