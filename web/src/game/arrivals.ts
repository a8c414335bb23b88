// Previews on the board. They only hint: the server decides.
import { nameOf } from "./camels.ts";
import { SPACES } from "./editions.ts";
import { listed } from "./money.ts";
import type { Track, View } from "./protocol.ts";
import { boundCrazy, isCrazy } from "./track.ts";

/** The crazy camel that the grey die must move, whichever it shows; null if both can move or the grey die is out. */
export function forcedCamel(track: Track, dice: string): string | null {
  return dice.includes("x") ? (boundCrazy(track)?.camel ?? null) : null;
}

/** A die that would move a unit onto a space. */
export interface Arrival {
  camel: string;
  number: number;
}

/** The dice in the pyramid that would move a camel exactly onto a space. */
export function arrivals(track: Track, dice: string, space: number): Arrival[] {
  const forced = forcedCamel(track, dice);
  return Object.entries(track).flatMap(([at, stack]) =>
    [...stack].flatMap((camel) => {
      const away = isCrazy(camel) ? (Number(at) - space + SPACES) % SPACES : space - Number(at);
      const mayMove = isCrazy(camel)
        ? dice.includes("x") && (forced === null || forced === camel)
        : dice.includes(camel);
      return mayMove && away >= 1 && away <= 3 ? [{ camel, number: away }] : [];
    }),
  );
}

/** "red 3 lands here", "red 3 and blue 1 land here", "no roll lands here". */
export function landsHere({ track, dice }: Pick<View, "track" | "dice">, space: number): string {
  const rolls = arrivals(track, dice, space).map(
    ({ camel, number }) => `${nameOf(camel).replace("crazy ", "")} ${number}`,
  );
  if (!rolls.length) return "no roll lands here";
  return `${listed(rolls)} ${rolls.length === 1 ? "lands" : "land"} here`;
}
