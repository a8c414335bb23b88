// What a leg and the end of the game pay.
import {
  FINISH_REWARDS,
  LATER_FINISH_REWARD,
  PYRAMID_TICKET_REWARD,
  SECOND_PLACE_REWARD,
  WRONG_BET,
} from "../editions.ts";
import type { CardScored, Deck, LegReward, RacingCamel } from "../protocol.ts";
import { deckOf, type GameState, ranking } from "./state.ts";

/** Money never drops below 0. */
export function pay(money: number, change: number): number {
  return Math.max(0, money + change);
}

/** The reward of a ticket whose camel has this number of camels ahead of it. */
export function ticketReward(value: number, place: number): number {
  return place === 0 ? value : place === 1 ? SECOND_PLACE_REWARD : WRONG_BET;
}

/** Score a leg for all players: each adds up everything first, and is paid once. */
export function legRewards(state: GameState): LegReward[] {
  const order = ranking(state.track);
  const tickets = state.tickets.map((held) =>
    held.map((ticket) => ({ ticket, reward: ticketReward(ticket.value, order.indexOf(ticket.camel)) })),
  );
  // Nobody is obliged to copy, so a partner with losing tickets alone costs nothing.
  const best = tickets.map((held, seat) =>
    Math.max(0, ...held.map(({ reward }) => reward), state.pyramid_tickets[seat] ? PYRAMID_TICKET_REWARD : 0),
  );
  return tickets.map((held, seat) => {
    const pyramidTickets = state.pyramid_tickets[seat]! * PYRAMID_TICKET_REWARD;
    const partner = state.partners[seat] ?? null;
    const copied = partner === null ? 0 : best[partner]!;
    const total = held.reduce((sum, { reward }) => sum + reward, pyramidTickets + copied);
    return {
      seat,
      tickets: held,
      pyramid_tickets: pyramidTickets,
      copied,
      total,
      money: pay(state.money[seat]!, total),
    };
  });
}

/**
 * What each card of a deck earns, oldest first: 8, 5, 3, 2, then 1 for each correct card, and a loss of 1 for a wrong
 * one.
 */
export function cardRewards(cards: readonly (RacingCamel | null)[], right: RacingCamel): number[] {
  let before = 0;
  return cards.map((camel) => (camel === right ? (FINISH_REWARDS[before++] ?? LATER_FINISH_REWARD) : WRONG_BET));
}

/** Score both decks card by card, the winner's first; all cards must be known. */
export function scoreDecks(state: GameState): CardScored[] {
  const money = [...state.money];
  const order = ranking(state.track);
  const ends: [Deck, RacingCamel][] = [
    ["winner", order[0]!],
    ["loser", order.at(-1)!],
  ];
  return ends.flatMap(([deck, right]) => {
    const cards = deckOf(state, deck);
    const rewards = cardRewards(
      cards.map(({ camel }) => camel),
      right,
    );
    return cards.map(({ seat, camel }, index): CardScored => {
      const reward = rewards[index]!;
      money[seat] = pay(money[seat]!, reward);
      return { type: "card_scored", deck, seat, camel: camel!, reward, money: money[seat] };
    });
  });
}
