// Sample scorings for stories and tests: 2 to 8 players, both editions.
import type { CardScored, GameEnded, LegReward, LegScored, SeatForm, View } from "../../game/protocol.ts";
import { pay } from "../../game/money.ts";
import { takenSeat } from "../../game/seats.ts";

const NAMES = ["Amira", "Jonas", "Cleopatra-Konstanze", "Mei", "Teo", "Noor", "Kofi", "Ravi"];

export function madeUpSeats(players: number): SeatForm[] {
  return NAMES.slice(0, players).map((name, seat) => ({
    ...takenSeat(name),
    kind: seat % 3 === 1 ? "computer" : "person",
    is_host: seat === 0,
  }));
}

type Camels = LegScored["ranking"];

export function madeUpRanking(edition: 1 | 2): Camels {
  return edition === 1 ? ["y", "o", "b", "w", "g"] : ["y", "r", "b", "p", "g"];
}

export function madeUpView(players: number, edition: 1 | 2 = 2, more: Partial<View> = {}): View {
  const none = <T>(value: T): T[] => Array.from({ length: players }, () => value);
  const [first, second, third, fourth, last] = madeUpRanking(edition);
  const track: View["track"] = { 7: fourth!, 8: `${third}${second}${first}` };
  if (edition === 2) Object.assign(track, { 6: `W${last}`, 13: "K" });
  else track[6] = last!;
  return {
    type: "view",
    edition,
    track,
    dice: edition === 2 ? "x" : "",
    tents: [],
    tickets: none([]),
    pyramid_tickets: none(0),
    tiles: none(null),
    partners:
      players > 5 ? none(null).map((_, seat) => [players - 1, null, null, 5, null, 3][seat] ?? null) : none(null),
    turn: 0,
    leg: 3,
    winner_deck: [{ seat: 1, camel: null }],
    loser_deck: [0, 1, players - 1].map((seat) => ({ seat, camel: null })),
    money: none(0).map((_, seat) => 5 + ((seat * 5) % 9)),
    hands: none([]),
    seat: 0,
    legal: [],
    ...more,
  };
}

/** A ticket for the camel in this place, with its reward. */
function ticket(ranking: Camels, place: number, value: 2 | 3 | 5): LegReward["tickets"][number] {
  return { ticket: { camel: ranking[place]!, value }, reward: [value, 1][place] ?? -1 };
}

/** `most`: every player has the maximum number of tickets. */
export function madeUpLeg(view: View, isHidden = false, most = false): LegScored {
  const ranking = madeUpRanking(view.edition);
  const rewards = view.money.map((money, seat): LegReward => {
    const held = [
      ticket(ranking, seat % 5, 5),
      ...(seat % 3 === 0 ? [ticket(ranking, (seat + 2) % 5, 3)] : []),
      ...(most ? [0, 1, 2, 3, 4].flatMap((place) => [ticket(ranking, place, 3), ticket(ranking, place, 2)]) : []),
    ];
    const tickets = seat % 4 === 3 && !most ? [] : held;
    const pyramid_tickets = [3, 0, 1, 1, 0, 0, 0, 0][seat]!;
    const copied = view.partners[seat] === null ? 0 : 3;
    const total = tickets.reduce((sum, { reward }) => sum + reward, 0) + pyramid_tickets + copied;
    return { seat, tickets, pyramid_tickets, copied, total, money: isHidden && seat ? null : pay(money ?? 0, total) };
  });
  return { type: "leg_scored", leg: view.leg, ranking, rewards };
}

/** Two decks of `each` cards, and the end of the game. */
export function madeUpEnd(view: View, each: number): { cards: CardScored[]; ended: GameEnded } {
  const ranking = madeUpRanking(view.edition);
  const money = view.money.map((amount) => amount ?? 0);
  const cards: CardScored[] = [];
  for (const [deck, right] of [
    ["winner", 0],
    ["loser", 4],
  ] as const) {
    let found = 0;
    for (let index = 0; index < each; index += 1) {
      const seat = (index * 3 + right) % money.length;
      const place = (index * 2 + (deck === "winner" ? 1 : 4)) % 3 === 1 ? right : (right + index) % 5;
      const reward = place === right ? ([8, 5, 3, 2][found++] ?? 1) : -1;
      money[seat] = pay(money[seat]!, reward);
      cards.push({ type: "card_scored", deck, seat, camel: ranking[place]!, reward, money: money[seat] });
    }
  }
  const most = Math.max(...money);
  const victors = money.flatMap((amount, seat) => (amount === most ? [seat] : []));
  return { cards, ended: { type: "game_ended", winner: ranking[0]!, loser: ranking[4]!, money, victors } };
}
