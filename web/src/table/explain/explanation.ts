// The form of an explanation: a head, at most four rows, and a note.
import { sideName } from "../../game/actions.ts";
import type { Arrival } from "../../game/arrivals.ts";
import { nameOf } from "../../game/camels.ts";
import { signed } from "../../game/money.ts";
import type { Odds } from "../../game/odds.ts";
import type { Side, Ticket } from "../../game/protocol.ts";

export type Piece =
  | { kind: "tickets"; tickets: readonly Ticket[] }
  | { kind: "card"; camel: string }
  | { kind: "space"; space: number }
  | { kind: "tile"; side: Side }
  | { kind: "seat"; seat: number }
  | { kind: "dice"; rolls: readonly Arrival[] };

export interface Row {
  piece?: Piece;
  text: string;
  /** In small print before the value. */
  aside?: string;
  value: string | Piece;
  /** An amount of money to win or lose. */
  tone?: "good" | "bad";
}

export interface Explanation {
  piece: Piece | null;
  title: string;
  kind: string;
  rows: Row[];
  note: string;
}

/** An amount to win or lose, as a row writes it. */
export function amount(change: number): Pick<Row, "value" | "tone"> {
  return { value: signed(change), tone: change < 0 ? "bad" : "good" };
}

/** The chances of a camel to be first, second and anything else when the leg ends, if the table shows them. */
export function chances({ ranks }: Odds, camel: string): [number, number, number] | null {
  const [first, second] = ranks?.[camel] ?? [];
  return first === undefined || second === undefined ? null : [first, second, Math.max(0, 1 - first - second)];
}

/** An explanation read aloud. */
export function spokenText({ title, kind, rows, note }: Explanation): string {
  const parts = rows.map(({ piece, text, aside, value }) => {
    const what = text || (piece ? pieceText(piece) : "");
    return `${[what, aside, typeof value === "string" ? value : pieceText(value)].filter(Boolean).join(", ")}.`;
  });
  const head = `${title}${kind && `, ${kind}`}`;
  return [head.endsWith("?") ? head : `${head}.`, ...parts, note].filter(Boolean).join(" ");
}

function pieceText(piece: Piece): string {
  switch (piece.kind) {
    case "tickets":
      return piece.tickets.map(({ camel, value }) => `${nameOf(camel)} ${value}`).join(", ");
    case "dice":
      return piece.rolls.map(({ camel, number }) => `${nameOf(camel).replace("crazy ", "")} ${number}`).join(", ");
    case "tile":
      return sideName(2, piece.side);
    default:
      return "";
  }
}
