// The names of camels, and their ranking.
import { EDITIONS } from "./editions.ts";
import type { Edition, RacingCamel, Track } from "./protocol.ts";
import { camels } from "../../../src/camelup/drawing/shapes.json";

/** What people call a camel: "blue", "crazy black". */
export function nameOf(letter: string): string {
  return camels[letter as keyof typeof camels]?.name ?? letter;
}

/** "Yellow". */
export function colour(camel: string): string {
  const name = nameOf(camel);
  return name[0]!.toUpperCase() + name.slice(1);
}

/** The racing camels of an edition, in the order of their tents. */
export function racingCamels(edition: Edition): RacingCamel[] {
  return [...EDITIONS[edition].racing] as RacingCamel[];
}

/** The racing camels from first to last: the farthest, and of a stack the uppermost, is ahead. */
export function ranking(stacks: Track): string[] {
  return Object.entries(stacks)
    .sort(([a], [b]) => Number(a) - Number(b))
    .flatMap(([, stack]) => [...stack])
    .filter((camel) => camel === camel.toLowerCase())
    .reverse();
}

export const ORDINALS = ["1st", "2nd", "3rd", "4th", "5th"];
