// The odds of a leg, exact, without a server: a walk over the dice that are still to come, layer by layer, with equal
// nodes merged. It follows src/camelup/odds/leg_kernel.py, and a test holds it to the engine on thousands of positions.
//
// Camels stand in running order, the rearmost first, so that a unit is a run of them, and what is read from the end is
// the ranking. Racing camels have the numbers 0 to 4, crazy ones 5 and 6; the grey die is number 5.
import { DICE_PER_LEG, EDITIONS } from "../editions.ts";
import type { Edition, Track } from "../protocol.ts";
import { Layers, NO_LAYER } from "./layers.ts";

export interface LegSituation {
  edition: Edition;
  /** Camels by space, each stack from bottom to top. */
  track: Track;
  /** Letters of the dice in the pyramid. */
  dice: string;
  tiles: readonly { readonly space: number; readonly side: "+" | "-" }[];
}

export interface LegOdds {
  /** For each racing camel the probability of each place at the end of the leg, first to last. */
  ranks: Record<string, number[]>;
  /** Expected hits of each tile, by space. */
  tile_hits: Record<number, number>;
  /** The probability that the race ends in this leg. */
  race_ends: number;
}

const RACERS = 5;
const GREY = 5;
const [BLACK, WHITE] = [5, 6];
const RACING_DICE = (1 << RACERS) - 1;
const OVER = 17;
/** Memory that a walk needs, kept for the next one. */
const LAYERS = new Layers();

/** Compute the odds of a leg; the position must be one that a game can have, with nobody over the line. */
export function legOdds(situation: LegSituation): LegOdds {
  return new Walk(situation).run();
}

class Walk {
  readonly #racing: string;
  readonly #tiles: LegSituation["tiles"];
  /** The effect of the tile on each space, for camels running clockwise: 1 forward, -1 back. */
  readonly #steps = new Int8Array(OVER + 5);
  readonly #ways = new Float64Array(RACERS * RACERS);
  readonly #landings = new Float64Array(OVER + 1);
  #endings = 0;
  #draws: number;
  #inside: number;

  // The current node: the camels and their spaces, in running order. The second pair is for the resulting node.
  readonly #camels = new Uint8Array(7);
  readonly #spaces = new Uint8Array(7);
  readonly #newCamels = new Uint8Array(7);
  readonly #newSpaces = new Uint8Array(7);
  #count = 0;
  // The current layer: the number of ways in which a race that ends now would have continued, and the next layer.
  #rest = 1;
  #to = NO_LAYER;
  #isLast = false;

  constructor({ edition, track, dice, tiles }: LegSituation) {
    const letters = EDITIONS[edition].camels;
    this.#racing = letters.slice(0, RACERS);
    this.#tiles = tiles;
    for (const { space, side } of tiles) this.#steps[space] = side === "+" ? 1 : -1;
    this.#inside = [...dice].reduce((bits, die) => bits | (1 << EDITIONS[edition].dice.indexOf(die)), 0);
    this.#draws = DICE_PER_LEG - (EDITIONS[edition].dice.length - dice.length);
    const isGreyOut = !(this.#inside >> GREY);
    for (const space of Object.keys(track)
      .map(Number)
      .sort((a, b) => a - b)) {
      for (const letter of track[space]!) {
        const camel = letters.indexOf(letter);
        if (camel >= RACERS && isGreyOut) continue;
        this.#camels[this.#count] = camel;
        this.#spaces[this.#count++] = space;
      }
    }
  }

  run(): LegOdds {
    let left = countDice(this.#inside);
    let total = 1;
    for (let draw = 0; draw < this.#draws; draw++) total *= 6 * (left - draw);
    LAYERS.start(this.#camels, this.#spaces, this.#count, this.#inside);
    let rest = total;
    for (let draw = 0; draw < this.#draws; draw++, left--) {
      rest /= 6 * left;
      this.#walkLayer(rest, draw === this.#draws - 1);
    }
    const ranks: LegOdds["ranks"] = {};
    for (const [camel, letter] of [...this.#racing].entries()) {
      ranks[letter] = Array.from({ length: RACERS }, (_, place) => this.#ways[camel * RACERS + place]! / total);
    }
    return {
      ranks,
      tile_hits: Object.fromEntries(this.#tiles.map(({ space }) => [space, this.#landings[space]! / total])),
      race_ends: this.#endings / total,
    };
  }

  #walkLayer(rest: number, isLast: boolean): void {
    const from = LAYERS.current;
    const to = isLast ? NO_LAYER : LAYERS.next(from.count);
    this.#rest = rest;
    this.#to = to;
    this.#isLast = isLast;
    for (let node = 0; node < from.count; node++) {
      const inside = from.dice(node);
      this.#count = from.read(node, this.#camels, this.#spaces);
      const weight = from.weights[node]!;
      if (inside >> GREY) this.#drawGrey(inside, weight);
      for (let at = 0; at < this.#count; at++) {
        const camel = this.#camels[at]!;
        // Each number is on two of the six faces.
        if (camel < RACERS && (inside >> camel) & 1) this.#moveUnit(at, 1, inside ^ (1 << camel), 2 * weight);
      }
    }
    if (!isLast) LAYERS.advance();
  }

  /**
   * The grey die. Once it is out, crazy camels cannot move by themselves in this leg, and they never count for the
   * ranking: they are left out then, which makes many more nodes equal.
   */
  #drawGrey(inside: number, weight: number): void {
    const outside = inside & RACING_DICE;
    const black = this.#crazyToMove(BLACK);
    const white = this.#crazyToMove(WHITE);
    if (black === white) {
      this.#moveUnit(this.#find(black), -1, outside, 2 * weight);
    } else {
      this.#moveUnit(this.#find(BLACK), -1, outside, weight);
      this.#moveUnit(this.#find(WHITE), -1, outside, weight);
    }
  }

  #find(camel: number): number {
    let at = 0;
    while (this.#camels[at] !== camel) at++;
    return at;
  }

  /** Which crazy camel the grey die moves when it shows the colour of this one. */
  #crazyToMove(shown: number): number {
    const other = BLACK + WHITE - shown;
    const carries = this.#carriesRacer(shown);
    if (carries !== this.#carriesRacer(other)) return carries ? shown : other;
    const above = this.#find(shown) + 1;
    const isOnIt =
      above < this.#count && this.#camels[above] === other && this.#spaces[above] === this.#spaces[above - 1];
    return isOnIt ? other : shown;
  }

  #carriesRacer(camel: number): boolean {
    const at = this.#find(camel);
    for (let above = at + 1; above < this.#count && this.#spaces[above] === this.#spaces[at]; above++) {
      if (this.#camels[above]! < RACERS) return true;
    }
    return false;
  }

  /** Move the unit of the camel in this place of the running order by 1, 2 and 3, and record the result. */
  #moveUnit(at: number, way: 1 | -1, outside: number, weight: number): void {
    const camels = this.#camels;
    const spaces = this.#spaces;
    const newCamels = this.#newCamels;
    const newSpaces = this.#newSpaces;
    const count = this.#count;
    const start = spaces[at]!;
    let end = at + 1;
    while (end < count && spaces[end] === start) end++;
    // Crazy camels are kept as long as they can still move.
    const most = outside >> GREY && !this.#isLast ? WHITE : RACERS - 1;
    for (let number = 1; number <= 3; number++) {
      const landed = start + way * number;
      const tile = landed > 0 ? this.#steps[landed]! : 0;
      if (tile) this.#landings[landed]! += weight * this.#rest;
      const goal = landed + way * tile;
      const isEnding = goal < 1 || goal >= OVER;
      if (isEnding) this.#endings += weight * this.#rest;
      const target = goal < 0 ? 0 : goal > OVER ? OVER : goal;
      // On top of the stack there, or underneath it if a tile has sent the unit back.
      const below = tile < 0 ? target - 1 : target;
      let size = 0;
      let index = 0;
      for (; index < count && (spaces[index]! <= below || (index >= at && index < end)); index++) {
        if ((index >= at && index < end) || camels[index]! > most) continue;
        newCamels[size] = camels[index]!;
        newSpaces[size++] = spaces[index]!;
      }
      for (let rider = at; rider < end; rider++) {
        if (camels[rider]! > most) continue;
        newCamels[size] = camels[rider]!;
        newSpaces[size++] = target;
      }
      for (; index < count; index++) {
        if ((index >= at && index < end) || camels[index]! > most) continue;
        newCamels[size] = camels[index]!;
        newSpaces[size++] = spaces[index]!;
      }
      if (this.#isLast || isEnding) this.#rank(size, weight * this.#rest);
      else this.#to.add(newCamels, newSpaces, size, outside, weight);
    }
  }

  #rank(size: number, weight: number): void {
    let place = 0;
    for (let index = size - 1; index >= 0; index--) {
      const camel = this.#newCamels[index]!;
      if (camel < RACERS) this.#ways[camel * RACERS + place++]! += weight;
    }
  }
}

function countDice(bits: number): number {
  let count = 0;
  for (; bits; bits &= bits - 1) count++;
  return count;
}
