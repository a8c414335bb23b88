// Keeps the seats stored in this browser in step with a table that has not started.
import type { TableConnection } from "../../table/connection/tableConnection.ts";
import { forgetTable, noteSeat, ownTable } from "../../table/connection/ownTables.ts";
import { drawSeed } from "../../table/connection/secrets.ts";

/** Store the seats we have, forget those we lost, and send seeds where a rematch has none yet. */
export function rememberSeats(connection: TableConnection): void {
  const { table, seats } = connection.state;
  if (!table) return;
  const names = seats.flatMap((seat) => table.seats[seat]?.name ?? []);
  const known = ownTable(table.id)?.names ?? [];
  for (const name of names) if (!known.includes(name)) noteSeat(table.id, name);
  for (const name of known) {
    const isThere = table.seats.some((form) => form.name === name && form.kind === "person");
    if (!isThere) forgetTable(table.id, name);
  }
  for (const seat of seats) if (table.dice.seeds[seat] === "") void giveSeed(connection, seat);
}

const given = new WeakMap<TableConnection, Set<number>>();

async function giveSeed(connection: TableConnection, seat: number): Promise<void> {
  const { table } = connection.state;
  const asked = given.get(connection) ?? new Set();
  given.set(connection, asked);
  if (!table || asked.has(seat)) return;
  asked.add(seat);
  const seed = drawSeed();
  try {
    await connection.send({ type: "seed", seat, seed });
    noteSeat(table.id, table.seats[seat]?.name ?? "", { seed, commitment: table.dice.commitment });
  } catch {
    asked.delete(seat); // try again with the next update of the table
  }
}
