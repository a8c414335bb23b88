// The seats of a table that no server holds: a puzzle, a replay, a lesson, a game on one's own board.
import type { SeatForm } from "./protocol.ts";

/** A seat that is taken: by a person, or by a computer player of a level. */
export function takenSeat(name: string, level: string | null = null): SeatForm {
  return {
    kind: level ? "computer" : "person",
    name,
    level,
    is_connected: true,
    is_host: false,
    is_muted: false,
    has_left: false,
    is_closed: false,
  };
}
