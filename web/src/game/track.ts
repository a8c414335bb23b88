// The track: its spaces, the stacks on them, how a unit moves, and which crazy camel the grey die has to move. It is
// separate from the rules, because the table page needs only this much of them.
import { SPACES } from "./editions.ts";
import type { CamelMoved, GreyReason, Track } from "./protocol.ts";

/** The space past the finish line, and the one behind the start, where a crazy camel can carry a racer. */
export const OVER = SPACES + 1;
export const BEHIND = 0;

export function isCrazy(camel: string): boolean {
  return camel === "K" || camel === "W";
}

/** A track after a unit has moved: on top of the stack there, or underneath. */
export function trackAfter(track: Track, { unit, start, end, is_under: isUnder }: CamelMoved): Track {
  const moved = unit.join("");
  const left = [...(track[start] ?? "")].filter((camel) => !moved.includes(camel)).join("");
  const there = start === end ? left : (track[end] ?? "");
  const after: Track = { ...track, [start]: left, [end]: isUnder ? moved + there : there + moved };
  return Object.fromEntries(Object.entries(after).filter(([, camels]) => camels));
}

/** The crazy camel that the grey die moves whichever it shows, and why; null if the shown colour decides. */
export function boundCrazy(track: Track): { camel: "K" | "W"; reason: GreyReason } | null {
  const stacks = Object.values(track);
  const carries = (camel: string): boolean =>
    stacks.some((stack) => {
      const at = stack.indexOf(camel);
      return at >= 0 && [...stack.slice(at + 1)].some((above) => !isCrazy(above));
    });
  const isBlack = carries("K");
  if (isBlack !== carries("W")) return { camel: isBlack ? "K" : "W", reason: "only_carrier" };
  if (stacks.some((stack) => stack.includes("KW"))) return { camel: "W", reason: "on_top" };
  if (stacks.some((stack) => stack.includes("WK"))) return { camel: "K", reason: "on_top" };
  return null;
}

/** The spaces of a walk, from start to end. */
export function spacesOf({ start, end }: Pick<CamelMoved, "start" | "end">): number[] {
  const step = Math.sign(end - start);
  return Array.from({ length: Math.abs(end - start) + 1 }, (_, index) => start + index * step);
}
