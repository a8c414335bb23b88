// The legal actions of the seat in turn, and why others are refused. The sentences are the server's, which address the
// acting player; the scoring page rewords them by their code.
import { SPACES } from "../editions.ts";
import { nameOf, racingCamels } from "../camels.ts";
import type { Action, Edition, PlaceTile, PlayCard } from "../protocol.ts";
import { FIRST_TILE_SPACE, type GameState, hasPartnerships, isOver, playersOf } from "./state.ts";

/** Why something is refused: a code of docs/errors.md, and a sentence. */
export interface Refusal {
  code: string;
  message: string;
}

interface Words {
  ticket: string;
  tile: string;
  card: string;
}

/** What an edition's rulebook calls the things that both editions have. */
export const WORDS: { readonly [edition in Edition]: Words } = {
  1: { ticket: "leg betting tile", tile: "desert tile", card: "race betting card" },
  2: { ticket: "betting ticket", tile: "spectator tile", card: "finish card" },
};

const ALL_SPACES = Array.from({ length: SPACES }, (_, index) => index + 1);
const SIDES = ["+", "-"] as const;
const DECKS = ["winner", "loser"] as const;

/** All legal actions of the seat in turn; none once the race is over. Unknown cards are listed once, as null. */
export function legal(state: GameState): Action[] {
  if (isOver(state)) return [];
  const { edition, turn, tents, partners } = state;
  const hand = state.hands[turn]!;
  const cards = hand.includes(null) ? [null] : hand;
  const others = hasPartnerships(state) && partners[turn] === null ? [...partners.keys()] : [];
  return [
    { type: "roll" },
    ...racingCamels(edition).flatMap((camel, tent): Action[] =>
      tents[tent]!.length ? [{ type: "take_ticket", camel }] : [],
    ),
    ...tileSpaces(state).flatMap((space) => SIDES.map((side): PlaceTile => ({ type: "place_tile", space, side }))),
    ...DECKS.flatMap((deck) => cards.map((camel): PlayCard => ({ type: "play_card", deck, camel }))),
    ...others.flatMap((seat): Action[] =>
      seat !== turn && partners[seat] === null ? [{ type: "join_partner", seat }] : [],
    ),
  ];
}

/** The spaces on which the seat in turn may place its tile. */
export function tileSpaces({ turn, tiles, track }: GameState): number[] {
  const closed = new Set(Object.keys(track).map(Number));
  for (const [seat, tile] of tiles.entries()) {
    if (tile) for (const space of seat === turn ? [tile.space] : around(tile.space)) closed.add(space);
  }
  return ALL_SPACES.filter((space) => space >= FIRST_TILE_SPACE && !closed.has(space));
}

function around(space: number): number[] {
  return [space - 1, space, space + 1];
}

/** Why an action of the seat in turn is refused; null if it is legal. */
export function whyNot(state: GameState, action: Action): Refusal | null {
  if (isOver(state)) return { code: "game_over", message: "The game is over." };
  const words = WORDS[state.edition];
  switch (action.type) {
    case "roll":
      return null;
    case "take_ticket": {
      const tent = racingCamels(state.edition).indexOf(action.camel);
      if (tent < 0) return noSuchCamel(action.camel);
      if (state.tents[tent]!.length) return null;
      return {
        code: "no_ticket_left",
        message: `There is no ${nameOf(action.camel)} ${words.ticket} left in this leg.`,
      };
    }
    case "place_tile":
      return whyNoTile(state, action.space);
    case "play_card": {
      const { camel } = action;
      if (camel !== null && !racingCamels(state.edition).includes(camel)) return noSuchCamel(camel);
      const hand = state.hands[state.turn]!;
      if (hand.includes(camel)) return null;
      if (camel === null) return { code: "no_such_camel", message: cardless(hand, words.card) };
      return { code: "card_played", message: `You have already played your ${nameOf(camel)} ${words.card}.` };
    }
    case "join_partner":
      return whyNoPartner(state, action.seat);
  }
}

/** Why a card of unknown colour cannot be played: the colours are known, or there is no card left. */
function cardless(hand: readonly unknown[], word: string): string {
  return hand.length ? `A ${word} can only be played by somebody who knows its colour.` : `There is no ${word} left.`;
}

function noSuchCamel(camel: string): Refusal {
  return { code: "no_such_camel", message: `There is no ${nameOf(camel)} camel to bet on in this race.` };
}

function whyNoTile({ edition, turn, tiles, track }: GameState, space: number): Refusal | null {
  const word = WORDS[edition].tile;
  const isOthers = (at: number): boolean => tiles.some((tile, seat) => seat !== turn && tile?.space === at);
  if (!ALL_SPACES.includes(space)) {
    return { code: "no_such_space", message: `The track has spaces 1 to ${SPACES}, not ${space}.` };
  }
  if (space < FIRST_TILE_SPACE) return { code: "tile_on_space_1", message: `A ${word} may never lie on space 1.` };
  if (tiles[turn]?.space === space) {
    return { code: "tile_not_moved", message: `Your ${word} must move to a different space.` };
  }
  if (isOthers(space)) return { code: "tile_on_tile", message: `There is already a ${word} on space ${space}.` };
  if (space in track) return { code: "tile_on_camel", message: `There is a camel on space ${space}.` };
  if (isOthers(space - 1) || isOthers(space + 1)) {
    return { code: "tile_next_to_tile", message: `Space ${space} is next to another ${word}.` };
  }
  return null;
}

function whyNoPartner(state: GameState, partner: number): Refusal | null {
  const { turn, partners } = state;
  if (!(partner in partners) || playersOf(state) <= partner) {
    return { code: "no_such_seat", message: `There is no seat ${"ABCDEFGH"[partner] ?? partner} at this table.` };
  }
  if (!hasPartnerships(state)) {
    return { code: "no_partnerships", message: "There are no betting partnerships in this game." };
  }
  if (partner === turn) return { code: "partner_self", message: "You cannot be your own betting partner." };
  if (partners[turn] !== null) {
    return { code: "has_partner", message: "You already have a betting partner in this leg." };
  }
  if (partners[partner] !== null) {
    return { code: "partner_taken", message: "That player already has a betting partner in this leg." };
  }
  return null;
}
