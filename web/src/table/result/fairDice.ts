// Verifies the dice of a finished game by drawing them again from its secret and its players' seeds, and its cards by
// the hashes that were shown of them. docs/fair-dice.md explains the algorithm. The hashes come from a library, because browsers have their own only on secure pages, and a
// server at home has none.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { cardHash, cardSalt } from "../connection/cardHash.ts";
import { DICE_PER_LEG, EDITIONS, SPACES } from "../../game/editions.ts";
import type { OwnTable } from "../connection/ownTables.ts";
import type { CardHash, Edition, FinishedGame, NotedGame, Proof, Track } from "../../game/protocol.ts";

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
  /** How many cards were played, and how many of them this browser noted. */
  cards: number;
  notedCards: number;
}

const RANGE = 2 ** 32;

/**
 * What this browser stored before the race. Without it a server could invent a different game that is consistent in
 * itself.
 */
export type Noted = Pick<OwnTable, "commitment" | "seeds">;

/**
 * Draw the start and every die again, and compare them with the record and with what was stored before the race; `seen`
 * is what was noted during it.
 */
export function checkDice(game: FinishedGame, noted: Noted | null = null, seen: NotedGame | null = null): Checked {
  const { record, dice } = game;
  const rolls = checkRolls(record, dice);
  const problem =
    checkPromise(record, dice) ??
    checkNoted(record, dice, noted) ??
    checkSeen(game, seen) ??
    checkStart(record, dice) ??
    checkFirst(game) ??
    findWrong(rolls) ??
    checkCards(game, seen);
  const cards = record.plies.filter(({ action }) => action.type === "play_card").length;
  return { problem, rolls, cards, notedCards: seen?.cards.length ?? 0 };
}

/** Every card must have a hash that was shown, and every hash must be that of a card. */
function checkCards({ record, dice, published }: FinishedGame, seen: NotedGame | null): string | null {
  const secret = fromHex(dice.secret);
  const isRight = (table: string, { ply, seat, deck, hash }: CardHash): boolean => {
    const played = record.plies[ply - 1];
    if (played?.action.type !== "play_card" || played.seat !== seat || played.action.deck !== deck) return false;
    return (
      cardHash(table, { ply, seat }, deck, played.action.camel ?? "", cardSalt(secret, table, { ply, seat })) === hash
    );
  };
  const describe = ({ ply, seat }: Pick<CardHash, "ply" | "seat">, reason: string): string =>
    `Action ${ply}: ${record.names[seat]}’s card ${reason}.`;
  const noted = seen?.cards.find((card) => !isRight(seen.table, card));
  if (noted) return describe(noted, "is not the one whose fingerprint this browser noted");
  if (!published) return null;
  const wrong = published.cards.find((card) => !isRight(published.table, card));
  if (wrong) return describe(wrong, "does not match the fingerprint shown when it was played");
  const known = new Set(published.cards.map(({ ply }) => ply));
  const missing = record.plies.findIndex(({ action }, index) => action.type === "play_card" && !known.has(index + 1));
  return missing < 0 ? null : describe({ ply: missing + 1, seat: record.plies[missing]!.seat }, "has no fingerprint");
}

/** Who begins must be what the table's settings said. */
function checkFirst({ record: { start, names }, dice, published }: FinishedGame): string | null {
  if (!published) return null;
  const { first, left_out } = published;
  const isRandom = first === null || left_out.includes(first);
  const seat = isRandom ? start.turn : first - left_out.filter((free) => free < first).length;
  return isRandom === dice.is_first_random && seat === start.turn
    ? null
    : `${names[start.turn]} starts, but the table’s settings said otherwise.`;
}

function checkSeen({ dice, published }: FinishedGame, seen: NotedGame | null): string | null {
  if (!seen) return null;
  if (seen.commitment !== dice.commitment) return "The fingerprint is not the one this browser noted during the race.";
  if (seen.seeds.length > 0 && seen.seeds.join() !== dice.seeds.join()) {
    return "The players’ numbers are not those this browser noted during the race.";
  }
  const isRandom = seen.is_first_random ?? (seen.first === null || dice.is_first_random);
  return isRandom === dice.is_first_random && (!published || published.first === seen.first)
    ? null
    : "Who was to go first is not what this browser noted.";
}

/** The notes of this browser as `camelup verify --noted` reads them, with the numbers it sent itself. */
export function notesFile({ record: { names } }: FinishedGame, seen: NotedGame, noted: Noted | null): string {
  const seeds = seen.seeds.map((seed, seat) => noted?.seeds[names[seat] ?? ""] ?? seed);
  return JSON.stringify({ version: 1, ...seen, seeds }, null, 1);
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
