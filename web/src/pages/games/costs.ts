// What kind of choice costs a person how much, as bars.
import type { Cost } from "../../game/protocol.ts";

/** Kinds that cost less than this in pounds a game are not worth a row. */
const LEAST = 0.05;

/** The largest first, without what costs nothing or gains. */
export function costRows(costs: readonly Cost[]): Cost[] {
  return costs.filter(({ coins }) => coins >= LEAST).sort((one, other) => other.coins - one.coins);
}

export interface CostBar {
  width: number;
  /** The whisker, from and to. */
  from: number;
  to: number;
}

/** A bar and its whisker within a width: the longest of all fills it. */
export function costBar({ coins, error }: Cost, all: readonly Cost[], width: number): CostBar {
  const most = Math.max(...all.map((cost) => cost.coins + cost.error), 0.1);
  const scale = (width - 4) / most;
  return {
    width: Math.max(2, coins * scale),
    from: Math.max(2, (coins - error) * scale),
    to: (coins + error) * scale,
  };
}
