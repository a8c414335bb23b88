// What happened at a table, as it is passed to those who show it. A connection, a lesson or a replay says which steps
// happened, or that the table has jumped to another state; a follower keeps its own queue of what to show.
import type { Played, Seen, View } from "../../game/protocol.ts";

/** How a table stands between two steps. */
export interface Frame {
  /** One for each held seat, or the one of a watcher. */
  views: View[];
  /** The dice that are out in this leg: "g2", in their order. */
  diceOut: string[];
  /** Actions that were done. */
  ply: number;
}

/** Something that happened at the table. */
export interface Step {
  played: Played;
  /** What the viewer in front (the first held seat, or a watcher) saw of it. */
  seen: Seen;
  after: Frame;
}

/** Shows a table; `Playback` does. */
export interface Follower {
  /** Show the table like this at once, and forget what was to be shown. `past` led there from `start`, if known. */
  jump(to: Frame, past?: readonly Step[], start?: Frame): void;
  /** Show these steps, after all that came before. */
  enqueue(steps: readonly Step[]): void;
}

/** A table at which things happen. */
export interface TableSource {
  /** Let somebody show the table: first how it stands now, then what happens, until what is returned is called. */
  follow(follower: Follower): () => void;
}

const NOTHING_SEEN: Seen = { seat: null, events: [], sentences: [], changes: {} };

/** The steps that lead on from a frame, one for each ply. */
export function stepsFrom(start: Frame, plies: readonly Played[]): Step[] {
  let before = start;
  return plies.map((played) => {
    const after: Frame = {
      views: before.views.map((view) => {
        const seen = played.seen.find(({ seat }) => seat === view.seat);
        return seen ? { ...view, ...seen.changes } : view;
      }),
      diceOut: diceAfter(before.diceOut, played),
      ply: played.ply,
    };
    before = after;
    return { played, seen: seenByAll(played) ?? NOTHING_SEEN, after };
  });
}

/** A view says which dice are still in the pyramid; what the others show is only known from what happened. */
function diceAfter(diceOut: string[], { seen }: Played): string[] {
  let dice = diceOut;
  for (const event of seen[0]?.events ?? []) {
    if (event.type === "die_revealed") dice = [...dice, event.face];
    else if (event.type === "leg_started") dice = [];
  }
  return dice;
}

/**
 * What happened, as it may be shown here. People who share a device must not learn from it which card one of them
 * played, so they are shown what another of their seats saw.
 */
export function seenByAll({ seat, seen }: Played): Seen | undefined {
  return seen.find((one) => one.seat !== seat) ?? seen[0];
}
