// The payouts of a leg, item by item, folded to the available room.
import { nameOf, ORDINALS } from "../../game/camels.ts";
import type { LegReward, LegScored, SeatForm, View } from "../../game/protocol.ts";
import { counted, isYou, namesOf, pay, spoken } from "../../game/money.ts";

export type Item =
  | { kind: "ticket"; camel: string; value: number; words: string; reward: number }
  /** Several tickets merged for lack of room; of one colour, or of any. */
  | { kind: "tickets"; camel: string | null; count: number; words: string; reward: number }
  | { kind: "rolls"; count: number; words: string; reward: number }
  /** From a partner, if it is known which. */
  | { kind: "copied"; from: number | null; words: string; reward: number };

export interface Pay {
  seat: number;
  name: string;
  isYou: boolean;
  items: Item[];
  total: number;
  /** Null if money is hidden or unknown. */
  before: number | null;
  money: number | null;
  /** All of it in words. */
  spokenText: string;
}

/** Everyone's payout; `view` is the table at the end of the leg, before it is cleared. */
export function paysOf(
  scored: LegScored,
  seats: readonly SeatForm[],
  own: readonly number[],
  view: Pick<View, "partners" | "money">,
): Pay[] {
  const names = namesOf(seats, own);
  return scored.rewards.map((reward) => {
    const { seat, total, money } = reward;
    const name = names[seat] ?? `Seat ${seat + 1}`;
    const items = itemsOf(reward, scored.ranking, view.partners[seat] ?? null, names);
    const before = moneyBefore(reward, view.money[seat] ?? null);
    const parts = items.map((item) => `${item.words} ${spoken(item.reward)}`);
    const now = money === null ? "" : `; now ${money}`;
    const spokenText = `${name}: ${parts.length ? `${parts.join(", ")}; total ${spoken(total)}` : "nothing"}${now}.`;
    return { seat, name, isYou: isYou(own, seat), items, total, before, money, spokenText };
  });
}

function itemsOf(
  { tickets, pyramid_tickets: rolls, copied }: LegReward,
  ranking: readonly string[],
  partner: number | null,
  names: readonly string[],
): Item[] {
  const items: Item[] = tickets.map(({ ticket: { camel, value }, reward }) => ({
    kind: "ticket",
    camel,
    value,
    words: `${nameOf(camel)}, ${ORDINALS[ranking.indexOf(camel)] ?? ""}`,
    reward,
  }));
  // A pyramid ticket brings 1.
  if (rolls) items.push({ kind: "rolls", count: rolls, words: counted(rolls, "roll"), reward: rolls });
  if (copied) {
    const from = partner === null ? "the partner" : names[partner] === "You" ? "you" : names[partner];
    items.push({ kind: "copied", from: partner, words: `copied from ${from}`, reward: copied });
  }
  return items;
}

/** The money before the payout; null if unknown, because a loss may have been larger than what was there. */
function moneyBefore({ total, money }: LegReward, known: number | null): number | null {
  if (money === null) return null;
  if (known !== null && pay(known, total) === money) return known;
  return money > 0 || total >= 0 ? money - total : null;
}

const GAP = 6;
/** How wide an item is, in px. */
export function widthOf(item: Item, hasWords: boolean): number {
  if (hasWords) return 132;
  const sum = 11 + 8 * String(Math.abs(item.reward)).length;
  if (item.kind === "copied") return (item.from === null ? 28 : 47) + sum;
  if (item.kind === "rolls") return 24 + sum;
  return (item.kind === "ticket" ? 34 : 41) + sum;
}

/** Whether items of these widths fit into lines. */
export function fits(widths: readonly number[], width: number, lines: number): boolean {
  let [line, used] = [1, 0];
  for (const item of widths) {
    if (used > 0 && used + GAP + item > width) [line, used] = [line + 1, 0];
    used += (used ? GAP : 0) + item;
    if (used > width) return false;
  }
  return line <= lines;
}

/**
 * The items in words, as chips, with tickets merged by colour, all tickets merged, or all bets merged: the first that
 * fits.
 */
export function fold(
  items: readonly Item[],
  width: number,
  lines: number,
  canSpeak: boolean,
): { items: Item[]; hasWords: boolean } {
  const columns = Math.max(1, Math.floor((width + 24) / (132 + 24)));
  if (canSpeak && items.length <= columns * lines) return { items: [...items], hasWords: true };
  for (const folded of [[...items], byColour(items), allTickets(items)]) {
    const widths = folded.map((item) => widthOf(item, false));
    if (fits(widths, width, lines)) return { items: folded, hasWords: false };
  }
  const own = items.filter(({ kind }) => kind !== "copied");
  const copied = items.flatMap((item) => (item.kind === "copied" ? [{ ...item, from: null }] : []));
  return { items: [...(own.length > 1 ? [merged(own, null)] : own), ...copied], hasWords: false };
}

function byColour(items: readonly Item[]): Item[] {
  const camels = [...new Set(items.flatMap((item) => (item.kind === "ticket" ? [item.camel] : [])))];
  const grouped = camels.flatMap((camel) => {
    const same = items.filter((item) => item.kind === "ticket" && item.camel === camel);
    return same.length === 1 ? same : [merged(same, camel)];
  });
  return [...grouped, ...items.filter(({ kind }) => kind !== "ticket")];
}

function allTickets(items: readonly Item[]): Item[] {
  const tickets = items.filter(({ kind }) => kind === "ticket");
  const others = items.filter(({ kind }) => kind !== "ticket");
  return tickets.length > 1 ? [merged(tickets, null), ...others] : [...items];
}

function merged(tickets: readonly Item[], camel: string | null): Item {
  const words = `${tickets.length} ${camel ? `${nameOf(camel)} tickets` : "bets"}`;
  return {
    kind: "tickets",
    camel,
    count: tickets.length,
    words,
    reward: tickets.reduce((sum, { reward }) => sum + reward, 0),
  };
}
