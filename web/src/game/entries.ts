// A real game as it is entered: a list of taps, and what comes of them. Everything is folded from that list, so that to
// take back, do again or correct an entry is to fold another list, through the ends of legs and the set-up too.
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
  /** Before the game: what the die of a camel showed. */
  | { type: "place"; face: Face }
  /** What the seat in turn did; a card that was laid face down is null. */
  | { type: "ply"; action: Action; face: Face | null }
  /** After the race: the next card of the decks that was not known. */
  | { type: "turn"; camel: RacingCamel };

/** Who plays what. */
export interface Table {
  edition: Edition;
  names: string[];
  /** Whose cards are known; null where one only keeps the score. */
  mine: number | null;
  /** The seat that begins. */
  first: number;
}

/** A moment of the game. */
export interface Moment {
  /** Faces of the set-up so far. */
  placed: Face[];
  /** Null until all camels are placed. */
  state: GameState | null;
  /** What the last entry brought about. */
  events: Event[];
  /** The dice that are out, in their order. */
  out: Face[];
  plies: Ply[];
}

export const NOTHING_YET: Moment = { placed: [], state: null, events: [], out: [], plies: [] };

/** The camel that is still to be placed, or null. */
export function toPlace({ edition }: Table, { placed }: Moment): string[] {
  return [...EDITIONS[edition].camels].filter((camel) => !placed.some((face) => face[0] === camel));
}

/** The moment after an entry; RulesError says why it cannot be. */
export function enter(table: Table, moment: Moment, entry: Entry): Moment {
  switch (entry.type) {
    case "place":
      return place(table, moment, entry.face);
    case "ply":
      return play(moment, entry.action, entry.face);
    case "turn":
      return turn(table, moment, entry.camel);
    default:
      // What was kept by another version.
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

/** The cards that a seat may have laid there: those that it did not lay elsewhere. */
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
  // Now all is known: the same game once more with open cards counts the money.
  let state = begin(table, moment.placed, "all");
  let events: Event[] = [];
  for (const ply of plies) ({ state, events } = apply(state, ply.action, ply.outcome));
  return { ...moment, plies, state, events: events.filter(({ type }) => /^(card_scored|game_ended)$/.test(type)) };
}

/** A state whose decks have the cards that are known by now. */
function told(state: GameState, plies: readonly Ply[]): GameState {
  const cards = (deck: string) =>
    plies.flatMap(({ seat, action }) =>
      action.type === "play_card" && action.deck === deck ? [{ seat, camel: action.camel }] : [],
    );
  return { ...state, winner_deck: cards("winner"), loser_deck: cards("loser") };
}

/** A moment for each entry that is possible, up to the first that is not. */
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
 * The entries with another in the place of one. What was turned up stays with the card: where another card comes before
 * it now, that one has to be turned up first, and all after it once more.
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
