// A position as somebody at its table would see it: what the parts of a table draw.
import { racingCamels } from "./camels.ts";
import { type Card, handOf, type Position, seatsOf, ticketsLeft } from "./position.ts";
import type { Action, RacingCamel, Ticket, View } from "./protocol.ts";

/** The view of a seat, or of a spectator (null). Cards of others are hidden, and `legal` holds what the seat may do. */
export function viewOfPosition(position: Position, seat: number | null, legal: readonly Action[] = []): View {
  const known = (camel: string): RacingCamel | null => (camel === "?" ? null : (camel as RacingCamel));
  const seen = (card: Card) => ({ seat: card.seat, camel: card.seat === seat ? known(card.camel) : null });
  return {
    type: "view",
    edition: position.edition,
    track: position.track,
    dice: position.dice,
    tents: racingCamels(position.edition).map((camel) => ticketsLeft(position, camel) as View["tents"][number]),
    tickets: position.tickets.map((_, owner) => ticketsOf(position, owner)),
    pyramid_tickets: [...position.pyramid],
    tiles: [...position.tiles],
    partners: [...position.partners],
    turn: position.turn,
    leg: position.leg,
    winner_deck: position.winner.map(seen),
    loser_deck: position.loser.map(seen),
    money: [...position.money],
    hands: Array.from({ length: seatsOf(position) }, (_, owner) =>
      [...handOf(position, owner)].map((camel) => (owner === seat ? known(camel) : null)),
    ),
    seat,
    legal: [...legal],
  };
}

/** The tickets that a seat holds. */
export function ticketsOf({ tickets }: Position, seat: number): Ticket[] {
  return (tickets[seat] ?? []).map((ticket) => ({
    camel: ticket[0] as RacingCamel,
    value: Number(ticket[1]) as Ticket["value"],
  }));
}
