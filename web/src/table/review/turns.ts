// The turning points of a game, one for each turn: what was chosen and what the die showed belong together.
import { aTile } from "../../game/actions.ts";
import { type Named, nameAction } from "../../game/actionWords.ts";
import { nameOf, ORDINALS, ranking } from "../../game/camels.ts";
import { counted, listed } from "../../game/money.ts";
import { readPosition } from "../../game/notation.ts";
import { move } from "../../game/rules/movement.ts";
import type { GameState } from "../../game/rules/state.ts";
import type { Position } from "../../game/position.ts";
import type { Edition, ReviewedPly, ReviewForm, TurningPoint } from "../../game/protocol.ts";
import { actionWords } from "./words.ts";

/** A turn that changed the race. */
export interface TurningTurn {
  ply: number;
  leg: number;
  /** Who acted. */
  seat: number;
  /** "You took yellow 5". */
  title: string;
  named: Named;
  /** The face of the die: "b3". */
  outcome: string | null;
  /** The position in which it was chosen. */
  before: Position;
  /** What the choice did, and what would have been best: "−3 points, best: take blue". */
  choice: string;
  /** What would have been better: "take blue"; null if nothing surely was. */
  better: string | null;
  /** What the die did: "−15 points, your red sank to 3rd"; empty without a die. */
  dice: string;
  /** In points of winning chance; what is shown of choice and dice adds up to it. */
  change: number;
  /** Whose chance it is. */
  of: number;
}

/** Reviews that older programs stored say neither what a turn changed for everybody nor which actions were level. */
type Point = Omit<TurningPoint, "changes"> & Partial<Pick<TurningPoint, "changes">>;
type Judged = Omit<ReviewedPly, "level"> & Partial<Pick<ReviewedPly, "level">>;

/** Smaller shares of a win are not mentioned. */
const LEAST = 0.005;
/** Points of your chance below which a turn is told from the side of whom it changed most. */
const WORTH_TELLING = 2;

/** The turns of the turning points, in order; changes are those of one seat, or of the seat that they changed most. */
export function turningTurns(review: ReviewForm, names: readonly string[], you: number | null): TurningTurn[] {
  const found = new Map<number, TurningPoint>();
  for (const point of review.turning_points) {
    const known = found.get(point.ply);
    if (!known || Math.abs(point.change) > Math.abs(known.change)) found.set(point.ply, point);
  }
  return [...found.values()].map((point) => {
    const turn = describeTurn(review, point, names, you ?? point.seat);
    // What hardly touched you is told by whom it touched.
    return Math.abs(turn.change) >= WORTH_TELLING ? turn : describeTurn(review, point, names, point.seat);
  });
}

/** The turns that changed most, in the order of the race. */
export function largest(turns: readonly TurningTurn[], most: number): TurningTurn[] {
  const kept = new Set([...turns].sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, most));
  return turns.filter((turn) => kept.has(turn));
}

function describeTurn(review: ReviewForm, point: TurningPoint, names: readonly string[], of: number): TurningTurn {
  const ply = review.plies[point.ply - 1]!;
  const edition = review.edition as Edition;
  const before = readPosition(point.position, edition);
  const named = nameAction(ply.action, before);
  const luck = ply.luck[of]?.wins ?? 0;
  const chosen = points(choiceOf(point, ply, luck, of));
  const rolled = points(luck);
  return {
    ply: point.ply,
    leg: ply.leg,
    seat: ply.seat,
    title: `${names[ply.seat]} ${pastWords(named, ply.outcome, before, names)}`,
    named,
    outcome: ply.outcome,
    before,
    choice: choiceWords(ply, chosen, edition, names),
    better: ply.lost.wins >= LEAST ? actionWords(ply.best, edition, names) : null,
    dice: ply.outcome ? diceWords(ply.outcome, rolled, before, of, names) : "",
    change: chosen + (ply.outcome ? rolled : 0),
    of,
  };
}

/** What a choice did to a seat, compared with the best action. */
function choiceOf({ changes }: Point, { seat, lost }: ReviewedPly, luck: number, of: number): number {
  return changes ? (changes[of] ?? 0) - luck : seat === of ? -lost.wins : 0;
}

/** How many equally good actions are named at most. */
const MOST_NAMED = 2;

function choiceWords(ply: Judged, change: number, edition: Edition, names: readonly string[]): string {
  const words = (action: string): string => actionWords(action, edition, names);
  const level = (ply.level ?? []).slice(0, MOST_NAMED).map(words);
  const who = names[ply.seat] === "You" ? "" : ` for ${names[ply.seat]}`;
  const verdict =
    ply.lost.wins >= LEAST
      ? `best${who}: ${[words(ply.best), ...level].join(" or ")}`
      : level.length
        ? `as good as: ${level.join(" or ")}`
        : `best${who}`;
  return change ? `${inPoints(change)}, ${verdict}` : verdict;
}

function diceWords(outcome: string, change: number, before: Position, of: number, names: readonly string[]): string {
  const told = inPoints(change);
  const what = heldCamelMoved(outcome, change, before, of);
  if (!what) return told;
  return `${told}, ${names[of] === "You" ? "your" : `${names[of]}’s`} ${what}`;
}

/** "red sank to 3rd": the camel that a seat holds tickets of and whose place the die changed most, that way. */
export function heldCamelMoved(outcome: string, change: number, before: Position, seat: number): string | null {
  const held = new Set((before.tickets[seat] ?? []).map((ticket) => ticket[0]!));
  const [was, is] = [ranking(before.track), ranking(trackAfterRoll(before, outcome))];
  const moved = [...held]
    .map((camel) => ({ camel, by: was.indexOf(camel) - is.indexOf(camel), place: is.indexOf(camel) }))
    .filter(({ by }) => by * change > 0)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))[0];
  return moved ? `${nameOf(moved.camel)} ${moved.by > 0 ? "climbed" : "sank"} to ${ORDINALS[moved.place]}` : null;
}

/** Where the camels are after a roll. */
export function trackAfterRoll(before: Position, outcome: string): Position["track"] {
  return moveOf(before, outcome).track;
}

/** A roll, step by step. */
export function moveOf(before: Position, outcome: string): ReturnType<typeof move> {
  const state = { ...before, money: before.money.map((money) => money ?? 0) };
  return move(state as unknown as GameState, outcome);
}

/** "took yellow 5", "rolled blue 3", "bet blue to win", "placed a booing tile on 6", "partnered with Ann". */
export function pastWords(named: Named, outcome: string | null, before: Position, names: readonly string[]): string {
  switch (named.kind) {
    case "roll":
      return outcome ? `rolled ${plainName(outcome[0]!)} ${outcome[1]}` : "rolled";
    case "ticket":
      return `took ${nameOf(named.camel)} ${named.value}`;
    case "card":
      return `bet ${nameOf(named.camel)} to ${named.isWinner ? "win" : "lose"}`;
    case "tile":
      return `placed ${aTile(before.edition, named.side)} on ${named.space}`;
    case "partner": {
      const name = names[named.seat];
      return `partnered with ${name === "You" ? "you" : name}`;
    }
  }
}

/** "black" of the crazy black camel, as the log calls it. */
export function plainName(camel: string): string {
  return nameOf(camel).replace("crazy ", "");
}

/** A share of a win in whole points. */
function points(share: number): number {
  return Math.round(share * 100) || 0;
}

/** "+12 points", "−1 point", "0 points". */
export function inPoints(change: number): string {
  const size = counted(Math.abs(change), "point");
  return change > 0 ? `+${size}` : change < 0 ? `−${size}` : size;
}

/** The legs with turns that are not settled yet: "leg 4", "legs 4 and 5"; empty if all are. */
export function roughLegs({ plies }: Pick<ReviewForm, "plies">, settled: readonly boolean[]): string {
  const legs = [...new Set(plies.filter((_, index) => !settled[index]).map(({ leg }) => leg))];
  return legs.length ? `${legs.length > 1 ? "legs" : "leg"} ${listed(legs.map(String))}` : "";
}
