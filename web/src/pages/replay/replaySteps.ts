// A recorded game in the form in which tables are shown: how it stood after each step, and what led there.
import type { Played, Replay } from "../../game/protocol.ts";
import type { Frame, Step } from "../../table/connection/steps.ts";
import { diceOut, type Eyes, viewOf } from "./recordedGame.ts";

/** The table after a step, as somebody saw it. */
export function frameAt(replay: Replay, index: number, eyes: Eyes): Frame {
  return { views: [viewOf(replay, index, eyes)], diceOut: diceOut(replay.steps)[index]!, ply: index };
}

/** The step that led there. */
export function stepTo(replay: Replay, index: number, eyes: Eyes): Step {
  const { seat, events, sentences } = replay.steps[index]!;
  const after = frameAt(replay, index, eyes);
  const seen = { seat: after.views[0]!.seat, events, sentences, changes: {} };
  const played: Played = {
    type: "played",
    ply: index,
    seat: seat ?? 0,
    by: "owner",
    seen: [seen],
    turn_ends: null,
    now: 0,
    sentence: null,
    card: null,
  };
  return { played, seen, after };
}
