// What an action is called on the analysis board, and why it is worth what it is.
import { nameOf } from "./camels.ts";
import { percent, pounds } from "./odds.ts";
import type { Edition, OddsForm, Side } from "./protocol.ts";
import { colour, sideName } from "./actions.ts";
import { type Position, SEATS, ticketsLeft } from "./position.ts";

export type Named =
  | { kind: "roll" }
  | { kind: "ticket"; camel: string; value: number }
  | { kind: "card"; camel: string; isWinner: boolean }
  | { kind: "tile"; space: number; side: Side }
  | { kind: "partner"; seat: string };

/** Read an action in notation. */
export function readAction(action: string, position: Position): Named {
  const [kind, what = ""] = action.split(" ");
  switch (kind) {
    case "roll":
      return { kind };
    case "ticket":
      return { kind, camel: what, value: ticketsLeft(position, what)[0] ?? 0 };
    case "winner":
    case "loser":
      return { kind: "card", camel: what, isWinner: kind === "winner" };
    case "tile":
      return { kind, space: parseInt(what), side: what.endsWith("+") ? "+" : "-" };
    default:
      return { kind: "partner", seat: what };
  }
}

export function titleOf(named: Named, edition: Edition): string {
  switch (named.kind) {
    case "roll":
      return "Roll";
    case "ticket":
      return `Take ${nameOf(named.camel)} ${named.value}`;
    case "card":
      return `${colour(named.camel)} to ${named.isWinner ? "win" : "lose"}`;
    case "tile":
      return `${sideName(edition, named.side)} on ${named.space}`;
    case "partner":
      return `Partner ${named.seat}`;
  }
}

const PARTS: { readonly [edition in Edition]: Readonly<Record<string, string>> } = {
  1: { "pyramid ticket": "pyramid tile", ticket: "betting tile", card: "race card" },
  2: { "pyramid ticket": "pyramid ticket", ticket: "ticket", card: "race card" },
};
const COMMON: Readonly<Record<string, string>> = {
  partner: "partner",
  "tile income": "landings",
  "tile given up": "old place",
  "held tickets": "own tickets",
  "held cards": "own cards",
  "floor at 0": "money stays above 0",
};

/** Why: the chances that it rests on, its parts where there are several, and what it does to others. */
export function reasonOf(
  named: Named,
  parts: Readonly<Record<string, number>>,
  others: Readonly<Record<string, number>>,
  odds: OddsForm,
  edition: Edition,
): string {
  const told: string[] = [];
  if (named.kind === "ticket") {
    const [first = 0, second = 0] = odds.leg?.ranks[named.camel] ?? [];
    told.push(`${percent(first)} first, ${percent(second)} second`);
  }
  if (named.kind === "card") {
    const chance = odds.race?.[named.isWinner ? "winner" : "loser"][named.camel] ?? 0;
    told.push(`${percent(chance)} ${named.isWinner ? "wins the race" : "comes last"}`);
  }
  const names = { ...COMMON, ...PARTS[edition] };
  const list = Object.entries(parts);
  if (list.length > 1 || !told.length) {
    told.push(...list.map(([name, value]) => `${names[name] ?? name} ${pounds(value)}`));
  }
  for (const [seat, gain] of Object.entries(others)) {
    if (Math.abs(gain) >= 0.005) told.push(`${SEATS[Number(seat)]} ${pounds(gain)}`);
  }
  return told.join(", ");
}

/** What a tile would be worth on each space, both sides: the best spaces first. */
export interface TileAdvice {
  space: number;
  cheer: number;
  boo: number;
}

/** Less is not worth a place on the board. */
const WORTH_A_TILE = 0.05;

export function tileAdvice(values: readonly { action: string; own: number }[], most: number): TileAdvice[] {
  const found = new Map<number, TileAdvice>();
  for (const { action, own } of values) {
    const [kind, what = ""] = action.split(" ");
    if (kind !== "tile") continue;
    const space = parseInt(what);
    const advice = found.get(space) ?? { space, cheer: 0, boo: 0 };
    found.set(space, { ...advice, [what.endsWith("+") ? "cheer" : "boo"]: own });
  }
  const best = ({ cheer, boo }: TileAdvice): number => Math.max(cheer, boo);
  return [...found.values()]
    .filter((advice) => best(advice) >= WORTH_A_TILE)
    .sort((a, b) => best(b) - best(a))
    .slice(0, most);
}
