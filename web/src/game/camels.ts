// What camels are called, and in which order they stand.
import type { Track } from "./protocol.ts";
import { camels } from "../../../src/camelup/drawing/shapes.json";

/** What people call a camel: "blue", "crazy black". */
export function nameOf(letter: string): string {
  return camels[letter as keyof typeof camels]?.name ?? letter;
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
