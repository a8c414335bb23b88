// What this browser keeps of its seats at a table that has not begun: it comes and goes with them.
import type { Live } from "../../table/connection/live.ts";
import { forgetTable, noteSeat, ownTable } from "../../table/connection/ownTables.ts";
import { drawSeed } from "../../table/connection/random.ts";

/** Note the seats that we have, forget those that were taken from us, and give seeds where a rematch has none yet. */
export function keepSeats(live: Live): void {
  const { table, seats } = live.state;
  if (!table) return;
  const names = seats.flatMap((seat) => table.seats[seat]?.name ?? []);
  const known = ownTable(table.id)?.names ?? [];
  for (const name of names) if (!known.includes(name)) noteSeat(table.id, name);
  for (const name of known) {
    const isThere = table.seats.some((form) => form.name === name && form.kind === "person");
    if (!isThere) forgetTable(table.id, name);
  }
  for (const seat of seats) if (table.dice.seeds[seat] === "") void giveSeed(live, seat);
}

const given = new WeakMap<Live, Set<number>>();

async function giveSeed(live: Live, seat: number): Promise<void> {
  const { table } = live.state;
  const asked = given.get(live) ?? new Set();
  given.set(live, asked);
  if (!table || asked.has(seat)) return;
  asked.add(seat);
  const seed = drawSeed();
  try {
    await live.send({ type: "seed", seat, seed });
    noteSeat(table.id, table.seats[seat]?.name ?? "", { seed, commitment: table.dice.commitment });
  } catch {
    asked.delete(seat); // with the next news of the table
  }
}
