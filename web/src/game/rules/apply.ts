// How a game starts, and what an action does.
import { racingCamels } from "../camels.ts";
import { DICE_PER_LEG, EDITIONS, STARTING_MONEY } from "../editions.ts";
import type { Action, Edition, Event, Face, Ticket, Track } from "../protocol.ts";
import { type Refusal, whyNot } from "./legal.ts";
import { camelToMove, dieOf, move, whyNotFace } from "./movement.ts";
import { legRewards, pay, scoreDecks } from "./scoring.ts";
import { type GameState, isOver, OVER, playersOf, ranking, replaced, richest, unknownCards } from "./state.ts";

/** Thrown if an action or a face is refused; `code` is one of docs/errors.md. */
export class RulesError extends Error {
  readonly code: string;

  constructor({ code, message }: Refusal) {
    super(message);
    this.code = code;
  }
}

export interface Start {
  edition: Edition;
  players: number;
  /** Camels by space, each stack from bottom to top. */
  track: Track;
  /** The seat with the first turn; the first one by default. */
  first?: number;
  /** The seats whose cards are known; all by default. */
  open?: readonly number[];
}

export interface Step {
  state: GameState;
  /** What happened, in order. */
  events: Event[];
}

/** A game with its camels already on the track. */
export function start({ edition, players, track, first = 0, open }: Start): GameState {
  const racing = racingCamels(edition);
  return {
    type: "state",
    edition,
    track,
    ...newLeg(edition, players),
    turn: first,
    leg: 1,
    winner_deck: [],
    loser_deck: [],
    money: Array.from({ length: players }, () => STARTING_MONEY),
    hands: Array.from({ length: players }, (_, seat) =>
      !open || open.includes(seat) ? racing : racing.map(() => null),
    ),
  };
}

/** What is reset for every leg. */
function newLeg(edition: Edition, players: number) {
  const each = <Item>(item: () => Item): Item[] => Array.from({ length: players }, item);
  return {
    dice: EDITIONS[edition].dice,
    tents: racingCamels(edition).map(() => [...EDITIONS[edition].ticketValues]),
    tickets: each((): Ticket[] => []),
    pyramid_tickets: each(() => 0),
    tiles: each(() => null),
    partners: each(() => null),
  };
}

/** Apply an action of the seat in turn; a roll needs the face of the die. Throws RulesError if it is illegal. */
export function apply(state: GameState, action: Action, face: Face | null = null): Step {
  const refused = whyNot(state, action) ?? whyNotOutcome(state, action, face);
  if (refused) throw new RulesError(refused);
  const seat = state.turn;
  const next = { ...state, turn: (seat + 1) % playersOf(state) };
  switch (action.type) {
    case "roll":
      return roll(state, face!, next.turn);
    case "take_ticket": {
      const tent = racingCamels(state.edition).indexOf(action.camel);
      const [value, ...left] = state.tents[tent]!;
      const ticket = { camel: action.camel, value: value! };
      const tickets = [...state.tickets[seat]!, ticket].sort(byColour);
      return {
        state: {
          ...next,
          tents: replaced(state.tents, tent, left),
          tickets: replaced(state.tickets, seat, tickets),
        },
        events: [{ type: "ticket_taken", seat, ticket }],
      };
    }
    case "place_tile": {
      const { space, side } = action;
      return {
        state: { ...next, tiles: replaced(state.tiles, seat, { space, side }) },
        events: [{ type: "tile_placed", seat, space, side, moved_from: state.tiles[seat]?.space ?? null }],
      };
    }
    case "play_card": {
      const { deck, camel } = action;
      const hand = state.hands[seat]!;
      const name = deck === "winner" ? "winner_deck" : "loser_deck";
      return {
        state: {
          ...next,
          [name]: [...state[name], { seat, camel }],
          hands: replaced(state.hands, seat, hand.toSpliced(hand.indexOf(camel), 1)),
        },
        events: [{ type: "card_played", seat, deck, camel }],
      };
    }
    case "join_partner": {
      const partner = action.seat;
      return {
        state: { ...next, partners: replaced(replaced(state.partners, seat, partner), partner, seat) },
        events: [{ type: "partners_joined", seat, partner }],
      };
    }
  }
}

function whyNotOutcome(state: GameState, action: Action, face: Face | null): Refusal | null {
  if (action.type !== "roll") {
    return face === null ? null : { code: "needless_outcome", message: "Only a roll has an outcome." };
  }
  if (face === null) return { code: "no_outcome", message: "A roll needs the face of the die that came out." };
  return whyNotFace(state, face);
}

function byColour(one: Ticket, other: Ticket): number {
  return one.camel === other.camel ? other.value - one.value : one.camel < other.camel ? -1 : 1;
}

function roll(before: GameState, face: Face, turn: number): Step {
  const seat = before.turn;
  const { reason } = camelToMove(before.track, face);
  const moved = move(before, face);
  const hit = moved.events.find((event) => event.type === "tile_hit");
  const state: GameState = {
    ...before,
    track: moved.track,
    dice: before.dice.replace(dieOf(face), ""),
    pyramid_tickets: replaced(before.pyramid_tickets, seat, before.pyramid_tickets[seat]! + 1),
    turn,
    money: hit ? replaced(before.money, hit.seat, hit.money!) : before.money,
  };
  const events: Event[] = [{ type: "die_revealed", seat, face, reason }, ...moved.events];
  if (isOver(state)) {
    events.push({ type: "race_ended", is_clockwise: OVER in state.track });
    const paid = scoreLeg(state, events);
    return unknownCards(paid).length ? { state: paid, events } : turnUp(paid, events);
  }
  const taken = state.pyramid_tickets.reduce((sum, tickets) => sum + tickets, 0);
  if (taken < DICE_PER_LEG) return { state, events };
  const leg = state.leg + 1;
  const paid = { ...scoreLeg(state, events), ...newLeg(state.edition, playersOf(state)), leg };
  events.push({ type: "leg_started", leg, seat: turn });
  return { state: paid, events };
}

function scoreLeg(state: GameState, events: Event[]): GameState {
  const rewards = legRewards(state);
  events.push({ type: "leg_scored", leg: state.leg, ranking: ranking(state.track), rewards });
  return { ...state, money: state.money.map((money, seat) => pay(money, rewards[seat]!.total)) };
}

/** Score both decks and count the money; the table itself is unchanged. */
function turnUp(state: GameState, before: Event[]): Step {
  const scored = scoreDecks(state);
  const money = [...state.money];
  for (const card of scored) money[card.seat] = card.money;
  const order = ranking(state.track);
  const ended: Event = {
    type: "game_ended",
    winner: order[0]!,
    loser: order.at(-1)!,
    money,
    victors: richest(money),
  };
  return { state: { ...state, money }, events: [...before, ...scored, ended] };
}

/** Whether the money has been counted: the race is over, and all cards are known. */
export function isCounted(state: GameState): boolean {
  return isOver(state) && !unknownCards(state).length;
}
