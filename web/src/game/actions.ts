// What a seat may do now, as the pieces on the table ask for it, and what each action is called.
import { nameOf } from "./camels.ts";
import { RACING } from "./editions.ts";
import type { Action, Deck, Edition, RacingCamel, Side, View } from "./protocol.ts";

export interface AllowedActions {
  roll: boolean;
  tickets: ReadonlySet<RacingCamel>;
  cards: ReadonlySet<RacingCamel>;
  /** Sides of the tile by space. */
  tiles: ReadonlyMap<number, readonly Side[]>;
  partners: ReadonlySet<number>;
}

export const NOTHING: AllowedActions = {
  roll: false,
  tickets: new Set(),
  cards: new Set(),
  tiles: new Map(),
  partners: new Set(),
};

/** Sort out the actions that the server allows. */
export function sortActions(legal: readonly Action[]): AllowedActions {
  const [tickets, cards, partners] = [new Set<RacingCamel>(), new Set<RacingCamel>(), new Set<number>()];
  const tiles = new Map<number, Side[]>();
  let roll = false;
  for (const action of legal) {
    switch (action.type) {
      case "roll":
        roll = true;
        break;
      case "take_ticket":
        tickets.add(action.camel);
        break;
      case "play_card":
        if (action.camel) cards.add(action.camel);
        break;
      case "place_tile":
        tiles.set(action.space, [...(tiles.get(action.space) ?? []), action.side]);
        break;
      case "join_partner":
        partners.add(action.seat);
    }
  }
  return { roll, tickets, cards, tiles, partners };
}

/** An action in notation, as the odds name it: "roll", "ticket b", "winner p", "tile 7-", "partner C". */
export function notationOf(action: Action): string {
  switch (action.type) {
    case "roll":
      return "roll";
    case "take_ticket":
      return `ticket ${action.camel}`;
    case "play_card":
      return `${action.deck} ${action.camel}`;
    case "place_tile":
      return `tile ${action.space}${action.side}`;
    case "join_partner":
      return `partner ${String.fromCharCode(65 + action.seat)}`;
  }
}

/** The racing camels of an edition, in the order of their tents. */
export function racingCamels(edition: Edition): RacingCamel[] {
  return [...RACING[edition]] as RacingCamel[];
}

const SIDES: { [edition in Edition]: { [side in Side]: string } } = {
  1: { "+": "Oasis", "-": "Mirage" },
  2: { "+": "Cheer", "-": "Boo" },
};

/** "Cheer" or "Boo"; in the first edition "Oasis" or "Mirage". */
export function sideName(edition: Edition, side: Side): string {
  return SIDES[edition][side];
}

/** "Yellow". */
export function colour(camel: string): string {
  const name = nameOf(camel);
  return name[0]!.toUpperCase() + name.slice(1);
}

/** Where one's own cards are: in hand, on a deck, or not known. */
export function placesOfCards(view: View, seat: number): { camel: RacingCamel; on: Deck | null }[] {
  const laid = new Map<string, Deck>();
  for (const [deck, cards] of [
    ["winner", view.winner_deck],
    ["loser", view.loser_deck],
  ] as const) {
    for (const card of cards) if (card.seat === seat && card.camel) laid.set(card.camel, deck);
  }
  return racingCamels(view.edition).map((camel) => ({ camel, on: laid.get(camel) ?? null }));
}

/** What the one who holds an action back is told: what it is, and what becomes of it. */
export function describe(action: Action, view: View, names: readonly string[]): { title: string; note: string } {
  switch (action.type) {
    case "roll":
      return { title: "Roll", note: "taking a die out of the pyramid" };
    case "take_ticket": {
      const value = view.tents[racingCamels(view.edition).indexOf(action.camel)]?.[0] ?? "";
      return { title: `${colour(action.camel)} ${value}`, note: "taking it" };
    }
    case "play_card":
      return {
        title: `${colour(action.camel ?? "")} ${action.deck === "winner" ? "wins" : "loses"}`,
        note: "laying the card",
      };
    case "place_tile":
      return { title: `${sideName(view.edition, action.side)} on ${action.space}`, note: "placing your tile" };
    case "join_partner":
      return { title: names[action.seat] ?? "Partner", note: "becoming partners until the leg pays" };
  }
}
