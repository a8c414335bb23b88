// The race log: what was played, in the server's sentences.
import type { Event, Played, SeatForm } from "../../game/protocol.ts";
import { seenByAll } from "./steps.ts";

/** A line of the race log. */
export interface LogLine {
  /** Unique in this log, and rising. */
  key: string;
  ply: number;
  /** The first event of the ply that it tells of. */
  event: number;
  /** Who acted; null for what the table itself says. */
  seat: number | null;
  by: Played["by"] | null;
  text: string;
  /** The die that came out, as "g2". */
  face: string | null;
}

/** A line that no player caused. */
export function tableLine(key: string, ply: number, text: string): LogLine {
  return { key, ply, event: 0, seat: null, by: null, text, face: null };
}

/** The line with which a race starts, for a page that has come later; the server says it only once. */
export function startLine(first: number, seats: readonly SeatForm[], own: readonly number[]): LogLine {
  const isOwn = own.length === 1 && own[0] === first;
  return tableLine("began", 0, `The race starts. ${isOwn ? "You go" : `${seats[first]?.name} goes`} first.`);
}

/** An action as lines of the log: one for what was done, with all that came of it, and one for each player who is paid. */
export function linesOf(played: Played): LogLine[] {
  const { ply, seat, by, sentence } = played;
  const { events = [], sentences = [] } = seenByAll(played) ?? {};
  const said = sentence ? [tableLine(`${ply}.by`, ply, sentence)] : [];
  const lines: LogLine[] = [];
  for (const [index, texts] of sentences.entries()) {
    const event = events[index];
    const last = lines.at(-1);
    if (last && (event?.type === "camel_moved" || event?.type === "tile_hit")) {
      last.text = [last.text, ...texts].join(" ");
      continue;
    }
    const face = event?.type === "die_revealed" ? event.face : null;
    for (const [nth, text] of texts.entries()) {
      const whose = event ? seatOf(event, seat, nth) : seat;
      lines.push({ key: `${ply}.${index}.${nth}`, ply, event: index, seat: whose, by, text, face });
    }
  }
  return [...said, ...lines];
}

/** What may be read now: all that was shown, and of the ply that is being shown the events that the board has shown. */
export function linesShown(
  log: readonly LogLine[],
  ply: number,
  shown: { ply: number; revealed: number } | null,
): LogLine[] {
  return log.filter((line) => line.ply <= ply || (line.ply === shown?.ply && line.event < shown.revealed));
}

/** What was done last, without what came of it: "Chick rolled blue 3". Nothing, if one of these seats did it. */
export function lastAction(lines: readonly LogLine[], own: readonly number[] = []): string {
  const line = lines.findLast(({ seat, event }) => seat !== null && event === 0);
  return line && !own.includes(line.seat!) ? line.text.split(/\.(?: |$)/)[0]! : "";
}

/** Whose line it is: the actor's, the paid player's or nobody's. A leg's first line is its ranking, then come seats. */
function seatOf(event: Event, actor: number, nth: number): number | null {
  switch (event.type) {
    case "leg_scored":
      return event.rewards[nth - 1]?.seat ?? null;
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
