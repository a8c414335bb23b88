// The names of actions on the analysis board, and the reasons for their values.
import { nameOf } from "./camels.ts";

import { percent, pounds } from "./odds.ts";
import type { Edition, OddsForm, Side } from "./protocol.ts";
import { readAction, sideName } from "./actions.ts";
import { type Position, SEATS, ticketsLeft } from "./position.ts";

export type Named =
  | { kind: "roll" }
  | { kind: "ticket"; camel: string; value: number }
  | { kind: "card"; camel: string; isWinner: boolean }
  | { kind: "tile"; space: number; side: Side }
  | { kind: "partner"; seat: number };

/** Parse an action in notation, with the value of the ticket that it would take. */
export function nameAction(text: string, position: Position): Named {
  const action = readAction(text);
  switch (action.type) {
    case "roll":
      return { kind: "roll" };
    case "take_ticket":
      return { kind: "ticket", camel: action.camel, value: ticketsLeft(position, action.camel)[0] ?? 0 };
    case "play_card":
      return { kind: "card", camel: action.camel!, isWinner: action.deck === "winner" };
    case "place_tile":
      return { kind: "tile", space: action.space, side: action.side };
    case "join_partner":
      return { kind: "partner", seat: action.seat };
  }
}

export function titleOf(named: Named, edition: Edition): string {
  switch (named.kind) {
    case "roll":
      return "Roll";
    case "ticket":
      return `Take ${nameOf(named.camel)} ${named.value}`;
    case "card":
      return `Bet ${nameOf(named.camel)} to ${named.isWinner ? "win" : "lose"}`;
    case "tile":
      return `${sideName(edition, named.side)} on ${named.space}`;
    case "partner":
      return `Partner with ${SEATS[named.seat]}`;
  }
}

/** What players call the parts of a value, where the server's name is another. */
const PARTS: Readonly<Record<string, string>> = {
  "pyramid ticket": "roll",
  "tile income": "tile hits",
  "tile given up": "old tile",
  "held tickets": "own tickets",
  "held cards": "own cards",
  "floor at 0": "money stops at 0",
};

export function partName(name: string): string {
  return PARTS[name] ?? name;
}

/** The reason for a value: the chances behind it, its parts if there are several, and its effect on others. */
export function reasonOf(
  named: Named,
  parts: Readonly<Record<string, number>>,
  others: Readonly<Record<string, number>>,
  odds: OddsForm,
): string {
  const told: string[] = [];
  if (named.kind === "ticket") {
    const [first = 0, second = 0] = odds.leg?.ranks[named.camel] ?? [];
    told.push(`${percent(first)} first, ${percent(second)} second`);
  }
  if (named.kind === "card") {
    const chance = odds.race?.[named.isWinner ? "winner" : "loser"][named.camel] ?? 0;
    told.push(`${named.isWinner ? "wins" : "comes last"} ${percent(chance)} of the time`);
  }

  const list = Object.entries(parts);
  if (list.length > 1 || !told.length) {
    told.push(...list.map(([name, value]) => `${partName(name)} ${pounds(value)}`));
  }
  for (const [seat, gain] of Object.entries(others)) {
    if (Math.abs(gain) >= 0.005) told.push(`${SEATS[Number(seat)]} ${pounds(gain)}`);
  }
  return told.join(", ");
}

/** The values of both sides of a tile on a space. */
export interface TileAdvice {
  space: number;
  cheer: number;
  boo: number;
}

/** Smaller values are not shown on the board. */
const WORTH_A_TILE = 0.05;

export function tileAdvice(values: readonly { action: string; own: number }[], most: number): TileAdvice[] {
  const found = new Map<number, TileAdvice>();
  for (const { action, own } of values) {
    const read = readAction(action);
    if (read.type !== "place_tile") continue;
    const { space, side } = read;
    const advice = found.get(space) ?? { space, cheer: 0, boo: 0 };
    found.set(space, { ...advice, [side === "+" ? "cheer" : "boo"]: own });
  }
  const best = ({ cheer, boo }: TileAdvice): number => Math.max(cheer, boo);
  return [...found.values()]
    .filter((advice) => best(advice) >= WORTH_A_TILE)
    .sort((a, b) => best(b) - best(a))
    .slice(0, most);
}
