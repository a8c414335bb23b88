// A scored game: a list of entries, and the moments that follow from it. Everything is computed from that list, so that
// undoing, redoing or editing an entry is only another list, even across legs and the setup.
import { racingCamels } from "./camels.ts";
import { EDITIONS } from "./editions.ts";
import {
  apply,
  type GameState,
  isCounted,
  isOver,
  RulesError,
  start,
  startingTrack,
  unknownCards,
} from "./rules/index.ts";
import type { Action, Edition, Event, Face, Ply, RacingCamel, Record as GameRecord, State } from "./protocol.ts";

export type Entry =
  /** Before the game: a camel's first die. */
  | { type: "place"; face: Face }
  /** An action of the seat in turn; a card played face down is null. */
  | { type: "ply"; action: Action; face: Face | null }
  /** After the race: the next unknown card of the decks. */
  | { type: "turn"; camel: RacingCamel };

/** The setup of the game. */
export interface Table {
  edition: Edition;
  names: string[];
  /** The seat whose cards are known; null if the user does not play. */
  mine: number | null;
  /** The seat with the first turn. */
  first: number;
}

/** A moment of the game. */
export interface Moment {
  /** The dice of the setup so far. */
  placed: Face[];
  /** Null until all camels are placed. */
  state: GameState | null;
  /** The events of the last entry. */
  events: Event[];
  /** The dice that are out, in their order. */
  out: Face[];
  plies: Ply[];
}

export const NOTHING_YET: Moment = { placed: [], state: null, events: [], out: [], plies: [] };

/** The camels still to be placed. */
export function toPlace({ edition }: Table, { placed }: Moment): string[] {
  return [...EDITIONS[edition].camels].filter((camel) => !placed.some((face) => face[0] === camel));
}

/** The moment after an entry; throws RulesError if it is illegal. */
export function enter(table: Table, moment: Moment, entry: Entry): Moment {
  switch (entry.type) {
    case "place":
      return place(table, moment, entry.face);
    case "ply":
      return play(moment, entry.action, entry.face);
    case "turn":
      return turn(table, moment, entry.camel);
    default:
      // Data stored by another version.
      throw new RulesError({ code: "no_such_action", message: "Can’t read this entry." });
  }
}

function place(table: Table, moment: Moment, face: Face): Moment {
  if (!toPlace(table, moment).includes(face[0]!)) {
    throw new RulesError({ code: "camels", message: "This camel is already on the track." });
  }
  const placed = [...moment.placed, face];
  const isWhole = placed.length === EDITIONS[table.edition].camels.length;
  return { ...moment, placed, state: isWhole ? begin(table, placed, "own") : null, events: [] };
}

function begin({ edition, names, mine, first }: Table, placed: readonly Face[], open: "own" | "all"): GameState {
  return start({
    edition,
    players: names.length,
    track: startingTrack(placed),
    first,
    ...(open === "own" ? { open: mine === null ? [] : [mine] } : {}),
  });
}

function play(moment: Moment, action: Action, face: Face | null): Moment {
  const { state } = moment;
  if (!state) throw new RulesError({ code: "camels", message: "Place all the camels first." });
  const step = apply(state, action, face);
  const isNewLeg = step.events.some(({ type }) => type === "leg_started");
  return {
    ...moment,
    state: step.state,
    events: step.events,
    out: isNewLeg ? [] : face ? [...moment.out, face] : moment.out,
    plies: [...moment.plies, { seat: state.turn, action, outcome: face }],
  };
}

/** The plies with unknown cards, in the order in which the decks are turned up: the winner's first, oldest first. */
export function toTurn({ plies }: Moment): { index: number; ply: Ply }[] {
  const unknown = plies
    .map((ply, index) => ({ index, ply }))
    .filter(({ ply: { action } }) => action.type === "play_card" && action.camel === null);
  const isOn = (deck: string) => (one: { ply: Ply }) => "deck" in one.ply.action && one.ply.action.deck === deck;
  return [...unknown.filter(isOn("winner")), ...unknown.filter(isOn("loser"))];
}

/** The cards that a seat may have played there: those not played elsewhere. */
export function mayTurn({ edition }: Table, moment: Moment, seat: number): RacingCamel[] {
  const laid = moment.plies.flatMap((ply) =>
    ply.seat === seat && ply.action.type === "play_card" && ply.action.camel ? [ply.action.camel] : [],
  );
  return racingCamels(edition).filter((camel) => !laid.includes(camel));
}

function turn(table: Table, moment: Moment, camel: RacingCamel): Moment {
  const [next] = moment.state && isOver(moment.state) ? toTurn(moment) : [];
  if (!next) throw new RulesError({ code: "card_played", message: "No cards left to reveal." });
  const { seat, action } = next.ply;
  if (!mayTurn(table, moment, seat).includes(camel)) {
    throw new RulesError({ code: "card_played", message: "They have already played that card." });
  }
  const plies = moment.plies.with(next.index, { ...next.ply, action: { ...action, camel } as Action });
  if (toTurn({ ...moment, plies }).length) return { ...moment, plies, state: told(moment.state!, plies), events: [] };
  // All cards are known now: replay the game with open cards to count the money.
  let state = begin(table, moment.placed, "all");
  let events: Event[] = [];
  for (const ply of plies) ({ state, events } = apply(state, ply.action, ply.outcome));
  return { ...moment, plies, state, events: events.filter(({ type }) => /^(card_scored|game_ended)$/.test(type)) };
}

/** A state whose decks have the cards known so far. */
function told(state: GameState, plies: readonly Ply[]): GameState {
  const cards = (deck: string) =>
    plies.flatMap(({ seat, action }) =>
      action.type === "play_card" && action.deck === deck ? [{ seat, camel: action.camel }] : [],
    );
  return { ...state, winner_deck: cards("winner"), loser_deck: cards("loser") };
}

/** The moments after each entry, up to the first illegal one. */
export function fold(table: Table, entries: readonly Entry[]): Moment[] {
  const moments = [NOTHING_YET];
  for (const entry of entries) {
    try {
      moments.push(enter(table, moments.at(-1)!, entry));
    } catch (error) {
      if (error instanceof RulesError || error instanceof TypeError) break;
      throw error;
    }
  }
  return moments;
}

/**
 * The entries with one of them replaced. If that changes the order of the unknown cards, the cards revealed after it
 * have to be entered again.
 */
export function corrected(table: Table, entries: readonly Entry[], index: number, entry: Entry): Entry[] {
  const played = entries.filter(({ type }) => type !== "turn");
  if (index >= played.length) return entries.with(index, entry);
  const turned = entries.slice(played.length);
  const order = (all: readonly Entry[]): number[] => toTurn(fold(table, all).at(-1)!).map((one) => one.index);
  const before = order(played);
  const after = played.with(index, entry);
  const still = order(after).map((card) => turned[before.indexOf(card)]);
  const end = still.indexOf(undefined);
  return [...after, ...(still.slice(0, end < 0 ? undefined : end) as Entry[])];
}

/** Whether the race is over but cards have to be turned up. */
export function isTurning({ state }: Moment): boolean {
  return state !== null && isOver(state) && unknownCards(state).length > 0;
}

/** Whether everything is known and counted. */
export function isDone({ state }: Moment): boolean {
  return state !== null && isCounted(state);
}

/** The record of a game that is over, as docs/notation.md has it. */
export function recordOf(table: Table, moment: Moment): { version: 1 } & GameRecord {
  return {
    version: 1,
    type: "record",
    names: table.names,
    start: begin(table, moment.placed, "all") as State,
    plies: moment.plies,
    result: moment.state!.money,
    hides_money: false,
  };
}
