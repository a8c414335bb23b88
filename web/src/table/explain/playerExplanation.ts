// What is said about a player: the bets and what they could bring, the rolls, the tile and the cards.
import { tileName } from "../../game/actions.ts";
import { colour, racingCamels } from "../../game/camels.ts";
import { SECOND_PLACE_REWARD, WRONG_BET } from "../../game/editions.ts";
import { capital, counted, signed } from "../../game/money.ts";
import { pounds } from "../../game/odds.ts";
import type { Ticket } from "../../game/protocol.ts";
import { isAway, seatNote } from "../players/seatState.ts";
import { amount, chances, type Explanation, type Piece, type Row } from "./explanation.ts";
import type { Facts } from "./facts.ts";

/** What tickets could bring when the leg ends, at best and at worst: the same camel is first or second for all. */
export function ticketRange(tickets: readonly Ticket[], camels: readonly string[]): { most: number; least: number } {
  const results = camels.flatMap((first) =>
    camels
      .filter((second) => second !== first)
      .map((second) =>
        tickets.reduce(
          (sum, { camel, value }) =>
            sum + (camel === first ? value : camel === second ? SECOND_PLACE_REWARD : WRONG_BET),
          0,
        ),
      ),
  );
  return { most: Math.max(...results), least: Math.min(...results) };
}

function ticketRow(tickets: readonly Ticket[], { view, odds }: Facts): Row {
  const piece: Piece = { kind: "tickets", tickets };
  const [only] = tickets;
  if (!only) return { text: "Tickets", value: "none" };
  if (tickets.length === 1) {
    const pays = [only.value, SECOND_PLACE_REWARD, WRONG_BET].map(signed).join(", ");
    return { piece, text: `${colour(only.camel)} 1st, 2nd, else`, value: pays };
  }
  const { most, least } = ticketRange(tickets, racingCamels(view.edition));
  const parts = tickets.map(({ camel, value }) => ({ value, part: chances(odds, camel) }));
  const mean = parts.reduce(
    (sum, { value, part }) =>
      part ? sum + part[0] * value + part[1] * SECOND_PLACE_REWARD + part[2] * WRONG_BET : NaN,
    0,
  );
  return {
    piece,
    text: "",
    ...(!Number.isNaN(mean) && { aside: `${pounds(mean)} on average` }),
    value: `${signed(least)} to ${signed(most)}`,
  };
}

/** "Plays next.", "Plays in 3 turns." */
function turnNote(seat: number, { view, names }: Facts): string {
  const isYou = names[seat] === "You";
  const count = view.hands.length;
  const turns = (seat - view.turn + count) % count;
  if (turns === 0) return isYou ? "It’s your turn." : "Playing now.";
  const who = isYou ? "You play" : "Plays";
  if (turns > 1) return `${who} in ${turns} turns.`;
  return names[view.turn] === "You" ? `${who} next after you.` : `${who} next.`;
}

export function explainPlayer(seat: number, facts: Facts): Explanation {
  const { view, names, seats } = facts;
  const form = seats[seat]!;
  const { edition, partners } = view;
  const rolls = view.pyramid_tickets[seat] ?? 0;
  const tile = view.tiles[seat] ?? null;
  const cards = view.hands[seat]?.length ?? 0;
  const all = racingCamels(edition).length;
  const on = (
    [
      ["winner", view.winner_deck],
      ["loser", view.loser_deck],
    ] as const
  ).flatMap(([deck, laid]) => {
    const count = laid.filter((each) => each.seat === seat).length;
    return count ? [`${count} on the ${deck}`] : [];
  });
  const has = view.money[seat] ?? null;
  const partner = partners[seat] ?? null;
  const notes = [
    turnNote(seat, facts),
    partner === null ? "" : `Partner of ${names[partner] === "You" ? "you" : names[partner]} in this leg.`,
    isAway(form) ? "Away at the moment." : "",
  ];
  return {
    piece: { kind: "seat", seat },
    title: names[seat] ?? "",
    kind: [isAway(form) ? "" : seatNote(form), has === null ? "" : counted(has, "pound")].filter(Boolean).join(", "),
    rows: [
      ticketRow(view.tickets[seat] ?? [], facts),
      { text: "Rolls in this leg", ...(rolls ? { aside: String(rolls), ...amount(rolls) } : { value: "none" }) },
      tile
        ? {
            piece: { kind: "tile", side: tile.side },
            text: capital(tileName(edition, tile.side)),
            value: `on ${tile.space}`,
          }
        : { text: "Tile", value: "not placed" },
      { text: "Cards left", ...(on.length && { aside: on.join(", ") }), value: `${cards} of ${all}` },
    ],
    note: notes.filter(Boolean).join(" "),
  };
}
