// A moment as a position for the analysis board and the server, with only the cards that the user knows.
import { addressOf, writePosition } from "../../game/notation.ts";
import { type Position, positionOf } from "../../game/position.ts";
import type { GameState } from "../../game/rules/index.ts";
import type { State } from "../../game/protocol.ts";

function viewed(state: GameState, mine: number | null): Position {
  return { ...positionOf(state as State), seat: mine ?? "-" };
}

export function notation(state: GameState, mine: number | null): string {
  return writePosition(viewed(state, mine));
}

export function analysisAddress(state: GameState, mine: number | null): string {
  return addressOf(viewed(state, mine));
}
