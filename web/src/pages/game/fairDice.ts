// Verifies the dice of a finished game by drawing them again from its secret and its players' seeds. docs/fair-dice.md
// explains the algorithm. The hashes come from a library, because browsers have their own only on secure pages, and a
// server at home has none.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { DICE_PER_LEG, EDITIONS, SPACES } from "../../game/editions.ts";
import type { OwnTable } from "../../table/connection/ownTables.ts";
import type { Edition, FinishedGame, Proof, Track } from "../../game/protocol.ts";

export interface CheckedRoll {
  /** The number of the action. */
  ply: number;
  seat: number;
  /** The dice that were in the pyramid. */
  dice: string;
  /** The face in the record, and the face drawn again. */
  told: string;
  given: string;
}

export interface Checked {
  /** What is wrong, in a sentence; null if everything is correct. */
  problem: string | null;
  rolls: CheckedRoll[];
}

const RANGE = 2 ** 32;

/**
 * What this browser stored before the race. Without it a server could invent a different game that is consistent in
 * itself.
 */
export type Noted = Pick<OwnTable, "commitment" | "seeds">;

/** Draw the start and every die again, and compare them with the record and with what was stored before the race. */
export function checkDice({ record, dice }: FinishedGame, noted: Noted | null = null): Checked {
  const rolls = checkRolls(record, dice);
  const problem =
    checkPromise(record, dice) ?? checkNoted(record, dice, noted) ?? checkStart(record, dice) ?? findWrong(rolls);
  return { problem, rolls };
}

function checkNoted({ names }: FinishedGame["record"], proof: Proof, noted: Noted | null): string | null {
  if (noted?.commitment && noted.commitment !== proof.commitment) {
    return "The fingerprint is not the one this browser noted before the race.";
  }
  for (const [name, seed] of Object.entries(noted?.seeds ?? {})) {
    const seat = names.indexOf(name);
    if (seat >= 0 && proof.seeds[seat] !== seed) return `${name}’s number is not the one this browser sent.`;
  }
  return null;
}

function checkPromise({ names }: FinishedGame["record"], { commitment, secret, seeds }: Proof): string | null {
  if (bytesToHex(sha256(fromHex(secret))) !== commitment) {
    return "The secret is not the one promised before the game: its fingerprint differs.";
  }
  return seeds.length === names.length
    ? null
    : `There are numbers from ${seeds.length} players, but ${names.length} played.`;
}

function findWrong(rolls: readonly CheckedRoll[]): string | null {
  const wrong = rolls.find(({ told, given }) => told !== given);
  return wrong
    ? `Action ${wrong.ply} does not fit: the record says ${wrong.told}, the dice give ${wrong.given}.`
    : null;
}

function checkRolls({ start, plies }: FinishedGame["record"], proof: Proof): CheckedRoll[] {
  const all = EDITIONS[start.edition].dice;
  const rolls: CheckedRoll[] = [];
  let dice = all;
  let out = 0;
  plies.forEach(({ seat, action, outcome }, index) => {
    if (action.type !== "roll" || outcome === null) return;
    if (out === DICE_PER_LEG) [dice, out] = [all, 0];
    const ply = index + 1;
    rolls.push({ ply, seat, dice, told: outcome, given: rollFrom(dice, source(proof, ply)) });
    // The grey die shows the colour of a crazy camel.
    dice = dice.replace("KW".includes(outcome[0]!) ? "x" : outcome[0]!, "");
    out += 1;
  });
  return rolls;
}

function checkStart({ start, names }: FinishedGame["record"], proof: Proof): string | null {
  const draw = source(proof, 0);
  const stacks = startingStacks(start.edition, draw);
  const write = (track: Track): string =>
    Object.entries(track)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([space, camels]) => `${space}:${camels}`)
      .join(" ");
  const [told, given] = [write(start.track), write(stacks)];
  if (told !== given) return `The camels start on ${told}, but the dice give ${given}.`;
  if (!proof.is_first_random) return null;
  const first = draw(names.length);
  return first === start.turn ? null : `${names[start.turn]} starts, but the dice give ${names[first]}.`;
}

type Draw = (limit: number) => number;

/** The random numbers of one ply: 0 is the setup, n the n-th action. */
export function source({ secret, seeds }: Pick<Proof, "secret" | "seeds">, ply: number): Draw {
  const key = fromHex(secret);
  let used = 0;
  return (limit) => {
    for (;;) {
      const message = `camelup dice 1:${seeds.join(",")}:${ply}:${used}`;
      used += 1;
      const digest = hmac(sha256, key, new TextEncoder().encode(message));
      const number = new DataView(digest.buffer, digest.byteOffset).getUint32(0);
      if (number < RANGE - (RANGE % limit)) return number % limit;
    }
  };
}

function mixed(letters: string, draw: Draw): string[] {
  const left = [...letters];
  return [...letters].flatMap(() => left.splice(draw(left.length), 1));
}

/** The stacks by space, each from bottom to top. */
export function startingStacks(edition: Edition, draw: Draw): Track {
  const stacks: Track = {};
  for (const camel of mixed(EDITIONS[edition].racing, draw)) {
    const space = 1 + draw(3);
    stacks[space] = (stacks[space] ?? "") + camel;
  }
  for (const camel of mixed(EDITIONS[edition].crazy, draw)) {
    const space = SPACES - draw(3);
    stacks[space] = (stacks[space] ?? "") + camel;
  }
  return stacks;
}

function rollFrom(dice: string, draw: Draw): string {
  const die = dice[draw(dice.length)]!;
  const faces = die === "x" ? ["K1", "K2", "K3", "W1", "W2", "W3"] : [..."123123"].map((number) => die + number);
  return faces[draw(6)]!;
}

/** Whatever a record says: what are no digits is a wrong secret, not an error. */
function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
