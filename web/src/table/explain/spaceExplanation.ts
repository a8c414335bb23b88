// What is said about a space for a tile: which rolls land there, and where each side of the tile sends them.
import { arrivals, type Arrival } from "../../game/arrivals.ts";
import { nameOf } from "../../game/camels.ts";
import { EDITIONS, SPACES, TILE_REWARD } from "../../game/editions.ts";
import { capital, counted } from "../../game/money.ts";
import { pounds, valueOf } from "../../game/odds.ts";
import type { Side, View } from "../../game/protocol.ts";
import { isCrazy } from "../../game/track.ts";
import type { Explanation, Row } from "./explanation.ts";
import type { Facts } from "./facts.ts";

/** What a unit would find on a space when it comes from a tile: "onto the stack", "under blue"; or nothing to say. */
function meeting(track: View["track"], rolls: readonly Arrival[], at: number, isUnder: boolean): string {
  const stack = track[at] ?? "";
  // The camels that a unit from there leaves behind.
  const left = rolls.map(({ camel }) => (stack.includes(camel) ? stack.slice(0, stack.indexOf(camel)) : stack));
  const least = left.reduce((a, b) => (b.length < a.length ? b : a), stack);
  if (!least) return "";
  const what = least.length > 1 ? "the stack" : nameOf(least).replace("crazy ", "");
  return `${isUnder ? "under" : "onto"} ${what}`;
}

function whereTo(space: number): string {
  return space > SPACES ? "over the line" : space < 1 ? "behind the line" : `to ${space}`;
}

export function explainSpace(at: number, { view, odds }: Facts): Explanation {
  const rolls = arrivals(view.track, view.dice, at);
  const racers = rolls.filter(({ camel }) => !isCrazy(camel));
  // Crazy camels run the other way; rows tell about the racers, unless no racer can come.
  const way = racers.length || !rolls.length ? 1 : -1;
  const coming = way === 1 ? racers : rolls;
  const row = (side: Side): Row => {
    const to = at + (side === "+" ? way : -way);
    const worth = valueOf(odds, { type: "place_tile", space: at, side });
    const aside = worth === null ? meeting(view.track, coming, to, side === "-") : `worth ${pounds(worth)}`;
    return {
      piece: { kind: "tile", side },
      text: capital(EDITIONS[view.edition].words[side === "+" ? "cheering" : "booing"]),
      ...(aside && { aside }),
      value: `${side === "+" ? "on" : "back"} ${whereTo(to)}`,
    };
  };
  const crazy = racers.length && racers.length < rolls.length ? " Crazy camels run the other way." : "";
  return {
    piece: { kind: "space", space: at },
    title: "Place your tile here?",
    kind: "",
    rows: [{ text: "Lands here", value: rolls.length ? { kind: "dice", rolls } : "no roll" }, row("+"), row("-")],
    note: `You get ${counted(TILE_REWARD, "pound")} each time it is hit. Not next to another tile.${crazy}`,
  };
}
