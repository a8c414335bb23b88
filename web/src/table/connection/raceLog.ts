// The race log: what was played, in the server's sentences.
import type { Event, Played } from "../../game/protocol.ts";
import { seenByAll } from "./steps.ts";

/** A line of the race log. */
export interface LogLine {
  /** Unique in this log, and rising. */
  key: string;
  ply: number;
  /** Who acted; null for what the table itself says. */
  seat: number | null;
  by: Played["by"] | null;
  text: string;
  /** The die that came out, as "g2". */
  face: string | null;
}

/** A line that no player caused. */
export function tableLine(key: string, ply: number, text: string): LogLine {
  return { key, ply, seat: null, by: null, text, face: null };
}

/** What was played as lines of the log. */
export function linesOf(played: Played): LogLine[] {
  const { ply, seat, by, sentence } = played;
  const { events = [], sentences = [] } = seenByAll(played) ?? {};
  const said = sentence ? [tableLine(`${ply}.by`, ply, sentence)] : [];
  const told = sentences.flatMap((texts, index) => {
    const event = events[index];
    const face = event?.type === "die_revealed" ? event.face : null;
    return texts.map((text, nth) => {
      const whose = event ? seatOf(event, seat, nth) : seat;
      return { key: `${ply}.${index}.${nth}`, ply, seat: whose, by, text, face };
    });
  });
  return [...said, ...told];
}

/** Whose line it is: the actor's, the paid player's or nobody's. A leg's first line is its ranking, then come seats. */
function seatOf(event: Event, actor: number, nth: number): number | null {
  switch (event.type) {
    case "leg_scored":
      return event.rewards[nth - 1]?.seat ?? null;
    case "tile_hit":
    case "card_scored":
      return event.seat;
    case "race_ended":
    case "leg_started":
    case "game_ended":
      return null;
    default:
      return actor;
  }
}
