// Texts of "Your games": dates, places, figures with their signs, and what costs most.
import { capital, listed } from "../../game/money.ts";
import { editionName } from "../../table/setup/links.ts";
import type { Cost, MyGame } from "../../game/protocol.ts";

type CostKind = Cost["kind"];

const DAY = 86_400_000;
const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => new Intl.DateTimeFormat("en-GB", options);
const TIME = format({ hour: "2-digit", minute: "2-digit" });
const WEEKDAY = format({ weekday: "short" });
const DATE = format({ day: "numeric", month: "short" });
const DATE_AND_YEAR = format({ day: "numeric", month: "short", year: "numeric" });
const MONTH = format({ month: "long" });

/** A date in two lines: "Today" and "19:40", "Sat" and "14 Nov", "2024" and "3 May". Times are in seconds. */
export function dateLines(at: number, now: number): [string, string] {
  const date = new Date(at * 1000);
  const today = new Date(now * 1000);
  const days = Math.round((midnight(today) - midnight(date)) / DAY);
  if (days <= 0) return ["Today", TIME.format(date)];
  if (days === 1) return ["Yesterday", TIME.format(date)];
  if (date.getFullYear() === today.getFullYear()) return [WEEKDAY.format(date), DATE.format(date)];
  return [String(date.getFullYear()), DATE.format(date)];
}

/** The same in one: "today", "Sat 14 Nov", "3 May 2024". */
export function dateWords(at: number, now: number): string {
  const [first, second] = dateLines(at, now);
  if (first === "Today" || first === "Yesterday") return first.toLowerCase();
  return /\d/.test(first) ? DATE_AND_YEAR.format(new Date(at * 1000)) : `${first} ${second}`;
}

function midnight(date: Date): number {
  // By the calendar, as a day may have 23 hours.
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}

export function monthOf(at: number): string {
  return MONTH.format(new Date(at * 1000));
}

/** "1st", "2nd"; nobody is eleventh. */
export function ordinal(place: number): string {
  return `${place}${["th", "st", "nd", "rd"][place] ?? "th"}`;
}

/** Pounds with a sign and one digit: "+1.2", "−0.4", "0.0". */
export function pounds(value: number): string {
  const text = Math.abs(value).toFixed(1);
  return text === "0.0" ? text : `${value > 0 ? "+" : "−"}${text}`;
}

/** Points of winning chance, from 0 to 1: "+24", "−17". */
export function points(change: number): string {
  const whole = Math.round(Math.abs(change) * 100);
  return whole === 0 ? "0" : `${change > 0 ? "+" : "−"}${whole}`;
}

/** A figure from 0 to 100 and its error, which is never 0: "88 ± 4". */
export function withError({ value, error }: { value: number; error: number }): { value: string; error: string } {
  return { value: String(Math.round(value)), error: String(Math.max(1, Math.round(error))) };
}

export const KIND_WORDS: Record<CostKind, string> = {
  early_ticket: "Leg tickets, taken first",
  late_ticket: "Leg tickets, taken late",
  winner: "Cards on the winner",
  loser: "Cards on the loser",
  tile: "Tiles",
  partner: "Partners",
  roll: "Rolls",
};

const COST_SENTENCES: Record<CostKind, (pounds: string) => string> = {
  early_ticket: (lost) => `First tickets on the wrong camel cost you ${lost} a game.`,
  late_ticket: (lost) => `Late tickets pay too little: they cost you ${lost} a game.`,
  winner: (lost) => `Cards on the wrong winner cost you ${lost} a game.`,
  loser: (lost) => `Cards on the wrong loser cost you ${lost} a game.`,
  tile: (lost) => `Tiles where a bet was worth more cost you ${lost} a game.`,
  partner: (lost) => `The wrong partners cost you ${lost} a game.`,
  roll: (lost) => `Rolling where a bet was worth more costs you ${lost} a game.`,
};

/** What to learn from the largest cost. */
export function costSentence(kind: CostKind, lost: number, error: number): string {
  if (lost <= error) return "No kind of bet clearly costs you more than the others yet.";
  return COST_SENTENCES[kind](`${lost.toFixed(1)} pound${lost.toFixed(1) === "1.0" ? "" : "s"}`);
}

/** Everybody else's names; all of them where no seat is one's own. */
export function namesOf({ seats }: Pick<MyGame, "seats">, own: number | null): string[] {
  return seats.flatMap(({ name }, seat) => (seat === own ? [] : [name]));
}

/** Whose face and name are left out; before the start, seats still move. */
export function ownSeat({ status, seat }: MyGame): number | null {
  return status === "waiting" ? null : seat;
}

/** "Friday caravan", or whom it is played with. */
export function titleOf(game: MyGame): string {
  const { title, table, status } = game;
  const others = status === "waiting" ? [] : namesOf(game, ownSeat(game));
  return title || (others.length ? `With ${listed(others)}` : `Table ${table}`);
}

/** "Leg 3, your turn". */
export function leadWords({ status, leg, is_own_turn: isOwnTurn }: MyGame): string {
  if (status === "waiting") return "Not started yet";
  return `Leg ${leg ?? 1}${isOwnTurn ? ", your turn" : ""}`;
}

/** A row of the list in one sentence, for screen readers. */
export function rowLabel(game: MyGame, now: number): string {
  const { accuracy, luck, money, place, seat } = game;
  const others = namesOf(game, seat);
  const parts = [
    ...(place === null ? [] : [ordinal(place)]),
    ...(money === null ? [] : [`${money} pounds`]),
    ...(accuracy
      ? [`accuracy ${withError(accuracy).value} plus or minus ${withError(accuracy).error}`]
      : ["not reviewed"]),
    ...(luck ? [`dice luck ${pounds(luck.value).replace("−", "minus ").replace("+", "plus ")} pounds`] : []),
  ];
  const whom = others.length ? ` ${seat === null ? "with" : "against"} ${listed(others)}` : "";
  return `${capital(dateWords(game.at, now))}, ${editionName(game.edition).toLowerCase()}${whom}: ${parts.join(", ")}`;
}
