// What is known about the person or computer at a seat, in words.
import type { SeatForm } from "../../game/protocol.ts";

export function isAway({ kind, is_connected: isConnected, has_left: hasLeft }: SeatForm): boolean {
  return (kind === "person" || kind === "program") && !isConnected && !hasLeft;
}

/** "shark", "away"; nothing for a person who is there. */
export function seatNote(seat: SeatForm): string {
  if (seat.has_left) return "left, played by a computer";
  if (isAway(seat)) return "away";
  return seat.kind === "computer" ? (seat.level ?? "computer") : seat.kind === "program" ? "program" : "";
}
