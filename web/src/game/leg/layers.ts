// The nodes of a walk through a leg: packed into two words each, and found again by a hash, so that equal ones are
// merged and their weights added up. The first word has the spaces, four bits each (nobody in a node is over the line),
// the second the camels in running order, three bits each, and above them the dice that are left. Fewer than seven
// camels leave room: it is filled with camel 7, which does not exist.

const CAMELS = 7;
const CAMEL_BITS = 3 * CAMELS;
const NOBODY = 7;
/** Enough for most legs; it grows if necessary. */
const FIRST_SIZE = 1 << 13;

export class Layer {
  count = 0;
  weights = new Float64Array(FIRST_SIZE);
  #spaces = new Int32Array(FIRST_SIZE);
  #rest = new Int32Array(FIRST_SIZE);
  /** The number of a node, from 1, by its hash; 0 is free. At most half of it is used. */
  #slots = new Int32Array(2 * FIRST_SIZE);

  dice(node: number): number {
    return this.#rest[node]! >>> CAMEL_BITS;
  }

  /** Unpack a node; give how many camels it has. */
  read(node: number, camels: Uint8Array, spaces: Uint8Array): number {
    let where = this.#spaces[node]!;
    let who = this.#rest[node]!;
    let count = 0;
    for (; count < CAMELS && (who & 7) !== NOBODY; count++) {
      camels[count] = who & 7;
      spaces[count] = (where & 15) + 1;
      who >>>= 3;
      where >>>= 4;
    }
    camels.fill(NOBODY, count);
    return count;
  }

  add(camels: Uint8Array, spaces: Uint8Array, count: number, dice: number, weight: number): void {
    let where = 0;
    let rest = dice;
    for (let index = CAMELS - 1; index >= 0; index--) {
      rest = (rest << 3) | (index < count ? camels[index]! : NOBODY);
      if (index < count) where = (where << 4) | (spaces[index]! - 1);
    }
    const mask = this.#slots.length - 1;
    const mixed = Math.imul(where, 0x9e3779b1) ^ Math.imul(rest, 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (;;) {
      const found = this.#slots[slot]!;
      if (found === 0) break;
      if (this.#spaces[found - 1] === where && this.#rest[found - 1] === rest) {
        this.weights[found - 1]! += weight;
        return;
      }
      slot = (slot + 1) & mask;
    }
    const node = this.count++;
    this.#spaces[node] = where;
    this.#rest[node] = rest;
    this.weights[node] = weight;
    this.#slots[slot] = node + 1;
  }

  /** Empty it, with room for this number of nodes. */
  clear(room: number): void {
    this.count = 0;
    let size = this.weights.length;
    while (size < room) size *= 2;
    if (size === this.weights.length) {
      this.#slots.fill(0);
      return;
    }
    this.weights = new Float64Array(size);
    this.#spaces = new Int32Array(size);
    this.#rest = new Int32Array(size);
    this.#slots = new Int32Array(2 * size);
  }
}

/** A placeholder for the layer after the last die; nothing is put there. */
export const NO_LAYER = new Layer();

/** A node has at most five racing dice with three numbers, and the grey one with two camels. */
const MOST_SUCCESSORS = 21;

/** The current layer, and the next one. */
export class Layers {
  #now = new Layer();
  #next = new Layer();

  get current(): Layer {
    return this.#now;
  }

  start(camels: Uint8Array, spaces: Uint8Array, count: number, dice: number): void {
    this.#now.clear(1);
    this.#now.add(camels, spaces, count, dice, 1);
  }

  next(count: number): Layer {
    this.#next.clear(count * MOST_SUCCESSORS);
    return this.#next;
  }

  advance(): void {
    [this.#now, this.#next] = [this.#next, this.#now];
  }
}
