// The scored games stored in this browser, so that a reload or an empty battery loses nothing.
import { EDITIONS, MAX_PLAYERS, MIN_PLAYERS } from "../../game/editions.ts";
import { forget, keep, recall } from "../../ui/storage.ts";
import type { Entry, Table } from "../../game/entries.ts";

export interface StoredGame {
  id: string;
  table: Table;
  /** All entries; those beyond `count` were undone and can be redone. */
  entries: Entry[];
  count: number;
  /** When it was last changed, in ms. */
  at: number;
  /** For the list of games: "Leg 3", "Mei won with 34". */
  note: string;
}

const LIST = "follow";
const VERSION = 1;

export function storedGames(): StoredGame[] {
  return ids()
    .flatMap((id) => storedGame(id) ?? [])
    .sort((a, b) => b.at - a.at);
}

export function storedGame(id: string): StoredGame | null {
  const text = recall(`${LIST}.${id}`);
  if (!text) return null;
  try {
    const kept = JSON.parse(text) as StoredGame & { version: number };
    return isSound(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Store a game; returns whether it will survive a reload. */
export function storeGame(game: StoredGame): boolean {
  const others = ids().filter((id) => id !== game.id);
  keep(LIST, [game.id, ...others].join(" "));
  return keep(`${LIST}.${game.id}`, JSON.stringify({ version: VERSION, ...game }));
}

export function forgetGame(id: string): void {
  keep(
    LIST,
    ids()
      .filter((other) => other !== id)
      .join(" "),
  );
  forget(`${LIST}.${id}`);
}

function ids(): string[] {
  return (recall(LIST) ?? "").split(" ").filter(Boolean);
}

/** Whether stored data is a game of this version. */
function isSound({ version, id, table, entries, count }: StoredGame & { version: number }): boolean {
  return (
    version === VERSION &&
    typeof id === "string" &&
    table.edition in EDITIONS &&
    table.names.length >= MIN_PLAYERS &&
    table.names.length <= MAX_PLAYERS &&
    Array.isArray(entries) &&
    count >= 0 &&
    count <= entries.length
  );
}
