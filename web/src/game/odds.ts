// The odds that a table receives, depending on its setting, prepared for the pieces. They are the same for everyone.
import type { Action, OddsForm } from "./protocol.ts";
import { writeAction } from "./actions.ts";

export type Hint = "best" | "up" | "level" | "down";

export interface ValuedAction {
  /** In notation. */
  action: string;
  /** Its value to the seat in turn, in pounds. */
  own: number;
  parts: { [name: string]: number };
}

export interface Odds {
  /** For each racing camel the probability of each place at the end of the leg, first to last. */
  ranks: { [camel: string]: number[] } | null;
  race: {
    winner: { [camel: string]: number };
    loser: { [camel: string]: number };
    exact: boolean;
    error: number;
  } | null;
  /** The best first. */
  values: ValuedAction[];
  hints: { [notation: string]: Hint };
}

const NONE: Odds = { ranks: null, race: null, values: [], hints: {} };

/** Read the server's odds, which may be incomplete. */
export function readOdds(told: OddsForm | null | undefined): Odds {
  if (!told) return NONE;
  const { leg, race, values, hints } = told;
  return { ranks: leg?.ranks ?? null, race, values: values?.actions ?? [], hints: hints ?? {} };
}

export function valueOf({ values }: Odds, action: Action): number | null {
  const notation = writeAction(action);
  return values.find((valued) => valued.action === notation)?.own ?? null;
}

export function hintOf({ hints }: Odds, action: Action): Hint | null {
  return hints[writeAction(action)] ?? null;
}

/** "45%"; a chance that is neither 0 nor 1 is never written as 0% or 100%. */
export function percent(chance: number): string {
  const rounded = Math.round(chance * 100);
  if (rounded === 0 && chance > 0) return "<1%";
  if (rounded === 100 && chance < 1) return ">99%";
  return `${rounded}%`;
}

/** "+1.45" or "−.25", as the design writes sums of money. */
export function pounds(value: number): string {
  const rounded = Math.round(Math.abs(value) * 100) / 100;
  const text = rounded.toFixed(2).replace(/^0/, "");
  return `${value < 0 && rounded > 0 ? "−" : "+"}${text}`;
}
