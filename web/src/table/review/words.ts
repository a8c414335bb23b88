// The texts and figures of a review.
import { SEATS } from "../../game/position.ts";
import { nameOf } from "../../game/camels.ts";
import { counted } from "../../game/money.ts";
import type { Edition, ReviewedPlayer, ReviewedPly, Worth } from "../../game/protocol.ts";
import { readAction, sideName } from "../../game/actions.ts";

export type Kind = keyof Worth;

/** "+24%", "−14%", "0%". */
export function percents(share: number): string {
  return sign(Math.round(share * 100), (size) => `${size}%`);
}

/** "+3.1", "−0.4", "0.0". */
export function tenths(value: number): string {
  return sign(Math.round(value * 10), (size) => (size / 10).toFixed(1));
}

/** The error, in points, from which on an accuracy says nothing yet. */
const ROUGH = 20;

/** "83 ± 5"; nothing as long as a review that is still being refined knows next to nothing. */
export function accuracyWords({ value, error }: { value: number; error: number }, isDone: boolean): string {
  return isDone || error < ROUGH ? `${Math.round(value)} ± ${Math.max(1, Math.round(error))}` : "";
}

function sign(rounded: number, write: (size: number) => string): string {
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${write(Math.abs(rounded))}`;
}

/** The parts of a result, in the order in which they are added. */
export const PARTS = ["start", "luck", "unseen", "chosen", "others"] as const;

export interface Sum {
  /** In tenths of a pound or of a percent, in the order of PARTS. */
  parts: number[];
  result: number;
}

/** The parts of a player's result in tenths, rounded so that the shown parts add up to the shown sum. */
export function addUp(player: Pick<ReviewedPlayer, (typeof PARTS)[number] | "result">, kind: Kind): Sum {
  const tenth = kind === "wins" ? 1000 : 10;
  const exact = PARTS.map((part) => player[part][kind] * tenth);
  const result = Math.round(player.result[kind] * tenth);
  const parts = exact.map(Math.floor);
  const missing = result - parts.reduce((sum, part) => sum + part, 0);
  const order = exact.map((value, index) => ({ index, rest: value - Math.floor(value) }));
  order.sort((a, b) => b.rest - a.rest);
  for (let given = 0; given < missing; given += 1) parts[order[given % order.length]!.index]! += 1;
  return { parts, result };
}

/** "+3.1" of 31 tenths. */
export function written(parts: number): string {
  return tenths(parts / 10);
}

/** An action in as few words as possible: "take blue", "bet yellow to win", "boo on 7". */
export function actionWords(action: string, edition: Edition, names: readonly string[]): string {
  const read = readAction(action);
  switch (read.type) {
    case "roll":
      return "roll";
    case "take_ticket":
      return `take ${nameOf(read.camel)}`;
    case "play_card":
      return `bet ${nameOf(read.camel!)} to ${read.deck === "winner" ? "win" : "lose"}`;
    case "place_tile":
      return `${sideName(edition, read.side).toLowerCase()} on ${read.space}`;
    case "join_partner":
      return `partner with ${names[read.seat] ?? SEATS[read.seat]}`;
  }
}

/** Smaller changes are not mentioned. */
const LEAST = 0.005;

/** How many actions that are equally good are named at most. */
const MOST_NAMED = 3;

/** The best action with those that are as good: "roll", "take blue or roll". */
function bestWords({ best, level }: ReviewedPly, edition: Edition, names: readonly string[]): string {
  const words = [best, ...level].slice(0, MOST_NAMED).map((action) => actionWords(action, edition, names));
  const last = words.pop() ?? "";
  return words.length ? `${words.join(", ")} or ${last}` : last;
}

/** What a choice cost, in points of winning chance, and what was best; nothing if no other choice was better. */
export function lostWords(ply: ReviewedPly, edition: Edition, names: readonly string[]): string {
  if (ply.lost.wins < LEAST) return "";
  return `Cost ${counted(Math.max(1, Math.round(ply.lost.wins * 100)), "point")}. Best: ${bestWords(ply, edition, names)}.`;
}

/** The effect of a die on the players' chances: "+21% Ann, −9% Bo", without changes below half a percent. */
export function luckWords({ luck }: ReviewedPly, names: readonly string[]): string {
  return luck
    .map(({ wins }, seat) => ({ wins, name: names[seat] }))
    .filter(({ wins }) => Math.abs(wins) >= LEAST)
    .sort((a, b) => b.wins - a.wins)
    .map(({ wins, name }) => `${percents(wins)} ${name}`)
    .join(", ");
}
