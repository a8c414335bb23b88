// What one seat may know about a game: the form `view` of docs/notation.md, which the components of a table draw.
import type { Card, Event, View } from "../protocol.ts";
import { legal } from "./legal.ts";
import { type GameState, isOver } from "./state.ts";

/** A game as a seat sees it, null for a spectator. Cards that are not its own are hidden until the race is over. */
export function viewOf(state: GameState, seat: number | null): View {
  const isOpen = isOver(state);
  const seen = (card: Card): Card => (isOpen || card.seat === seat ? card : { ...card, camel: null });
  return {
    type: "view",
    edition: state.edition,
    track: state.track,
    dice: state.dice,
    tents: state.tents,
    tickets: state.tickets,
    pyramid_tickets: state.pyramid_tickets,
    tiles: state.tiles,
    partners: state.partners,
    turn: state.turn,
    leg: state.leg,
    winner_deck: state.winner_deck.map(seen),
    loser_deck: state.loser_deck.map(seen),
    money: state.money,
    hands: state.hands.map((hand, owner) => (isOpen || owner === seat ? hand : hand.map(() => null))),
    seat,
    legal: seat === state.turn ? legal(state) : [],
  };
}

/** What happened as a seat saw it: only the owner knows the colour of a card played face down. */
export function eventsFor(events: readonly Event[], seat: number | null): Event[] {
  return events.map((event) =>
    event.type === "card_played" && event.seat !== seat ? { ...event, camel: null } : event,
  );
}
