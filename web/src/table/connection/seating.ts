// Taking seats, at a connected table or at a new one, up to the start of the race.
import { makeTable, Refusal } from "./api.ts";
import { connect, type TableConnection } from "./tableConnection.ts";
import { forgetTable, noteSeat } from "./ownTables.ts";
import type { MadeTable, NewTable } from "../../game/protocol.ts";
import { drawSeed } from "./secrets.ts";
import { ownToken } from "./tokens.ts";

const PATIENCE = 10_000;

/** Take a seat with a name; returns the seat. The seed is drawn now that the server's commitment is known. */
export async function sitDown(
  connection: TableConnection,
  name: string,
  seat: number | null = null,
): Promise<number | null> {
  const { table } = connection.state;
  const seed = drawSeed();
  const taken = await connection.send({ type: "sit", name, seed, seat });
  // The server may have cleaned up the name.
  const called = taken === null ? null : connection.state.table?.seats[taken]?.name;
  if (table) noteSeat(table.id, called ?? name, { seed, commitment: table.dice.commitment });
  return taken;
}

/** Leave a seat, before the race or in it. */
export async function standUp(connection: TableConnection, seat: number): Promise<void> {
  const { table } = connection.state;
  await connection.send({ type: "leave", seat });
  if (table) forgetTable(table.id, table.seats[seat]?.name ?? undefined);
}

/** Create a table and seat every player of this device, from the first seat on; returns its code. */
export async function makeAndSit(wanted: NewTable, names: string[], { starts = false } = {}): Promise<string> {
  const { id } = await makeOwn(wanted);
  const connection = connect(id);
  try {
    await whenLive(connection);
    for (const [index, name] of names.entries()) await sitDown(connection, name, seatFor(wanted, index));
    if (starts) await connection.send({ type: "start" });
  } finally {
    connection.close();
  }
  return id;
}

/** Take any free seat of a table. */
export async function joinTable(code: string, name: string): Promise<void> {
  const connection = connect(code);
  try {
    await whenLive(connection);
    await sitDown(connection, name);
  } finally {
    connection.close();
  }
}

/** Create a table whose host is whoever sits at this browser; during an upgrade, an older server may not know how. */
async function makeOwn({ title, ...wanted }: NewTable): Promise<MadeTable> {
  const { token } = ownToken();
  const ways: NewTable[] = [{ ...wanted, token }, wanted];
  if (title) ways.unshift({ ...wanted, token, title });
  for (const [index, way] of ways.entries()) {
    try {
      return await makeTable(way);
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.code === "message";
      if (!isUnknown || index === ways.length - 1) throw error;
    }
  }
  throw new Error("there is always a last way");
}

/** The n-th seat that no computer has. */
function seatFor({ computers = [] }: NewTable, index: number): number | null {
  const taken = new Set(computers.map(({ seat }) => seat));
  let seat = -1;
  for (let left = index; left >= 0; left--)
    do seat += 1;
    while (taken.has(seat));
  return seat;
}

function whenLive(connection: TableConnection): Promise<void> {
  return new Promise((done, failed) => {
    const timer = setTimeout(
      () => end(new Refusal("lost", "The table isn’t responding. Try again in a moment.")),
      PATIENCE,
    );
    let stop: (() => void) | null = null;
    const end = (problem?: Refusal): void => {
      clearTimeout(timer);
      // The first call may come before `subscribe` has returned.
      queueMicrotask(() => stop?.());
      if (problem) failed(problem);
      else done();
    };
    stop = connection.subscribe(({ status, refusal }) => {
      if (status === "live") end();
      else if (status === "old") end(new Refusal("protocol", "The server is newer than this page. Reload the page."));
      else if (status === "refused")
        end(new Refusal(refusal?.code ?? "lost", refusal?.message ?? "There is no such table."));
    });
  });
}

/** What went wrong, in a sentence. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
