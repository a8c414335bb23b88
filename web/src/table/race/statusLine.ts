// The status line above the tray: whose turn it is, and what the player can do.
import { colour } from "../../game/camels.ts";
import { whyClosed } from "../connection/closing.ts";
import type { Status } from "../connection/snapshot.ts";
import type { TableForm, View } from "../../game/protocol.ts";
import type { AllowedActions } from "../../game/actions.ts";
import { describe, sideName } from "../../game/actions.ts";
import type { ShownAction } from "../playback/playback.svelte.ts";
import type { Chosen } from "../tray/turn.svelte.ts";
import type { Action } from "../../game/protocol.ts";

export interface StatusText {
  /**
   * own: the player's turn. other: another player's turn. held: about to be sent. quiet: nothing to do. lost: no
   * connection.
   */
  tone: "own" | "other" | "held" | "quiet" | "lost";
  title: string;
  note: string;
  /** A shorter note for small screens. */
  brief?: string;
  /** How long it is until the own turn. */
  aside?: string;
  canCancel?: boolean;
}

export interface Moment {
  status: Status;
  table: TableForm;
  /** The view on the screen. */
  view: View;
  /** The seats of this browser. */
  own: readonly number[];
  names: readonly string[];
  isOver: boolean;
  /** The action that is being shown. */
  shown: Pick<ShownAction, "seat" | "events" | "sentences" | "revealed" | "isAgain"> | null;
  /** What was done last, where nothing else says it. */
  last: string;
  /** What the last rival did, as long as one's own turn has only just begun. */
  justDone: string;
  allowed: AllowedActions;
  chosen: Chosen;
  held: Action | null;
  /** What the server has not answered yet. Its events may come before the answer: then nothing is held any more. */
  sent: Action | null;
  /** Whether a computer player takes unusually long. */
  isThinkingLong: boolean;
  /** Whether the server's answer takes unusually long. */
  isSlow: boolean;
  refusal: string | null;
}

export function statusLine(now: Moment): StatusText {
  const { status, table, view, own, names, chosen, held, sent, refusal } = now;
  const name = names[view.turn] ?? `Seat ${view.turn + 1}`;
  const isOwn = own.includes(view.turn);
  const thinking = now.isThinkingLong ? "The first move can take a minute." : "";
  if (status !== "live") return { tone: "lost", title: "Reconnecting", note: lostNote(now) };
  if (now.isOver) return { tone: "quiet", title: "The race is over", note: "" };
  if (table.status === "closed") return { tone: "quiet", title: "This table is closed", note: whyClosed(table) };
  if (held) {
    const title = describe(held, view, names);
    if (sent) return { tone: "held", title, note: now.isSlow ? "still trying" : "" };
    return { tone: "held", title, note: "Press again to confirm.", brief: "", canCancel: true };
  }
  if (sent?.type === "roll") return { tone: "own", title: "Rolling…", note: now.isSlow ? "still trying" : "" };
  if (now.shown) return playingLine(now.shown, now);
  if (!own.length) return { tone: "quiet", title: "You are watching", note: thinking || `${name} is choosing.` };
  if (!now.allowed.roll) {
    if (isOwn) return { tone: "own", title: own.length > 1 ? `${name}, your turn` : "Your turn", note: "in a moment" };
    return {
      tone: "other",
      title: `${name} is choosing`,
      note: thinking || now.last,
      aside: untilOwn(view, own, names),
    };
  }
  if (refusal) return { tone: "own", title: "Not possible", note: refusal };
  return (
    choiceLine(chosen, view) ?? {
      tone: "own",
      title: own.length > 1 ? `${name}, your turn` : "Your turn",
      note: now.justDone || offer(now.allowed),
      brief: now.justDone || "Choose one action",
    }
  );
}

/** What a roll leads to; it is said when the board shows it. */
const CAME_OF_IT: ReadonlySet<string> = new Set(["camel_moved", "tile_hit"]);

/** What somebody does or has done, in the server's words: "Chick rolled blue 3", and what came of it. */
function playingLine(
  { seat, events, sentences, revealed, isAgain }: NonNullable<Moment["shown"]>,
  now: Moment,
): StatusText {
  const { view, own, names } = now;
  const tone = own.length ? "other" : "quiet";
  const aside = isAgain ? "shown again" : own.includes(seat) ? "" : untilOwn(view, own, names, seat);
  // Only a die is hidden until it falls.
  if (!revealed && events[0]?.type === "die_revealed") {
    const title = own.length === 1 && seat === own[0] ? "Rolling…" : `${names[seat] ?? `Seat ${seat + 1}`} is rolling`;
    return { tone, title, note: "", aside };
  }
  const title = (sentences[0]?.[0] ?? "").replace(/\.$/, "");
  const note = sentences
    .filter((_, index) => index > 0 && index < revealed && CAME_OF_IT.has(events[index]?.type ?? ""))
    .flat()
    .join(" ");
  return { tone, title, note, brief: "", aside };
}

function choiceLine({ camel, deck, isTile, space, side, isPartner }: Chosen, view: View): StatusText | null {
  const tone = "own";
  const canCancel = true;
  if (camel) return { tone, title: `${colour(camel)} card`, note: "Choose the winner or the loser deck.", canCancel };
  if (deck) return { tone, title: `Bet on the ${deck}`, note: "Choose a card.", canCancel };
  if (isPartner) return { tone, title: "Partner", note: "Choose a partner for this leg.", canCancel };
  if (!isTile) return null;
  const [plus, minus] = [sideName(view.edition, "+"), sideName(view.edition, "-")];
  if (space !== undefined)
    return { tone, title: `Tile on ${space}`, note: `${plus} or ${minus.toLowerCase()}?`, canCancel };
  return { tone, title: side ? sideName(view.edition, side) : "Your tile", note: "Choose a marked space.", canCancel };
}

function offer(allowed: AllowedActions): string {
  const things = [
    "roll",
    allowed.tickets.size ? "take a ticket" : "",
    allowed.cards.size ? "bet on the race" : "",
    allowed.tiles.size ? "place your tile" : "",
    allowed.partners.size ? "choose a partner" : "",
  ].filter(Boolean);
  if (things.length === 1) return "You can only roll.";
  return `Choose one action: ${things.slice(0, -1).join(", ")} or ${things.at(-1)}.`;
}

/** How many turns it is until that of one's own; while an action is shown, from the seat that acts. */
function untilOwn({ turn, hands }: View, own: readonly number[], names: readonly string[], acts = turn): string {
  const count = hands.length;
  const [next] = own.map((seat) => ({ seat, turns: (seat - acts + count) % count })).sort((a, b) => a.turns - b.turns);
  if (!next) return "";
  const who = own.length > 1 ? names[next.seat] : undefined;
  if (next.turns === 1) return who ? `${who} is next` : "You’re next";
  return `${next.turns} turns until ${who ? `${who}’s` : "yours"}`;
}

function lostNote({ own }: Moment): string {
  return own.length ? "Your seat is safe." : "The game continues on the server.";
}
