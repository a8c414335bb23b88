// The one line over the tray: whose turn it is, what one may do, and why not.
import { colour } from "../../game/camels.ts";
import type { Status } from "../connection/snapshot.ts";
import type { TableForm, View } from "../../game/protocol.ts";
import type { AllowedActions } from "../../game/actions.ts";
import { describe, sideName } from "../../game/actions.ts";
import type { Chosen } from "../tray/turn.svelte.ts";
import type { Action } from "../../game/protocol.ts";

export interface StatusText {
  /** own: yours to do. other: somebody else's. held: about to be sent. quiet: nothing to do here. lost: no connection. */
  tone: "own" | "other" | "held" | "quiet" | "lost";
  title: string;
  note: string;
  /** The same where there is little room. */
  brief?: string;
  canCancel?: boolean;
}

export interface Moment {
  status: Status;
  table: TableForm;
  /** What is drawn. */
  view: View;
  /** The seats that are held here. */
  own: readonly number[];
  names: readonly string[];
  isOver: boolean;
  /** Steps are still being shown. */
  isBusy: boolean;
  allowed: AllowedActions;
  chosen: Chosen;
  held: Action | null;
  isSent: boolean;
  /** A computer player thinks for longer than it should. */
  isThinkingLong: boolean;
  /** The answer takes longer than it should. */
  isSlow: boolean;
  refusal: string | null;
}

export function statusLine(now: Moment): StatusText {
  const { status, table, view, own, names, chosen, held, refusal } = now;
  const name = names[view.turn] ?? `Seat ${view.turn + 1}`;
  const isOwn = own.includes(view.turn);
  const thinking = now.isThinkingLong ? "Thinking for the first time takes a minute." : "";
  if (status !== "live") return { tone: "lost", title: "Reconnecting", note: lostNote(now) };
  if (now.isOver) return { tone: "quiet", title: "The race is over", note: "" };
  if (table.status === "closed")
    return { tone: "quiet", title: "This table is closed", note: "Its game will not go on." };
  if (held) {
    return { tone: "held", ...describe(held, view, names), ...(now.isSent ? sentNote(now) : { canCancel: true }) };
  }
  if (now.isSent) return { tone: "own", title: "Rolling", note: now.isSlow ? "still trying" : "" };
  if (!own.length) return { tone: "quiet", title: "You are watching", note: thinking || `${name} is choosing.` };
  if (!now.allowed.roll) {
    if (isOwn) return { tone: "own", title: own.length > 1 ? `${name}, your turn` : "Your turn", note: "in a moment" };
    return { tone: "other", title: `${name} is choosing`, note: thinking || untilOwn(view, own, names) };
  }
  if (refusal) return { tone: "own", title: "Not done", note: refusal };
  return (
    choiceLine(chosen, view) ?? {
      tone: "own",
      title: own.length > 1 ? `${name}, your turn` : "Your turn",
      note: offer(now.allowed),
      brief: "Do one thing",
    }
  );
}

function choiceLine({ camel, deck, isTile, space, side, isPartner }: Chosen, view: View): StatusText | null {
  const tone = "own";
  const canCancel = true;
  if (camel)
    return { tone, title: `${colour(camel)} card`, note: "Pick the winner deck or the loser deck.", canCancel };
  if (deck) return { tone, title: deck === "winner" ? "Race winner" : "Race loser", note: "Pick a card.", canCancel };
  if (isPartner) return { tone, title: "Partner", note: "Until the leg pays. Pick a free player.", canCancel };
  if (!isTile) return null;
  const [plus, minus] = [sideName(view.edition, "+"), sideName(view.edition, "-")];
  if (space !== undefined)
    return { tone, title: `Tile on ${space}`, note: `${plus} or ${minus.toLowerCase()}?`, canCancel };
  return { tone, title: side ? sideName(view.edition, side) : "Your tile", note: "Pick a marked space.", canCancel };
}

function offer(allowed: AllowedActions): string {
  const things = [
    "roll",
    allowed.tickets.size ? "take a ticket" : "",
    allowed.cards.size ? "bet on the race" : "",
    allowed.tiles.size ? "place your tile" : "",
    allowed.partners.size ? "ask a partner" : "",
  ].filter(Boolean);
  if (things.length === 1) return "You can only roll.";
  return `Do one thing: ${things.slice(0, -1).join(", ")} or ${things.at(-1)}.`;
}

function untilOwn({ turn, hands }: View, own: readonly number[], names: readonly string[]): string {
  const count = hands.length;
  const [next] = own.map((seat) => ({ seat, turns: (seat - turn + count) % count })).sort((a, b) => a.turns - b.turns);
  if (!next) return "";
  const who = own.length > 1 ? (names[next.seat] ?? "you") : "you";
  return next.turns === 1 ? `${who} next` : `${who} in ${next.turns}`;
}

function lostNote({ own }: Moment): string {
  return own.length ? "Your seat is kept, and nothing is lost." : "The game goes on at the server.";
}

function sentNote({ isSlow }: Moment): { note?: string } {
  return isSlow ? { note: "still trying" } : {};
}
