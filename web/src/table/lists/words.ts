// What lists say about a table.
import type { ListedTable } from "../../game/protocol.ts";
import { editionName } from "../setup/links.ts";
import { caravanOf, inWords, listed } from "../setup/words.ts";

type Named = Pick<ListedTable, "id" | "title" | "names" | "players">;

/** The name of a table: its own, or one after the first person there. */
export function nameOf({ id, title, names, players }: Named): string {
  if (title) return title;
  const first = names.find((_, index) => (players[index]?.kind ?? "person") === "person");
  return first ? caravanOf(first) : `Table ${id}`;
}

/** "Teo, Ravi, Noor and two more". */
export function fewNames(names: readonly string[], most = 3): string {
  return names.length <= most + 1
    ? listed(names)
    : `${names.slice(0, most).join(", ")} and ${inWords(names.length - most)} more`;
}

/** "Amira and Jonas · second edition". */
export function aboutOpen({ names, edition }: ListedTable): string {
  const people = names.length ? fewNames(names) : "Nobody yet";
  return `${people} · ${editionName(edition).toLowerCase()}`;
}

/** "Lina leads with 14 · leg 3". */
export function aboutRace({ status, names, money, leg, people }: ListedTable): string {
  if (status === "waiting") return `${fewNames(names)} · about to start`;
  const most = Math.max(...(money ?? [0]));
  const first = names.filter((_, seat) => money?.[seat] === most);
  const lead =
    !money || first.length === names.length
      ? fewNames(names)
      : `${fewNames(first)} ${first.length === 1 ? "leads" : "lead"} with ${most}`;
  const where = leg === null ? "racing" : `leg ${leg}`;
  return `${lead} · ${people ? where : `${where}, paused`}`;
}

/** "Nora won with 27". */
export function aboutGame({ names, money }: ListedTable): string {
  if (!money?.length) return fewNames(names);
  const most = Math.max(...money);
  return `${fewNames(names.filter((_, seat) => money[seat] === most))} won with ${most}`;
}

/** "37 people here now". */
export function peopleHere(people: number): string {
  return `${people} ${people === 1 ? "person" : "people"} here now`;
}

const DAY = 86_400_000;

/** "today", "Saturday", "3 May" or "3 May 2025". */
export function dayOf(at: number, now = Date.now()): string {
  const date = new Date(at);
  const days = Math.round((midnight(now) - midnight(at)) / DAY);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  if (days < 7) return date.toLocaleDateString("en", { weekday: "long" });
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...(!isThisYear && { year: "numeric" }) });
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
