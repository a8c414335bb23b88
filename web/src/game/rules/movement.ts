// What a die does to the camels.
import { EDITIONS } from "../editions.ts";
import { isCrazy } from "../track.ts";
import type { Camel, CamelMoved, Face, GreyReason, TileHit, Track } from "../protocol.ts";
import type { Refusal } from "./legal.ts";
import { BEHIND, type GameState, OVER, spaceOf } from "./state.ts";
import { boundCrazy, trackAfter } from "../track.ts";

const GREY = "x";
const NUMBERS = [1, 2, 3];
const TILE_REWARD = 1;

/** The letter of the die that shows a face. */
export function dieOf(face: Face): string {
  return isCrazy(face[0]!) ? GREY : face[0]!;
}

/** The six faces of a die; the grey one shows black or white. */
export function facesOf(die: string): Face[] {
  const colours = die === GREY ? ["K", "W"] : [die, die];
  return colours.flatMap((camel) => NUMBERS.map((number) => camel + number));
}

/** All possible faces of a roll, six for each die in the pyramid, all equally likely. */
export function facesLeft({ dice }: Pick<GameState, "dice">): Face[] {
  return [...dice].flatMap(facesOf);
}

/** Why a roll cannot show a face; null if it can. */
export function whyNotFace({ edition, dice }: GameState, face: Face): Refusal | null {
  if (![...EDITIONS[edition].dice].some((die) => facesOf(die).includes(face))) {
    return { code: "no_such_face", message: `No die of this game shows ${face}.` };
  }
  if (dice.includes(dieOf(face))) return null;
  return { code: "die_is_out", message: `The die with ${face} is not in the pyramid any more.` };
}

/** The camel that a face moves, and for the grey die why it is this one. */
export function camelToMove(track: Readonly<Track>, face: Face): { camel: Camel; reason: GreyReason | null } {
  const shown = face[0] as Camel;
  return isCrazy(shown) ? (boundCrazy(track) ?? { camel: shown, reason: "shown" }) : { camel: shown, reason: null };
}

export interface Moved {
  track: Track;
  /** The move, or two with a tile between them. */
  events: (CamelMoved | TileHit)[];
}

/** Move the camel that a face names, with all on its back, and with the effect of a tile where it lands. */
export function move({ track, tiles, money }: GameState, face: Face): Moved {
  const { camel } = camelToMove(track, face);
  const way = isCrazy(camel) ? -1 : 1;
  const start = spaceOf(track, camel);
  const stack = [...track[start]!] as Camel[];
  const unit = stack.slice(stack.indexOf(camel));
  const step = (end: number, isUnder = false, from = start): CamelMoved => ({
    type: "camel_moved",
    unit,
    start: from,
    end: Math.min(Math.max(end, BEHIND), OVER),
    is_under: isUnder,
  });
  const landed = start + way * Number(face[1]);
  const first = step(landed);
  const there = trackAfter(track, first);
  const seat = tiles.findIndex((tile) => tile?.space === landed);
  const tile = tiles[seat];
  if (!tile) return { track: there, events: [first] };
  const isBack = tile.side === "-";
  const end = landed + (isBack ? -way : way);
  const second = step(end, isBack && end in there, landed);
  const hit: TileHit = { type: "tile_hit", seat, space: landed, side: tile.side, money: money[seat]! + TILE_REWARD };
  return { track: trackAfter(there, second), events: [first, hit, second] };
}
