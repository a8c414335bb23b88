// Questions about editions that need more than their data.
import { EDITIONS } from "./editions.ts";
import type { Edition } from "./protocol.ts";

/** The other one of the two editions. */
export function otherThan(edition: Edition): Edition {
  return edition === 1 ? 2 : 1;
}

/** Whether an edition has partnerships with this number of players. */
export function hasPartnershipsWith(edition: Edition, players: number): boolean {
  const from = EDITIONS[edition].partnershipsFrom;
  return from !== null && players >= from;
}

/** Whether a text names a camel that only this edition has. */
export function namesCamelOf(edition: Edition, text: string): boolean {
  const { camels } = EDITIONS[otherThan(edition)];
  return [...EDITIONS[edition].camels].some((camel) => !camels.includes(camel) && text.includes(camel));
}
