// The record of a scored game, as a file.
import { enter, type Moment, NOTHING_YET, recordOf, type Table } from "../../game/entries.ts";
import { storedGame } from "./storedGames.ts";

export function recordText(table: Table, moment: Moment): string {
  return `${JSON.stringify(recordOf(table, moment), null, 1)}\n`;
}

/** "camelup-2026-11-16-amira-jonas.json". */
export function fileName({ names }: Table, at = new Date()): string {
  const plain = names.map((name) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-")).join("-");
  return `camelup-${at.toISOString().slice(0, 10)}-${plain}`.slice(0, 60).replace(/-+$/, "") + ".json";
}

/** The record of a game stored in this browser; null if there is none. */
export function storedRecord(id: string): string | null {
  const kept = storedGame(id);
  if (!kept) return null;
  try {
    let moment = NOTHING_YET;
    for (const entry of kept.entries.slice(0, kept.count)) moment = enter(kept.table, moment, entry);
    return recordText(kept.table, moment);
  } catch {
    return null;
  }
}

export function download(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Share the file with another app; false if the system cannot. */
export async function shareFile(text: string, name: string): Promise<boolean> {
  const file = new File([text], name, { type: "application/json" });
  if (!navigator.canShare?.({ files: [file] })) return false;
  // Closing the system's share sheet is not an error.
  await navigator.share({ files: [file], title: "camelup: a game" }).catch(() => undefined);
  return true;
}
