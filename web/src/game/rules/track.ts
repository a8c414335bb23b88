// Camels on the track, as far as the table's page needs them too: how a unit moves in its stacks, and which crazy camel
// the grey die is bound to move. It is a file of its own, so that this page need not load all the rules.
import { isCrazy } from "../../table/board/ring.ts";
import type { CamelMoved, GreyReason, Track } from "../protocol.ts";

type Stacks = Readonly<Record<string, string>>;

/** A track after a unit has moved: on top of who is there, or underneath. */
export function trackAfter(track: Track, { unit, start, end, is_under: isUnder }: CamelMoved): Track {
  const moved = unit.join("");
  const left = [...(track[start] ?? "")].filter((camel) => !moved.includes(camel)).join("");
  const there = start === end ? left : (track[end] ?? "");
  const after: Track = { ...track, [start]: left, [end]: isUnder ? moved + there : there + moved };
  return Object.fromEntries(Object.entries(after).filter(([, camels]) => camels));
}

/** The crazy camel that the grey die moves whichever it shows, and why; null where the colour shown decides. */
export function boundCrazy(track: Stacks): { camel: "K" | "W"; reason: GreyReason } | null {
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
