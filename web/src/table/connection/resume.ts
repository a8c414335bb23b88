// The current state of the tables at which this browser has a seat.
import { Refusal, showTable } from "./api.ts";
import { forgetTable, noteResult, ownTables, type OwnTable } from "./ownTables.ts";
import type { WatchedTable } from "../../game/protocol.ts";

/** A table to go back to; its state is null if the server is unreachable. */
export interface Resumed {
  own: OwnTable;
  state: WatchedTable | null;
}

/** How many tables are looked up per visit, newest first. */
const MOST = 8;

/**
 * Look up the tables not known to be finished, but for hidden ones. Tables that no longer exist are forgotten; finished
 * ones get their result.
 */
export async function resume(hidden: readonly string[], show = showTable): Promise<Resumed[]> {
  const asked = ownTables()
    .filter(({ code, result }) => !result && !hidden.includes(code))
    .slice(0, MOST);
  const found = await Promise.all(asked.map((own) => look(own, show)));
  return found.filter((resumed) => resumed !== null);
}

async function look(own: OwnTable, show: typeof showTable): Promise<Resumed | null> {
  let state: WatchedTable;
  try {
    state = await show(own.code);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "no_table") return { own, state: null };
    forgetTable(own.code);
    return null;
  }
  const { table, view } = state;
  const isSeated = table.seats.some(({ name, kind, has_left: hasLeft }) => {
    return kind === "person" && !hasLeft && name !== null && own.names.includes(name);
  });
  if (table.status === "finished") {
    const money = (view?.money ?? []).map((amount) => amount ?? 0);
    noteResult(own.code, { names: table.seats.map(({ name }) => name ?? ""), money });
    return null;
  }
  if (table.status === "closed" || !isSeated) {
    forgetTable(own.code);
    return null;
  }
  return { own, state };
}
