// What an action of a rival is called in the strip, where its piece is drawn beside the verb.
import { landingOf, type RivalAction } from "../../playback/rivalActions.ts";

const VERBS: Readonly<Record<string, string>> = {
  die_revealed: "rolled",
  ticket_taken: "took",
  tile_placed: "placed",
  card_played: "bet on",
  partners_joined: "joined",
};

export function verbOf({ event }: RivalAction): string {
  return VERBS[event.type] ?? "";
}

/** Where the camels of a roll ended up: "to 8". */
export function whereTo({ event, step }: RivalAction): string {
  const end = event.type === "die_revealed" ? landingOf(step.seen.events) : null;
  if (end === null) return "";
  return end < 1 || end > 16 ? "over the line" : `to ${end}`;
}

/** Where a tile sent the camels of a roll, for places with little room: "→8". */
export function sentTo(action: RivalAction): string {
  const isSent = action.step.seen.events.some(({ type }) => type === "tile_hit");
  const [, space = ""] = /^to (\d+)$/.exec(whereTo(action)) ?? [];
  return isSent && space ? `→${space}` : "";
}

/** All that happened, for a screen reader and a pointer: "Chick rolled blue 3. Blue carried purple to 8." */
export function sentenceOf({ step: { seen } }: RivalAction): string {
  const { events, sentences } = seen;
  return sentences
    .filter((_, index) => index === 0 || ["camel_moved", "tile_hit"].includes(events[index]?.type ?? ""))
    .flat()
    .join(" ");
}
