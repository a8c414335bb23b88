// Unfinished games that this browser no longer offers to continue. Hiding is not leaving: the seat stays.
import { keep, recall } from "../../ui/storage.ts";

const KEY = "hidden";
/** The oldest are forgotten first: their tables ended long ago. */
const MOST = 200;

/** The codes of the hidden tables. */
export function hiddenTables(): string[] {
  try {
    const kept: unknown = JSON.parse(recall(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((code) => typeof code === "string") : [];
  } catch {
    return [];
  }
}

export function hideTable(code: string): void {
  keepHidden([...hiddenTables().filter((other) => other !== code), code]);
}

export function unhideTable(code: string): void {
  keepHidden(hiddenTables().filter((other) => other !== code));
}

/** Replace all of them, as when another device's are added. */
export function keepHidden(codes: readonly string[]): void {
  keep(KEY, JSON.stringify(codes.slice(-MOST)));
}
