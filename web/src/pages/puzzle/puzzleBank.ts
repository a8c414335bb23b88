// The puzzles, one a day: a copy of those in the package (`make types`), whose bank.py explains the format of a line.
// They are all in one file, so that the page works offline.
import { readAction } from "../../game/actions.ts";
import { racingCamels } from "../../game/camels.ts";
import { SPACES } from "../../game/editions.ts";
import { readPosition } from "../../game/notation.ts";
import type { Position } from "../../game/position.ts";
import { viewOfPosition } from "../../game/positionView.ts";
import type { OddsForm, View } from "../../game/protocol.ts";
import { dayNumber } from "./days.ts";
import text from "./puzzles.txt?raw";

export interface Valued {
  /** In notation. */
  action: string;
  /** Its value to the seat in turn, in pounds, and its parts. */
  own: number;
  parts: Readonly<Record<string, number>>;
}

export interface Puzzle {
  position: Position;
  view: View;
  /** The best first; tiles that are worth less than LITTLE are not among them. */
  actions: readonly Valued[];
  race: NonNullable<OddsForm["race"]>;
}

/** In pounds. */
export const LITTLE = 0.4;
const LINES = text.trimEnd().split("\n");
/** The main part of an action's value, and the letters of the other parts. */
const MAIN: Readonly<Record<string, string>> = {
  roll: "pyramid ticket",
  ticket: "ticket",
  winner: "card",
  loser: "card",
  tile: "tile income",
  partner: "partner",
};
const PARTS: Readonly<Record<string, string>> = {
  g: "tile given up",
  t: "held tickets",
  c: "held cards",
  f: "floor at 0",
};

/** The puzzle of a date; after the last one they start over. */
export function puzzleOf(date: string): Puzzle {
  return readPuzzle(LINES[dayNumber(date)! % LINES.length]!);
}

export function readPuzzle(line: string): Puzzle {
  const [notation = "", winner = "", loser = "", words = ""] = line.split(";");
  const turn = /(?:^|\|)turn ([A-H])/.exec(notation)?.[1] ?? "A";
  const position = readPosition(`${notation}|seat ${turn}`);
  const chances = (part: string): Record<string, number> => {
    const all = part.split(" ");
    return Object.fromEntries(racingCamels(position.edition).map((camel, index) => [camel, Number(all[index]) / 1000]));
  };
  const actions = readValues(words).sort((a, b) => b.own - a.own);
  const listed = new Set(actions.map(({ action }) => action));
  const rest = tileActions(position).filter((action) => !listed.has(action));
  return {
    position,
    view: viewOfPosition(position, position.turn, [...listed, ...rest].map(readAction)),
    actions,
    race: { winner: chances(winner), loser: chances(loser), exact: true, error: 0 },
  };
}

function readValues(words: string): Valued[] {
  let kind = "";
  return words.split(" ").flatMap((word) => {
    if (MAIN[word]) {
      kind = word;
      return [];
    }
    const [, what = "", main = "", more = ""] = /^(\d+[+-]|[a-zA-Z]?)(-?\d+)((?:[a-z]-?\d+)*)$/.exec(word) ?? [];
    const parts: Record<string, number> = { [MAIN[kind]!]: Number(main) / 100 };
    for (const [, letter = "", value] of more.matchAll(/([a-z])(-?\d+)/g)) parts[PARTS[letter]!] = Number(value) / 100;
    return [{ action: `${kind} ${what}`.trim(), own: Object.values(parts).reduce((a, b) => a + b), parts }];
  });
}

/**
 * Where the seat in turn may place its tile: on an empty space from 2 on that has no other player's tile on or beside
 * it.
 */
export function tileActions({ track, tiles, turn }: Position): string[] {
  const others = tiles.flatMap((tile, seat) => (tile && seat !== turn ? [tile.space] : []));
  return Array.from({ length: SPACES - 1 }, (_, index) => index + 2)
    .filter((space) => !track[space] && space !== tiles[turn]?.space)
    .filter((space) => others.every((other) => Math.abs(other - space) > 1))
    .flatMap((space) => [`tile ${space}+`, `tile ${space}-`]);
}
