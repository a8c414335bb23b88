// Texts about tables: numbers, settings and players.
import type { ListedTable, Settings } from "../../game/protocol.ts";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];

/** "three", and digits from nine on. */
export function inWords(count: number): string {
  return NUMBERS[count] ?? String(count);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Ann, Bo and Cy". */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export const ODDS: Record<Settings["odds"], string> = { off: "Off", hints: "Hints", leg: "This leg", full: "Full" };

export function clockName(clock: number | null): string {
  if (clock === null) return "None";
  return clock % 60 === 0 && clock > 60 ? `${clock / 60} min` : `${clock} s`;
}

/** "Ann’s caravan": the name of a table, after its host. */
export function caravanOf(name: string | null | undefined): string {
  return name ? `${name}’s caravan` : "A new caravan";
}

/** "three open seats", "four racing". */
export function stateOf({ status, free, names }: Pick<ListedTable, "status" | "free" | "names">): string {
  if (status === "playing") return `${inWords(names.length)} racing`;
  return free === 0 ? "no open seats" : `${inWords(free)} open seat${free === 1 ? "" : "s"}`;
}

/** What the host's button does that lists a table, or no longer. */
export function openWords(isOpen: boolean): string {
  return isOpen ? "Make it link-only" : "Let anyone join";
}

/** "2nd of 4", by money; equal amounts share a place. */
export function placeOf(money: readonly number[], seat: number): string {
  const place = 1 + money.filter((other) => other > (money[seat] ?? 0)).length;
  return `${place}${["th", "st", "nd", "rd"][place] ?? "th"} of ${money.length}`;
}
