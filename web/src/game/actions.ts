// Actions: their notation, grouped for the pieces on the table, and their names.
import { nameOf, racingCamels } from "./camels.ts";
import { EDITIONS } from "./editions.ts";
import { capital } from "./money.ts";
import { SEATS } from "./position.ts";
import type { Action, Deck, Edition, Face, RacingCamel, Side, View } from "./protocol.ts";

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

/** Group the actions that the server allows. */
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
export function writeAction(action: Action): string {
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
      return `partner ${SEATS[action.seat]}`;
  }
}

/** Parse an action in notation. There are no errors, because it comes from the server or from a test. */
export function readAction(text: string): Action {
  const [kind, what = ""] = text.split(" ");
  const camel = what as RacingCamel;
  switch (kind) {
    case "ticket":
      return { type: "take_ticket", camel };
    case "winner":
    case "loser":
      return { type: "play_card", deck: kind, camel };
    case "tile":
      return { type: "place_tile", space: parseInt(what), side: what.at(-1) as Side };
    case "partner":
      return { type: "join_partner", seat: SEATS.indexOf(what) };
    default:
      return { type: "roll" };
  }
}

/** Read an action with what its die showed: "roll g2", "ticket y". */
export function readPly(text: string): { action: Action; face: Face | null } {
  const action = readAction(text);
  return { action, face: action.type === "roll" ? (text.split(" ")[1] ?? null) : null };
}

/** "Cheer" or "Boo"; in the first edition "Oasis" or "Mirage". */
export function sideName(edition: Edition, side: Side): string {
  const { cheer, boo } = EDITIONS[edition].words;
  return capital(side === "+" ? cheer : boo);
}

/** "cheering tile" or "booing tile"; in the first edition "oasis" or "mirage". */
export function tileName(edition: Edition, side: Side): string {
  const { cheering, booing } = EDITIONS[edition].words;
  const name = side === "+" ? cheering : booing;
  return name.endsWith("ing") ? `${name} tile` : name;
}

/** "a cheering tile", "an oasis". */
export function aTile(edition: Edition, side: Side): string {
  const name = tileName(edition, side);
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}

/** Where a player's cards are: in hand or on a deck. */
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

/** What is about to be sent: "Taking red 3…". */
export function describe(action: Action, view: View, names: readonly string[]): string {
  switch (action.type) {
    case "roll":
      return "Rolling…";
    case "take_ticket": {
      const value = view.tents[racingCamels(view.edition).indexOf(action.camel)]?.[0] ?? "";
      return `Taking ${nameOf(action.camel)} ${value}…`;
    }
    case "play_card":
      return `Betting ${nameOf(action.camel ?? "")} to ${action.deck === "winner" ? "win" : "lose"}…`;
    case "place_tile":
      return `${capital(tileName(view.edition, action.side))} on ${action.space}…`;
    case "join_partner":
      return `Partnering with ${names[action.seat] ?? `seat ${action.seat + 1}`}…`;
  }
}
