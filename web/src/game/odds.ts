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
  /** The best actions, in notation, the best first, until one that needs no card; see `best` in the protocol. */
  best: readonly string[];
  /** They belong to an earlier position; those of this one are being computed. */
  isStale: boolean;
}

/** The odds of a position, as the server sent them. */
export interface OddsAt {
  ply: number;
  odds: OddsForm;
}

const NONE: Odds = { ranks: null, race: null, values: [], hints: {}, best: [], isStale: false };
/** How many positions' odds a table remembers: a picture that lags behind needs those of its own position. */
const REMEMBERED = 40;

/** Read the server's odds, which may be incomplete; one that is older sends no `best`. */
export function readOdds(told: OddsForm | null | undefined, isStale = false): Odds {
  if (!told) return NONE;
  const { leg, race, values, hints, best } = told;
  return {
    ranks: leg?.ranks ?? null,
    race,
    values: values?.actions ?? [],
    hints: hints ?? {},
    best: best ?? [],
    isStale,
  };
}

/** The odds for the position that is shown: its own, or the last ones before it until these come. */
export function oddsAt(known: readonly OddsAt[], ply: number): Odds {
  const found = known.findLast((told) => told.ply <= ply);
  return readOdds(found?.odds, found !== undefined && found.ply < ply);
}

/** Remember the odds of a position, oldest first. */
export function rememberOdds(known: readonly OddsAt[], told: OddsAt): OddsAt[] {
  return [...known.filter(({ ply }) => ply < told.ply).slice(1 - REMEMBERED), told];
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
