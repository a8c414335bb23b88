// The state of a game for the client's rules, and small questions about it.
import { ranking as rankingOf } from "../camels.ts";
import { hasPartnershipsWith } from "../features.ts";
import { BEHIND, OVER } from "../track.ts";
import type { Camel, Card, Deck, RacingCamel, State, Track } from "../protocol.ts";

/**
 * The form `state` of docs/notation.md, except that unknown cards are null, in hands and on decks. States are
 * immutable.
 */
export interface GameState extends Omit<State, "hands"> {
  hands: (RacingCamel | null)[][];
}

/** The first space that a tile may be on. */
export const FIRST_TILE_SPACE = 2;

export { BEHIND, OVER };

export function playersOf({ money }: GameState): number {
  return money.length;
}

/** The racing camels from first to last. */
export function ranking(track: Track): RacingCamel[] {
  return rankingOf(track) as RacingCamel[];
}

/** Whether a unit has crossed the line, either way. */
export function isOver({ track }: GameState): boolean {
  return OVER in track || BEHIND in track;
}

export function hasPartnerships(state: GameState): boolean {
  return hasPartnershipsWith(state.edition, playersOf(state));
}

export function spaceOf(track: Track, camel: Camel): number {
  return Number(Object.keys(track).find((space) => track[space]!.includes(camel)));
}

export function deckOf(state: GameState, deck: Deck): Card[] {
  return deck === "winner" ? state.winner_deck : state.loser_deck;
}

/** The unknown cards on both decks. */
export function unknownCards(state: GameState): Card[] {
  return [...state.winner_deck, ...state.loser_deck].filter(({ camel }) => camel === null);
}

/** Everybody with the most money. */
export function richest(money: readonly number[]): number[] {
  const most = Math.max(...money);
  return money.flatMap((amount, seat) => (amount === most ? [seat] : []));
}

export function replaced<Item>(items: readonly Item[], index: number, item: Item): Item[] {
  return items.map((old, at) => (at === index ? item : old));
}
