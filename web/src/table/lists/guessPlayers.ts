// Who was a computer player, of a game whose names are all that this browser has kept.
import { LEVELS } from "../../game/editions.ts";
import type { ListedPlayer } from "../../game/protocol.ts";

/** Computer players are called by their titles, "Chick" or "Chick 2"; everybody else is a person. */
export function guessPlayers(names: readonly string[]): ListedPlayer[] {
  return names.map((name, seat) => {
    const level = LEVELS.find((known) => known.name === name.replace(/ [2-8]$/, ""))?.level ?? null;
    return { seat, kind: level ? "computer" : "person", level };
  });
}
