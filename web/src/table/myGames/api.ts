// What the server knows about the person in this browser. The tokens go in a header, never in an address, which logs
// and histories keep.
import { ask } from "../connection/api.ts";
import { allTokens } from "../connection/tokens.ts";
import type { ChosenSeat, Deleted, MyGames, MySummary, StartedReviews, WantedReviews } from "../../game/protocol.ts";

function withTokens(tokens: readonly string[] = allTokens()): RequestInit {
  return { headers: { "Camelup-Token": tokens.join(", ") } };
}

/** Games of this person, the newest first; `before` is what an earlier answer called `next`. */
export async function myGames({ before = "", limit = 50 } = {}): Promise<MyGames> {
  const query = new URLSearchParams({ limit: String(limit), ...(before && { before }) });
  return ask(`/api/me/games?${query}`, undefined, withTokens());
}

/** All of them together; of other tokens where somebody's games are about to arrive. */
export async function mySummary(tokens: readonly string[] = allTokens()): Promise<MySummary> {
  return ask("/api/me/summary", undefined, withTokens(tokens));
}

/** Let the server review games that have no figures yet; asked again, it says how far they are. */
export async function startReviews(tables: string[]): Promise<StartedReviews> {
  return ask("/api/me/reviews", { tables } satisfies WantedReviews, withTokens());
}

/** Which seat of a shared device was this person; null for none. */
export async function chooseSeat(table: string, seat: number | null): Promise<unknown> {
  return ask("/api/me/counts", { table, seat } satisfies ChosenSeat, withTokens());
}

/** Everything that the server knows, to be kept in a file. */
export async function exportMine(): Promise<unknown> {
  return ask("/api/me/export", undefined, withTokens());
}

/** Delete it. */
export async function deleteMine(): Promise<Deleted> {
  return ask("/api/me", undefined, { method: "DELETE", ...withTokens() });
}
