// The strip over the tray: a place for each rival in turn order, which fills as they act.
import type { SeatForm } from "../../../game/protocol.ts";
import { MOST_PLACES, type RivalAction } from "../../playback/rivalActions.ts";

export type Place =
  /** It is being shown now, or was shown. */
  | { kind: "now" | "done"; seat: number; action: RivalAction }
  /** Still to act. */
  | { kind: "next"; seat: number };

export interface Strip {
  label: string;
  places: Place[];
  /** Whether it leads to a turn of this browser's seats. */
  isOwn: boolean;
}

export interface StripMoment {
  /** What rivals did since the own turn. */
  actions: readonly RivalAction[];
  /** The seats of this browser, and the number of all. */
  own: readonly number[];
  seats: number;
  /** The seat in turn, as it is shown. */
  turn: number;
  /** The action on the screen. */
  shown: { ply: number; seat: number; isAgain: boolean } | null;
  /** Whether it is one's own turn, with nothing left to be shown. */
  isOwnTurn: boolean;
  isOver: boolean;
}

/** What the strip shows; null where there are no rivals. */
export function stripOf(moment: StripMoment): Strip | null {
  const { actions, own, seats, turn, shown, isOwnTurn, isOver } = moment;
  if (own.length >= seats) return null;
  const done = actions.map((action): Place => ({
    kind: action.ply === shown?.ply ? "now" : "done",
    seat: action.seat,
    action,
  }));
  const cut = (places: Place[]): Place[] => places.slice(-MOST_PLACES);
  if (!own.length) return { label: "Last actions", places: cut(done), isOwn: false };
  if (isOver) return { label: "Since your turn", places: cut(done), isOwn: true };
  const isActing = shown !== null && !shown.isAgain && (shown.seat === turn || !own.includes(shown.seat));
  if (isOwnTurn || (own.includes(turn) && !isActing)) {
    if (done.length) return { label: "Since your turn", places: cut(done), isOwn: true };
    return { label: "After your turn", places: upTo(own, (turn + 1) % seats, seats), isOwn: false };
  }
  const next = upTo(own, shown?.seat === turn && isActing ? (turn + 1) % seats : turn, seats);
  return { label: "Until your turn", places: cut([...done, ...next]), isOwn: true };
}

/** The seats in turn from one of them until one of one's own. */
function upTo(own: readonly number[], from: number, seats: number): Place[] {
  const places: Place[] = [];
  for (let seat = from; !own.includes(seat) && places.length < seats; seat = (seat + 1) % seats) {
    places.push({ kind: "next", seat });
  }
  return places;
}

/** Whether nobody but computers acts before one's own turn: then it can be skipped to. */
export function canSkip(seats: readonly SeatForm[], own: readonly number[], turn: number): boolean {
  if (!own.length || own.includes(turn)) return false;
  return upTo(own, turn, seats.length).every(({ seat }) => {
    const { kind, has_left: hasLeft } = seats[seat]!;
    return kind === "computer" || hasLeft;
  });
}
