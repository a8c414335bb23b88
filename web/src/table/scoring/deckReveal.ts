// The decks revealed card by card: everyone's money after each card, and its text.
import { nameOf } from "../../game/camels.ts";
import type { CardScored, Deck, GameEnded, View } from "../../game/protocol.ts";
import { pay, spoken } from "../../game/money.ts";

export const LADDER = [8, 5, 3, 2, 1];
const NTH = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/** Everyone's money before the first card. */
export function moneyBefore(cards: readonly CardScored[], ended: GameEnded, view: Pick<View, "money">): number[] {
  return ended.money.map((end, seat) => {
    const own = cards.filter((card) => card.seat === seat);
    const known = view.money[seat] ?? null;
    if (known !== null && own.reduce((money, { reward }) => pay(money, reward), known) === end) return known;
    const first = own[0];
    return first ? Math.max(0, first.money - first.reward) : end;
  });
}

/** Everyone's money after a number of cards. */
export function moneyAfter(before: readonly number[], cards: readonly CardScored[], turned: number): number[] {
  const money = [...before];
  for (const card of cards.slice(0, turned)) money[card.seat] = card.money;
  return money;
}

/** How many correct cards of a deck are face up after a number of cards. */
export function rightOnes(cards: readonly CardScored[], turned: number, deck: Deck): number {
  return cards.slice(0, turned).filter((card) => card.deck === deck && card.reward > 0).length;
}

/** "third correct card, pays 3", "wrong, costs 1". */
export function saidOf(cards: readonly CardScored[], index: number): string {
  const card = cards[index]!;
  if (card.reward < 0) return "wrong, costs 1";
  const nth = NTH[rightOnes(cards, index, card.deck)];
  return `${nth ? `${nth} ` : "another "}correct card, pays ${card.reward}`;
}

/** The same for a screen reader: "Amira: yellow, third correct card, plus 3." */
export function spokenTextOf(cards: readonly CardScored[], index: number, names: readonly string[]): string {
  const { seat, camel, reward } = cards[index]!;
  return `${names[seat]}: ${nameOf(camel)}, ${saidOf(cards, index).split(",")[0]}, ${spoken(reward)}.`;
}

/** The pause before the next card, in ms: many cards go faster. */
export function pauseOf(cards: number, isFast: boolean): number {
  const pause = Math.max(420, Math.min(1300, 16_000 / Math.max(1, cards)));
  return isFast ? pause / 2 : pause;
}

export interface Fit {
  columns: number;
  /** Of a card, in px. */
  width: number;
  height: number;
  /** The height of the line below it. */
  sum: number;
}

const LIFT = 12;
const SMALL = 36;
const MOST = 128;
const ROW_GAP = 8;

/** The largest size at which all cards fit into a box, each with its reward below. */
export function fitCards(cards: number, width: number, height: number): Fit {
  const usual = fitWith(cards, width, height, { gap: 10, sum: 24 });
  return usual.width >= SMALL ? usual : fitWith(cards, width, height, { gap: 6, sum: 17 });
}

function fitWith(cards: number, width: number, height: number, { gap, sum }: { gap: number; sum: number }): Fit {
  let best: Fit = { columns: Math.max(1, cards), width: 0, height: 0, sum };
  for (let columns = 1; columns <= Math.max(1, cards); columns += 1) {
    const rows = Math.ceil(cards / columns);
    const across = (width - (columns - 1) * gap) / columns;
    const high = (height - LIFT - (rows - 1) * ROW_GAP) / rows - sum;
    const size = Math.floor(Math.min(MOST, across, high * 0.75));
    // Narrow cards may be a little taller.
    const shape = size < 100 ? 1.5 : 1.34;
    if (size > best.width) best = { columns, width: size, height: Math.floor(Math.min(size * shape, high)), sum };
  }
  return best;
}
