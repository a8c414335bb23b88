// A position, which may be incomplete while it is being set up. notation.ts reads and writes it, the analysis page
// edits it.
import { EDITIONS, STARTING_MONEY } from "./editions.ts";
import type { Edition, Side, State, Ticket, Track } from "./protocol.ts";

export interface Tile {
  readonly space: number;
  readonly side: Side;
}

export interface Card {
  readonly seat: number;
  /** A letter, or "?" where it is not known. */
  readonly camel: string;
}

export const DECKS = ["winner", "loser"] as const;
export type DeckName = (typeof DECKS)[number];

export interface Position {
  readonly edition: Edition;
  /** Camels by space, each stack from bottom to top; some may be missing. */
  readonly track: Track;
  /** Dice in the pyramid. */
  readonly dice: string;
  /** By seat, like the following fields. */
  readonly tiles: readonly (Tile | null)[];
  /** Null if a view does not know it. */
  readonly money: readonly (number | null)[];
  /** As "r5", by camels and then the highest value first. */
  readonly tickets: readonly (readonly string[])[];
  readonly pyramid: readonly number[];
  readonly partners: readonly (number | null)[];
  readonly winner: readonly Card[];
  readonly loser: readonly Card[];
  readonly turn: number;
  readonly leg: number;
  /** The seat of a view, "-" for a spectator's view; null if everything is known. */
  readonly seat: number | "-" | null;
}

export const SEATS = "ABCDEFGH";
const USUAL_SEATS = 4;
const STARTS: { readonly [edition in Edition]: Position["track"] } = {
  1: { 1: "bg", 2: "ow", 3: "y" },
  2: { 1: "gy", 2: "rb", 3: "p", 14: "K", 16: "W" },
};

/** A table at the start of a game, with these camels or with none. */
export function emptyTable(edition: Edition, seats = USUAL_SEATS): Position {
  const each = <T>(value: T): T[] => Array.from({ length: seats }, () => value);
  return {
    edition,
    track: {},
    dice: EDITIONS[edition].dice,
    tiles: each(null),
    money: each(STARTING_MONEY),
    tickets: each([]),
    pyramid: each(0),
    partners: each(null),
    winner: [],
    loser: [],
    turn: 0,
    leg: 1,
    seat: null,
  };
}

export function firstPosition(edition: Edition): Position {
  return { ...emptyTable(edition), track: STARTS[edition] };
}

export function seatsOf({ money }: Position): number {
  return money.length;
}

/** Camels that are not on the board. */
export function missing({ edition, track }: Position): string {
  const there = Object.values(track).join("");
  return [...EDITIONS[edition].camels].filter((camel) => !there.includes(camel)).join("");
}

export function spaceOf({ track }: Position, camel: string): number | null {
  const found = Object.entries(track).find(([, stack]) => stack.includes(camel));
  return found ? Number(found[0]) : null;
}

export function diceOut({ edition, dice }: Position): string {
  return [...EDITIONS[edition].dice].filter((die) => !dice.includes(die)).join("");
}

export function ownerOn({ tiles }: Position, space: number): number | null {
  const seat = tiles.findIndex((tile) => tile?.space === space);
  return seat < 0 ? null : seat;
}

/** The tickets left of a colour, the top one first. */
export function ticketsLeft({ edition, tickets }: Position, camel: string): number[] {
  return EDITIONS[edition].ticketValues.slice(tickets.flat().filter((ticket) => ticket[0] === camel).length);
}

/** The finish cards of a seat that are on no deck; what a view does not know is "?". */
export function handOf({ edition, winner, loser, seat: viewer }: Position, seat: number): string {
  const laid = [...winner, ...loser].filter((card) => card.seat === seat).map(({ camel }) => camel);
  const { racing } = EDITIONS[edition];
  if (viewer !== null && viewer !== seat) return "?".repeat(Math.max(0, racing.length - laid.length));
  return [...racing].filter((camel) => !laid.includes(camel)).join("");
}

/** The position of a moment in a game. */
export function positionOf(state: State): Position {
  const order = (held: readonly Ticket[]): string[] =>
    [...held]
      .sort((a, b) => a.camel.localeCompare(b.camel) || b.value - a.value)
      .map(({ camel, value }) => camel + value);
  const known = ({ seat, camel }: { seat: number; camel: string | null }): Card => ({ seat, camel: camel ?? "?" });
  return {
    edition: state.edition,
    track: Object.fromEntries(Object.entries(state.track).map(([space, camels]) => [Number(space), camels])),
    dice: state.dice,
    tiles: state.tiles,
    money: state.money,
    tickets: state.tickets.map(order),
    pyramid: state.pyramid_tickets,
    partners: state.partners,
    winner: state.winner_deck.map(known),
    loser: state.loser_deck.map(known),
    turn: state.turn,
    leg: state.leg,
    seat: null,
  };
}
