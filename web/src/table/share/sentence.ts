// What a picture to send says: one sentence made of the facts, with the names that everybody has at the table.
import { nameOf } from "../../game/camels.ts";
import { BEHIND, isCrazy, OVER } from "../../game/track.ts";
import { capital, listed } from "../../game/money.ts";
import type { CamelMoved, GameSummary, TileHit } from "../../game/protocol.ts";
import { tileName } from "../../game/actions.ts";
import type { Moved } from "../../game/rules/movement.ts";
import { heldCamelMoved, moveOf, plainName, type TurningTurn } from "../review/turns.ts";

type Finish = Pick<GameSummary, "names" | "money" | "victors" | "winner" | "track">;

/** "Fin beats Nora by 4: yellow rode blue over the line." */
export function raceSentence(finish: Finish): string {
  return `${whoWon(finish)}: ${howItEnded(finish)}.`;
}

function whoWon({ names, money, victors }: Finish): string {
  const [first = 0, ...others] = victors;
  if (others.length) {
    const all = victors.map((seat) => names[seat] ?? "");
    return all.length > 3 ? `${all.length} share the win` : `${listed(all)} share the win`;
  }
  const rivals = money.map((amount, seat) => ({ amount, seat })).filter(({ seat }) => seat !== first);
  const most = Math.max(...rivals.map(({ amount }) => amount));
  const next = rivals.filter(({ amount }) => amount === most).map(({ seat }) => names[seat] ?? "");
  const by = (money[first] ?? 0) - most;
  return next.length > 2 ? `${names[first]} wins by ${by}` : `${names[first]} beats ${listed(next)} by ${by}`;
}

function howItEnded({ winner, track }: Finish): string {
  const [over = "", behind = ""] = [track[OVER], track[BEHIND]];
  if (over.includes(winner)) {
    const below = over[over.indexOf(winner) - 1];
    return below
      ? `${nameOf(winner)} rode ${plainName(below)} over the line`
      : `${nameOf(winner)} was first over the line`;
  }
  const bearer = behind[0] ?? over[0];
  if (!bearer) return `${nameOf(winner)} won the race`;
  const racers = [...behind].filter((camel) => !isCrazy(camel)).map(nameOf);
  const crossed = racers.length ? `carried ${listed(racers)} back over the line` : "ran over the line";
  return `${nameOf(winner)} led when ${plainName(bearer)} ${crossed}`;
}

const ORDINALS: Readonly<Record<string, string>> = {
  "1st": "first",
  "2nd": "second",
  "3rd": "third",
  "4th": "fourth",
  "5th": "fifth",
};

/** A turning point: "Blue carries purple to 8, and Nora’s red sinks to third." */
export function momentSentence(turn: TurningTurn, names: readonly string[]): string {
  const { named, outcome, before, seat, of, change } = turn;
  const who = names[seat] ?? "";
  if (outcome) {
    const told = moveWords(moveOf(before, outcome).events, before.edition, names);
    const onto = ontoWords(moveOf(before, outcome));
    const held = heldCamelMoved(outcome, change, before, of)
      ?.replace("climbed", "climbs")
      .replace("sank", "sinks")
      .replace(/\d\w\w$/, (place) => ORDINALS[place] ?? place);
    return held ? `${told}, and ${names[of]}’s ${held}.` : `${told}${onto}.`;
  }
  const did = turn.title.slice(who.length + 1);
  const does = did.replace(/^(took|bet|placed|partnered)/, (verb) => PRESENT[verb] ?? verb);
  if (turn.better) return `${who} ${does}. Better: ${turn.better}.`;
  return named.kind === "partner" ? `${who} ${does}.` : `${who} ${does}, the best move.`;
}

const PRESENT: Readonly<Record<string, string>> = {
  took: "takes",
  bet: "bets",
  placed: "places",
  partnered: "partners",
};

/** "Blue carries purple to 8", "White runs to 5", "Red hits Fin’s booing tile and ends on 6". */
function moveWords(events: readonly (CamelMoved | TileHit)[], edition: 1 | 2, names: readonly string[]): string {
  const moves = events.filter((event) => event.type === "camel_moved");
  const hit = events.find((event) => event.type === "tile_hit");
  const [{ unit }, last] = [moves[0]!, moves.at(-1)!];
  const [camel = "", ...riders] = unit;
  const name = capital(plainName(camel));
  const where = last.end === OVER || last.end === BEHIND ? "over the line" : `to ${last.end}`;
  if (hit) return `${name} hits ${names[hit.seat]}’s ${tileName(edition, hit.side)} and ends on ${last.end}`;
  return riders.length ? `${name} carries ${listed(riders.map(plainName))} ${where}` : `${name} runs ${where}`;
}

/** ", onto purple", ", under red": where a unit came to stand; empty if it stands alone. */
function ontoWords({ track, events }: Moved): string {
  const last = events.filter((event) => event.type === "camel_moved").at(-1)!;
  const stack = track[last.end] ?? "";
  const [bottom = "", top = ""] = [last.unit[0], last.unit.at(-1)];
  const [below, above] = [stack[stack.indexOf(bottom) - 1], stack[stack.indexOf(top) + 1]];
  if (below) return `, onto ${plainName(below)}`;
  return above ? `, under ${plainName(above)}` : "";
}

export interface Fitted {
  /** One or two. */
  lines: string[];
  /** In px. */
  size: number;
}

/** Break a sentence into at most two lines of about the same length; the letters shrink if they must. */
export function fitLines(
  text: string,
  { width, size, least = 18 }: { width: number; size: number; least?: number },
  measure: (text: string, size: number) => number,
): Fitted {
  if (measure(text, size) <= width) return { lines: [text], size };
  const words = text.split(" ");
  const breaks = words.slice(1).map((_, index) => [words.slice(0, index + 1), words.slice(index + 1)]);
  const wide = (lines: string[]): number => Math.max(...lines.map((line) => measure(line, size)));
  const best = breaks
    .map((parts) => parts.map((part) => part.join(" ")))
    .reduce((one, other) => (wide(other) < wide(one) ? other : one), [text]);
  return { lines: best, size: Math.max(least, Math.min(size, (size * width) / wide(best))) };
}
