// Everything that the server has said about a table, as one immutable value.
import type { OddsAt } from "../../game/odds.ts";
import type { ChatLine, GameEnded, TableForm, View } from "../../game/protocol.ts";
import type { LogLine } from "./raceLog.ts";
import type { Frame } from "./steps.ts";

/** `refused` and `old` are final; an old page must be reloaded. */
export type Status = "connecting" | "live" | "reconnecting" | "refused" | "old";

export interface Snapshot {
  status: Status;
  /** Why there is no table: a sentence for people, and a code for programs. */
  refusal: { code: string; message: string } | null;
  /** When the next attempt to connect is made, in ms of Date.now(). */
  retryAt: number | null;
  table: TableForm | null;
  /** The seats that this browser holds; none for a watcher. */
  seats: number[];
  /** How the game stands, for each held seat or for the watcher, and what may be done. What is drawn may lag behind. */
  latest: View[];
  /** The dice that are out in this leg: "g2", in their order. */
  diceOut: string[];
  /** Actions that the server has done. */
  ply: number;
  log: LogLine[];
  chat: ChatLine[];
  /** The odds of this position, unless they are still being computed, and of some before it, oldest first. */
  odds: OddsAt[];
  /** When somebody else plays for the seat in turn, in ms of Date.now(). */
  turnEnds: number | null;
  /** How the game ended. */
  ended: GameEnded | null;
  /** The table of the rematch. */
  moved: string | null;
  /** When the oldest request without an answer was sent, in ms of Date.now(). */
  waitingSince: number | null;
  /** The server was upgraded since this page was loaded; everything still works. */
  isOutdated: boolean;
  /** Why the server is not to be trusted, in a sentence. */
  warning: string | null;
  /** Whether seats will still be ours after a reload: some browsers keep nothing. */
  isKept: boolean;
}

/** A table of which nothing is known yet. */
export const START: Snapshot = {
  status: "connecting",
  refusal: null,
  retryAt: null,
  table: null,
  seats: [],
  latest: [],
  diceOut: [],
  ply: 0,
  log: [],
  chat: [],
  odds: [],
  turnEnds: null,
  ended: null,
  moved: null,
  waitingSince: null,
  isOutdated: false,
  warning: null,
  isKept: true,
};

/** How the game stands, for a follower. */
export function frameOf({ latest, diceOut, ply }: Snapshot): Frame {
  return { views: latest, diceOut, ply };
}
