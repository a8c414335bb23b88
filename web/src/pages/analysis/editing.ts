// The edits of the analysis board. Each function returns a new position or throws `Refused`.
import { otherThan } from "../../game/features.ts";
import { DICE_PER_LEG, EDITIONS, SPACES } from "../../game/editions.ts";
import { colour, nameOf } from "../../game/camels.ts";
import type { Side, Track } from "../../game/protocol.ts";
import { dealPyramid, sortTickets } from "../../game/notation.ts";
import {
  type DeckName,
  diceOut,
  emptyTable,
  firstPosition,
  handOf,
  missing,
  ownerOn,
  type Position,
  seatsOf,
  SEATS,
  spaceOf,
  ticketsLeft,
} from "../../game/position.ts";

/** Why an edit is impossible. */
export class Refused extends Error {}

/** Take a camel off the board; the camels on its back move down. */
export function takeOff(position: Position, camel: string): Position {
  const track: Track = {};
  for (const [space, stack] of Object.entries(position.track)) {
    const left = stack.replace(camel, "");
    if (left) track[Number(space)] = left;
  }
  return { ...position, track };
}

/** Put a single camel on a space: on top, or at a level of the stack there. */
export function putCamel(position: Position, camel: string, space: number, level = Infinity): Position {
  const { track, ...rest } = takeOff(position, camel);
  const stack = track[space] ?? "";
  const at = Math.max(0, Math.min(level, stack.length));
  const tiles = rest.tiles.map((tile) => (tile?.space === space ? null : tile));
  return { ...rest, tiles, track: { ...track, [space]: stack.slice(0, at) + camel + stack.slice(at) } };
}

/** Move a camel up or down in its stack. */
export function shift(position: Position, camel: string, by: 1 | -1): Position {
  const space = spaceOf(position, camel);
  if (space === null) throw new Refused(`The ${nameOf(camel)} camel is not on the board.`);
  const level = position.track[space]!.indexOf(camel) + by;
  if (level < 0 || level >= position.track[space]!.length) {
    throw new Refused(`The ${nameOf(camel)} camel is already ${by > 0 ? "on top" : "at the bottom"}.`);
  }
  return putCamel(position, camel, space, level);
}

/** Take a die out or put it back, and give or take a roll accordingly. */
export function toggleDie(position: Position, die: string): Position {
  const isIn = position.dice.includes(die);
  if (isIn && diceOut(position).length === DICE_PER_LEG - 1) {
    throw new Refused(`With ${DICE_PER_LEG} dice out, the leg is over. Put one back first.`);
  }
  const dice = [...EDITIONS[position.edition].dice]
    .filter((one) => position.dice.includes(one) !== (one === die))
    .join("");
  const changed = { ...position, dice };
  return { ...changed, pyramid: dealPyramid(changed) };
}

export function tileProblem(position: Position, space: number, seat: number): string | null {
  if (space < 2 || space > SPACES) return "Tiles can’t go on space 1.";
  if (position.track[space]) return `There are camels on ${space}. A tile needs an empty space.`;
  const others = position.tiles.filter((_, owner) => owner !== seat);
  if (others.some((tile) => tile?.space === space)) return `There is already a tile on ${space}.`;
  const beside = others.find((tile) => tile && Math.abs(tile.space - space) === 1);
  return beside ? `Tiles can’t be next to each other, and there is one on ${beside.space}.` : null;
}

/** Place or move a seat's tile. */
export function layTile(position: Position, space: number, side: Side, seat: number): Position {
  const problem = tileProblem(position, space, seat);
  if (problem) throw new Refused(problem);
  return { ...position, tiles: position.tiles.map((tile, owner) => (owner === seat ? { space, side } : tile)) };
}

export function liftTile(position: Position, space: number): Position {
  return { ...position, tiles: position.tiles.map((tile) => (tile?.space === space ? null : tile)) };
}

export function turnTile(position: Position, space: number): Position {
  const seat = ownerOn(position, space);
  const tile = seat === null ? null : position.tiles[seat];
  return seat === null || !tile ? position : layTile(position, space, tile.side === "+" ? "-" : "+", seat);
}

// --- The table ---------------------------------------------------------------------------------------------------

const at = <T>(list: readonly T[], index: number, value: T): T[] =>
  list.map((one, place) => (place === index ? value : one));

export function setMoney(position: Position, seat: number, money: number): Position {
  return { ...position, money: at(position.money, seat, Math.max(0, Math.min(money, 999))) };
}

/** Take the top ticket of a colour for a seat. */
export function takeTicket(position: Position, seat: number, camel: string): Position {
  const [value] = ticketsLeft(position, camel);
  if (value === undefined) throw new Refused(`No ${nameOf(camel)} tickets left.`);
  const held = sortTickets([...position.tickets[seat]!, `${camel}${value}`]);
  return { ...position, tickets: at(position.tickets, seat, held) };
}

/** Put a ticket back. Tickets are stacked, so only the last one taken of its colour can go back. */
export function putBackTicket(position: Position, seat: number, ticket: string): Position {
  const others = position.tickets.flat().filter((held) => held[0] === ticket[0]);
  const last = Math.min(...others.map((held) => Number(held[1])));
  if (Number(ticket[1]) !== last) {
    throw new Refused(`${colour(ticket[0]!)} ${last} was taken later: put it back first.`);
  }
  const held = [...position.tickets[seat]!];
  held.splice(held.lastIndexOf(ticket), 1);
  return { ...position, tickets: at(position.tickets, seat, held) };
}

/** Give a seat one more roll, from the seat with the most. */
export function givePyramid(position: Position, seat: number): Position {
  const { pyramid } = position;
  const others = pyramid.map((count, owner) => (owner === seat ? -1 : count));
  const from = others.indexOf(Math.max(...others));
  if (others[from]! < 1) throw new Refused("Nobody else has a roll to give.");
  return { ...position, pyramid: at(at(pyramid, from, pyramid[from]! - 1), seat, pyramid[seat]! + 1) };
}

export function layCard(position: Position, deck: DeckName, seat: number, camel: string): Position {
  const hand = handOf(position, seat);
  if (!hand) throw new Refused(`Seat ${SEATS[seat]} has no cards left.`);
  const card = { seat, camel: hand.startsWith("?") ? "?" : camel };
  if (!hand.includes(card.camel))
    throw new Refused(`Seat ${SEATS[seat]} has already played the ${nameOf(camel)} card.`);
  return { ...position, [deck]: [...position[deck], card] };
}

export function takeCard(position: Position, deck: DeckName, index: number): Position {
  return { ...position, [deck]: position[deck].filter((_, place) => place !== index) };
}

export function setTurn(position: Position, turn: number): Position {
  return { ...position, turn };
}

/** Change the number of seats; a removed player's things go, too. */
export function setSeats(position: Position, seats: number): Position {
  const fresh = emptyTable(position.edition, seats);
  const keep = <T>(list: readonly T[], instead: readonly T[]): T[] => instead.map((one, seat) => list[seat] ?? one);
  const changed: Position = {
    ...position,
    tiles: keep(position.tiles, fresh.tiles),
    money: fresh.money.map((money, seat) => (seat < seatsOf(position) ? position.money[seat]! : money)),
    tickets: keep(position.tickets, fresh.tickets),
    pyramid: keep(position.pyramid, fresh.pyramid),
    // Partnerships are for six and more, and both must stay.
    partners: fresh.partners.map((_, seat) => {
      const partner = position.partners[seat] ?? null;
      return partner !== null && partner < seats && seats > 5 ? partner : null;
    }),
    winner: position.winner.filter(({ seat }) => seat < seats),
    loser: position.loser.filter(({ seat }) => seat < seats),
    turn: Math.min(position.turn, seats - 1),
    seat: typeof position.seat === "number" && position.seat >= seats ? "-" : position.seat,
  };
  const taken = { ...changed, tickets: compactTickets(changed) };
  return { ...taken, pyramid: dealPyramid(taken) };
}

/** If a removed player held better tickets, the others move up. */
function compactTickets(position: Position): string[][] {
  let sorted: Position = { ...position, tickets: position.tickets.map(() => []) };
  for (const [seat, held] of position.tickets.entries()) {
    for (const ticket of held) sorted = takeTicket(sorted, seat, ticket[0]!);
  }
  return sorted.tickets.map((held) => [...held]);
}

/** The start position of the other edition, with the same number of seats. */
export function otherEdition(position: Position): Position {
  const edition = otherThan(position.edition);
  return { ...emptyTable(edition, seatsOf(position)), track: firstPosition(edition).track };
}

/** An empty board, and players with nothing but their start money. */
export function clear(position: Position): Position {
  return emptyTable(position.edition, seatsOf(position));
}

// --- What cannot be --------------------------------------------------------------------------------------------

/** Why a position has no odds, as far as the client can tell; null if it has. */
export function problemOf(position: Position): string | null {
  const { track, tiles, pyramid } = position;
  const absent = missing(position);
  if (absent === EDITIONS[position.edition].camels) return "Put the camels on the board to see the odds.";
  if (absent) {
    const names = [...absent].map(nameOf);
    const last = names.pop()!;
    return `Not on the board yet: ${names.length ? `${names.join(", ")} and ${last}` : last}.`;
  }
  if (track[0] || track[17]) return "The race is over: no odds to calculate.";
  const out = diceOut(position).length;
  if (out >= DICE_PER_LEG) {
    return `${out} dice are out, but a leg ends at ${DICE_PER_LEG}.`;
  }
  for (const [seat, tile] of tiles.entries()) {
    const problem = tile && tileProblem(position, tile.space, seat);
    if (problem) return problem;
  }
  const taken = pyramid.reduce((a, b) => a + b, 0);
  if (taken !== out) return `The players’ rolls must add up to ${out}, one for each die out, not ${taken}.`;
  return null;
}
