// The tables at which this browser has a seat, to resume them, to find finished games again, and to verify the dice
// later: the player's seed and the server's commitment are stored before the race. The newest come first.
import { keep, recall } from "../../ui/storage.ts";

export interface OwnTable {
  code: string;
  /** When we sat down, in ms. */
  at: number;
  /** Who sits at this device. */
  names: string[];
  /** What the server had promised about its secret when the seeds were drawn. */
  commitment: string | null;
  /** By name. */
  seeds: Record<string, string>;
  /** The token of these seats, if it is not this browser's: they were taken on another device. */
  token?: string;
  /** Once the game is over: who played, and what each had in the end, by seat. */
  result: { names: string[]; money: number[] } | null;
}

const KEY = "tables";
export const MOST = 60;

export function ownTables(): OwnTable[] {
  try {
    const kept: unknown = JSON.parse(recall(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isOwnTable) : [];
  } catch {
    return [];
  }
}

export function ownTable(code: string): OwnTable | null {
  return ownTables().find((table) => table.code === code) ?? null;
}

/** The seats of this browser, of those with these names. */
export function ownSeats(code: string, names: readonly string[]): number[] {
  const own = ownTable(code)?.names ?? [];
  return names.flatMap((name, seat) => (own.includes(name) ? [seat] : []));
}

/** Store a seat; another name adds another player of this device. */
export function noteSeat(code: string, name: string, seed?: { seed: string; commitment: string }): void {
  const known = ownTable(code) ?? { code, at: Date.now(), names: [], commitment: null, seeds: {}, result: null };
  write([
    {
      ...known,
      names: known.names.includes(name) ? known.names : [...known.names, name],
      commitment: seed?.commitment ?? known.commitment,
      seeds: seed ? { ...known.seeds, [name]: seed.seed } : known.seeds,
    },
    ...ownTables().filter((table) => table.code !== code),
  ]);
}

/** A rematch goes on with the token of the table before it, where that was another device's. */
export function noteToken(code: string, token: string): void {
  if (ownTable(code)) return;
  write([{ code, at: Date.now(), names: [], commitment: null, seeds: {}, token, result: null }, ...ownTables()]);
}

/** Replace all of them, as when another device's are added. */
export function keepTables(tables: readonly OwnTable[]): void {
  write([...tables]);
}

export function noteResult(code: string, result: OwnTable["result"]): void {
  write(ownTables().map((table) => (table.code === code ? { ...table, result } : table)));
}

/** We have left, were removed, or the table is gone. With a name, only this person of the device. */
export function forgetTable(code: string, name?: string): void {
  write(
    ownTables()
      .map((table) => {
        if (table.code !== code) return table;
        return { ...table, names: name === undefined ? [] : table.names.filter((own) => own !== name) };
      })
      .filter(({ names }) => names.length > 0),
  );
}

function write(tables: OwnTable[]): void {
  keep(KEY, JSON.stringify(tables.slice(0, MOST)));
}

/** Stored data may have been edited, or written by older versions. */
export function isOwnTable(kept: unknown): kept is OwnTable {
  const table = kept as Partial<OwnTable> | null;
  return (
    typeof table?.code === "string" &&
    typeof table.at === "number" &&
    Array.isArray(table.names) &&
    typeof table.seeds === "object" &&
    table.seeds !== null
  );
}
