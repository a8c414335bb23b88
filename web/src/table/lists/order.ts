// Which tables can be joined or watched, and in which order they are offered.
import type { ListedTable } from "../../game/protocol.ts";

/** Tables with a free seat; where people are comes first, then where the fewest are missing. */
export function canJoin(tables: readonly ListedTable[]): ListedTable[] {
  return tables
    .filter(({ status, free }) => status === "waiting" && free > 0)
    .toSorted((a, b) => b.people - a.people || a.free - b.free || b.edition - a.edition || a.created - b.created);
}

/** Races that are on, or about to start; where people are comes first, then the latest. */
export function canWatch(tables: readonly ListedTable[]): ListedTable[] {
  return tables
    .filter(({ status, free }) => status === "playing" || (status === "waiting" && free === 0))
    .toSorted((a, b) => b.people - a.people || b.updated - a.updated);
}

/**
 * The tables that "Join anyone" tries, the best first. Where nobody is, nobody would start the race; full odds are for
 * one person; and at our own tables we sit already.
 */
export function forAnyone(tables: readonly ListedTable[], own: readonly string[]): ListedTable[] {
  return canJoin(tables).filter(({ id, people, odds }) => people > 0 && odds !== "full" && !own.includes(id));
}
