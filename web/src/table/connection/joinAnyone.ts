// "Join anyone": a seat at the best open table, or at a new one if there is none.
import type { NewTable } from "../../game/protocol.ts";
import { forAnyone } from "../lists/order.ts";
import { listTables, Refusal } from "./api.ts";
import { ownTables } from "./ownTables.ts";
import { joinTable, makeAndSit } from "./seating.ts";

/** How many tables are tried: others may take the last seat, or start, at the same moment. */
const MOST = 6;
/** Why one table does not work while another may. */
const TRY_NEXT = new Set([
  "full",
  "started",
  "finished",
  "closed",
  "removed",
  "practice",
  "seat_taken",
  "seat_closed",
  "used_up",
  "no_table",
  "broken",
  "newer",
  "name_taken",
]);
/** How many people of one name find a seat at a table. */
const NAMESAKES = 8;

/** Sit down with a name; returns the code of the table. */
export async function joinAnyone(
  name: string,
  wanted: NewTable,
  { list = listTables, join = joinTable, make = makeAndSit } = {},
): Promise<string> {
  const own = ownTables().map(({ code }) => code);
  const { tables } = await list();
  for (const { id } of forAnyone(tables, own).slice(0, MOST)) {
    try {
      await joinUnder(id, name, join);
      return id;
    } catch (error) {
      if (!(error instanceof Refusal) || !TRY_NEXT.has(error.code)) throw error;
    }
  }
  // Nobody else is waiting: back to our own open table, if there is one.
  const ours = tables.find(({ id, status }) => status === "waiting" && own.includes(id));
  return ours?.id ?? make(wanted, [name]);
}

/** Many are called "Guest": the next one is "Guest 2". */
async function joinUnder(code: string, name: string, join: typeof joinTable): Promise<void> {
  for (let number = 1; ; number++) {
    try {
      await join(code, number === 1 ? name : `${name.slice(0, 38)} ${number}`);
      return;
    } catch (error) {
      const isTaken = error instanceof Refusal && error.code === "name_taken";
      if (!isTaken || number === NAMESAKES) throw error;
    }
  }
}
