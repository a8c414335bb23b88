// The visible effect of events on a view. The server sends views only between steps, but a step is shown event by
// event. Fields that nothing draws (`legal`, `turn`) stay as they were.
import { EDITIONS } from "../../game/editions.ts";
import { trackAfter } from "../../game/track.ts";
import type { Event, Ticket, View } from "../../game/protocol.ts";

/** The camels that the dice can name, and the grey die, which names one of two. */
const dieOf = (face: string): string => (/[A-Z]/.test(face[0]!) ? "x" : face[0]!);

const replaced = <Item>(items: readonly Item[], index: number, item: Item): Item[] =>
  items.map((old, at) => (at === index ? item : old));

/** What is lifted when an event begins to be shown, and is nowhere until it lands. */
export function lifted(view: View, event: Event): View {
  switch (event.type) {
    case "ticket_taken": {
      const tent = EDITIONS[view.edition].racing.indexOf(event.ticket.camel);
      return { ...view, tents: replaced(view.tents, tent, (view.tents[tent] ?? []).slice(1)) };
    }
    case "card_played": {
      const hand = view.hands[event.seat] ?? [];
      const at = hand.indexOf(event.camel);
      return { ...view, hands: replaced(view.hands, event.seat, hand.toSpliced(at < 0 ? hand.length - 1 : at, 1)) };
    }
    case "tile_placed":
      return { ...view, tiles: replaced(view.tiles, event.seat, null) };
    case "die_revealed":
      return { ...view, dice: view.dice.replace(dieOf(event.face), "") };
    default:
      return view;
  }
}

/** What lands when an event was shown; `landed(lifted(view, event), event)` is the view after it. */
export function landed(view: View, event: Event): View {
  switch (event.type) {
    case "ticket_taken": {
      const tickets = [...(view.tickets[event.seat] ?? []), event.ticket].sort(byColour);
      return { ...view, tickets: replaced(view.tickets, event.seat, tickets) };
    }
    case "card_played": {
      const deck = event.deck === "winner" ? "winner_deck" : "loser_deck";
      return { ...view, [deck]: [...view[deck], { seat: event.seat, camel: event.camel }] };
    }
    case "tile_placed":
      return { ...view, tiles: replaced(view.tiles, event.seat, { space: event.space, side: event.side }) };
    case "partners_joined": {
      const { seat, partner } = event;
      return { ...view, partners: replaced(replaced(view.partners, seat, partner), partner, seat) };
    }
    case "die_revealed": {
      const rolls = (view.pyramid_tickets[event.seat] ?? 0) + 1;
      return { ...view, pyramid_tickets: replaced(view.pyramid_tickets, event.seat, rolls) };
    }
    case "camel_moved":
      return { ...view, track: trackAfter(view.track, event) };
    case "tile_hit":
    case "card_scored":
      return { ...view, money: replaced(view.money, event.seat, event.money) };
    case "leg_scored": {
      const money = [...view.money];
      for (const reward of event.rewards) money[reward.seat] = reward.money;
      return { ...view, money };
    }
    case "leg_started":
      return {
        ...view,
        leg: event.leg,
        dice: EDITIONS[view.edition].dice,
        tents: fullTents(view),
        tickets: view.tickets.map(() => []),
        pyramid_tickets: view.pyramid_tickets.map(() => 0),
        tiles: view.tiles.map(() => null),
        partners: view.partners.map(() => null),
      };
    case "game_ended":
      return { ...view, money: event.money };
    case "race_ended":
      return view;
  }
}

function byColour(one: Ticket, other: Ticket): number {
  return one.camel.localeCompare(other.camel) || other.value - one.value;
}

/** How many tickets a tent has at first depends on the edition and the players, so it is counted from all tickets. */
function fullTents(view: View): View["tents"] {
  return EDITIONS[view.edition].racing.split("").map((camel, tent) => {
    const taken = view.tickets.flat().filter((ticket) => ticket.camel === camel);
    return [...(view.tents[tent] ?? []), ...taken.map(({ value }) => value)].sort((a, b) => b - a);
  });
}
