// The players who share one device: their last setup, and the validation of their names.
import { MAX_PLAYERS, MIN_PLAYERS, NAME_LENGTH } from "../../game/editions.ts";
import { isLevel } from "../../game/levels.ts";
import { keep, recall } from "../../ui/storage.ts";

export interface LocalPlayers {
  people: string[];
  levels: string[];
  edition: 1 | 2;
}

/** The players of last time; by default the given name and an empty one. */
export function lastLocalPlayers(asking: string): LocalPlayers {
  const usual: LocalPlayers = { people: [asking, ""], levels: [], edition: 2 };
  try {
    const kept = JSON.parse(recall("people") ?? "") as Partial<LocalPlayers>;
    const people = (kept.people ?? []).filter((name) => typeof name === "string").slice(0, MAX_PLAYERS);
    if (people.length < MIN_PLAYERS) return usual;
    const levels = (kept.levels ?? []).filter(isLevel).slice(0, MAX_PLAYERS - people.length);
    return { people: people.map((name) => name.slice(0, NAME_LENGTH)), levels, edition: kept.edition === 1 ? 1 : 2 };
  } catch {
    return usual;
  }
}

export function saveLocalPlayers(people: LocalPlayers): void {
  keep("people", JSON.stringify(people));
}

/** An error for each invalid name. The server has the last word. */
export function nameErrors(people: readonly string[]): (string | null)[] {
  const folded = people.map((name) => name.trim().toLocaleLowerCase());
  return folded.map((name, index) => {
    if (!name) return "Everyone needs a name.";
    return folded.indexOf(name) < index ? "That name is taken." : null;
  });
}
