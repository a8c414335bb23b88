// The script of the guided first leg: leg.json has the actions and the coach's texts, said.json the log's sentences,
// which tools/lessons.py takes from the engine.
import { readPly } from "../../game/actions.ts";
import type { Action, Edition, Face, Track } from "../../game/protocol.ts";
import written from "./leg.json";
import sentences from "./said.json";

/** An action of the script; a roll comes with the face of the die. */
export interface ScriptedPly {
  action: Action;
  face: Face | null;
  /** The sentences of each event. */
  said: string[][];
}

/**
 * A step of the coach, after a number of plies. tell: something to look at. do: the next ply is the learner's. pays:
 * the payout of the leg.
 */
export interface Step {
  after: number;
  kind: "tell" | "do" | "pays";
  title: string;
  text: string;
  /** The hint after a tap on something else. */
  hint: string;
  /** Selectors of what to look at or tap: the last one that is present and not pressed yet. */
  targets: string[];
}

export interface Script {
  edition: Edition;
  track: Track;
  players: number;
  plies: ScriptedPly[];
  steps: Step[];
}

export const SCRIPT: Script = {
  edition: written.edition as Edition,
  track: written.track,
  players: written.players.length,
  plies: written.plies.map((text, index) => ({ ...readPly(text), said: sentences[index] ?? [] })),
  steps: written.steps.map(({ kind, light, ...step }) => ({
    ...step,
    kind: kind as Step["kind"],
    targets: kind === "do" ? targetsOf(readPly(written.plies[step.after]!).action) : lightOf(light),
  })),
};

/** The elements to tap for an action, one after the other; layouts differ in which comes first. */
function targetsOf(action: Action): string[] {
  switch (action.type) {
    case "roll":
      return ['.tray [data-do="roll"]'];
    case "take_ticket":
      return [`[data-ticket-stack="${action.camel}"]`];
    case "place_tile":
      return [`[data-tile-space="${action.space}"]`, `[data-do="${action.side}"]`];
    case "play_card":
      return [`[data-card="${action.camel}"]`, `[data-do="${action.deck}"]`];
    case "join_partner":
      return [];
  }
}

/** Stacks on the board, the tickets, or the learner's row of the payout. */
function lightOf(light: string): string[] {
  const [kind, ...spaces] = light.split(" ");
  if (kind === "pays") return ['[aria-labelledby="leg-pays"] [data-seat="0"]'];
  if (kind === "tickets") return ["[data-ticket-stack]"];
  return [spaces.map((space) => `.stack[data-space="${space}"]`).join(", ")];
}

/** Keys that belong to an action. */
export function keysOf(action: Action, racing: string): string[] {
  switch (action.type) {
    case "roll":
      return ["r"];
    case "take_ticket":
      return [String(racing.indexOf(action.camel) + 1)];
    case "place_tile":
      return ["t", action.side, action.side === "+" ? "=" : "_"];
    case "play_card":
      return [action.deck[0]!, String(racing.indexOf(action.camel ?? "") + 1)];
    case "join_partner":
      return [];
  }
}
