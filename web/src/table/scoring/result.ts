// A result in words.
import { nameOf } from "../../game/camels.ts";
import type { GameEnded } from "../../game/protocol.ts";
import { capital, listed, victory } from "../../game/money.ts";

/** Who won, by how much, and how the race ended. */
export function resultWords(
  { money, victors, winner, loser }: Pick<GameEnded, "money" | "victors" | "winner" | "loser">,
  names: readonly string[],
): { title: string; more: string } {
  const won = money[victors[0] ?? 0] ?? 0;
  const others = money.map((amount, seat) => ({ amount, seat })).filter(({ seat }) => !victors.includes(seat));
  const best = Math.max(...others.map(({ amount }) => amount));
  const next = others.filter(({ amount }) => amount === best).map(({ seat }) => names[seat] ?? `seat ${seat + 1}`);
  const score = others.length ? `${won} pounds to ${theirs(next, best)}.` : `${won} pounds each.`;
  return {
    title: victory(victors.map((seat) => names[seat] ?? `Seat ${seat + 1}`)),
    more: `${score} ${capital(nameOf(winner))} won the race, and ${nameOf(loser)} came last.`,
  };
}

/** "Ann’s 17", "your 17", "17 each for you and Ann". */
function theirs(names: readonly string[], money: number): string {
  if (names.length === 1) return `${names[0] === "You" ? "your" : `${names[0]}’s`} ${money}`;
  const isYours = names.includes("You");
  return `${money} each for ${listed([...(isYours ? ["you"] : []), ...names.filter((name) => name !== "You")])}`;
}

/** Seats by their money, the richest first; equal ones have the same place. */
export function placed<Row extends { seat: number; money: number }>(rows: readonly Row[]): (Row & { place: number })[] {
  return rows
    .map((row) => ({ ...row, place: 1 + rows.filter(({ money }) => money > row.money).length }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}
