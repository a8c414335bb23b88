// Entries, their results and refusals in words. They are always in the third person: nobody here is "you".
import { nameOf, racingCamels } from "../../game/camels.ts";
import { camelToMove, type Refusal, startingSpace } from "../../game/rules/index.ts";
import type { CamelMoved, Event, Face, TileHit } from "../../game/protocol.ts";
import { capital, listed } from "../../game/money.ts";
import { aTile } from "../../game/actions.ts";
import type { Entry, Moment, Table } from "../../game/entries.ts";
import { toTurn } from "../../game/entries.ts";

export interface Said {
  /** The acting seat; null for the setup. */
  seat: number | null;
  text: string;
}

/** Describe an entry: "Jonas took blue 5". `before` is the moment before it. */
export function sayEntry({ edition, names }: Table, before: Moment, entry: Entry): Said {
  if (entry.type === "place") {
    return { seat: null, text: `${capital(nameOf(entry.face[0]!))} starts on ${startingSpace(entry.face)}` };
  }
  if (entry.type === "turn") {
    const { seat } = toTurn(before)[0]!.ply;
    return { seat, text: `${names[seat]}’s card is ${nameOf(entry.camel)}` };
  }
  const { action, face } = entry;
  const state = before.state!;
  const seat = state.turn;
  const say = (text: string): Said => ({ seat, text: `${names[seat]} ${text}` });
  switch (action.type) {
    case "roll":
      return say(`rolled ${dieName(state.track, face!)}`);
    case "take_ticket":
      return say(`took ${nameOf(action.camel)} ${state.tents[racingCamels(edition).indexOf(action.camel)]?.[0] ?? ""}`);
    case "place_tile":
      return say(`placed ${aTile(edition, action.side)} on ${action.space}`);
    case "play_card": {
      const { camel, deck } = action;
      return say(camel ? `bet ${nameOf(camel)} to ${deck === "winner" ? "win" : "lose"}` : `bet on the ${deck}`);
    }
    case "join_partner":
      return say(`partnered with ${names[action.seat]}`);
  }
}

/** "red 3", "black 2": the camel that moves, which is not always the one that the grey die shows. */
function dieName(track: Parameters<typeof camelToMove>[0], face: Face): string {
  return `${nameOf(camelToMove(track, face).camel).replace("crazy ", "")} ${face[1]}`;
}

/** Describe the result of a roll: where the unit went, and which tile it hit. */
export function sayMove(events: readonly Event[], names: readonly string[]): string {
  const moves = events.filter((event): event is CamelMoved => event.type === "camel_moved");
  const hit = events.find((event): event is TileHit => event.type === "tile_hit");
  const last = moves.at(-1);
  if (!last) return "";
  const [, ...carried] = last.unit;
  const load = carried.length ? ` with ${listed(carried.map(nameOf))}` : "";
  const to = last.end > 16 ? "across the line" : last.end < 1 ? "back across the line" : `to ${last.end}`;
  const tile = hit ? `, ${names[hit.seat]} +1` : "";
  return `${to}${load}${tile}`;
}

/** Why an entry is refused, in words about the player in turn. */
export function sayRefusal({ code, message }: Refusal, name: string): string {
  switch (code) {
    case "tile_not_moved":
      return `${name}’s tile is already there. It must move to a different space.`;
    case "card_played":
      return message.replace("You have already played your", `${name} has already played their`);
    case "no_such_camel":
      return `${name} has no cards left.`;
    case "partner_self":
      return `${name} cannot be their own partner.`;
    case "has_partner":
      return `${name} already has a partner this leg.`;
    default:
      return message;
  }
}
