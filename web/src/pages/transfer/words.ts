// Texts about what an identity brings along.
import { counted, listed } from "../../game/money.ts";

/** "your name, your seat at Friday caravan and your 23 games". */
export function bringsWords(name: string, seats: readonly string[], games: number): string {
  const parts = [
    ...(name ? ["your name"] : []),
    ...(seats.length === 1 ? [`your seat at ${seats[0]}`] : []),
    ...(seats.length > 1 ? [`your seats at ${seats.length} tables`] : []),
    ...(games ? [`your ${counted(games, "game")}`] : []),
  ];
  return parts.length ? listed(parts) : "you, with nothing played yet";
}
