// Names and amounts as all scoring screens write them.
import type { SeatForm } from "./protocol.ts";

/** A gain or a loss as people write it: "+5", "−1", "0". */
export function signed(change: number): string {
  return change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "0";
}

/** The same for a screen reader, which may skip signs: "plus 5", "minus 1", "0". */
export function spoken(change: number): string {
  return change > 0 ? `plus ${change}` : change < 0 ? `minus ${-change}` : "0";
}

/** The CSS class of an amount. */
export function tone(change: number): "good" | "bad" | "" {
  return change > 0 ? "good" : change < 0 ? "bad" : "";
}

/** A payment; nobody's money drops below 0. */
export function pay(money: number, change: number): number {
  return Math.max(0, money + change);
}

/** Names by seat; the only seat of this browser is "You". */
export function namesOf(seats: readonly Pick<SeatForm, "name">[], own: readonly number[]): string[] {
  return seats.map(({ name }, seat) => (isYou(own, seat) ? "You" : (name ?? `Seat ${seat + 1}`)));
}

/** Where several people share a device, none of them is "You". */
export function isYou(own: readonly number[], seat: number): boolean {
  return own.length === 1 && own[0] === seat;
}

/** "Ann", "Ann and Bo", "Ann, Bo and Cy". */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** "Amira is still here": the people at a table besides some seats; empty if there are none. */
export function whoIsHere(seats: readonly SeatForm[], besides: readonly number[]): string {
  const names = seats.flatMap(({ kind, name, is_connected: isHere }, seat) =>
    kind === "person" && isHere && name && !besides.includes(seat) ? [name] : [],
  );
  return names.length ? `${listed(names)} ${names.length > 1 ? "are" : "is"} still here` : "";
}

/** "You win", "Ann wins", "Ann and Bo share the win". */
export function victory(names: readonly string[]): string {
  if (names.length === 1) return names[0] === "You" ? "You win" : `${names[0]} wins`;
  // "You" comes first, because it is capitalised.
  const you = names.filter((name) => name === "You");
  return `${listed([...you, ...names.filter((name) => name !== "You")])} share the win`;
}

/** Capitalise the first letter. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** "1 roll", "3 rolls". */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
