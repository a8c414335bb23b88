// The state of the analysis board: the position with its undo history, the chosen piece, and the leg odds, which the
// client computes itself.
import { EDITIONS } from "../../game/editions.ts";
import { colour, nameOf } from "../../game/camels.ts";
import { type LegOdds, legOdds } from "../../game/leg/leg.ts";
import type { Side } from "../../game/protocol.ts";
import { sideName, tileName } from "../../game/actions.ts";
import { capital } from "../../game/money.ts";
import * as editing from "./editing.ts";
import { NotationError, readPosition, writePosition } from "../../game/notation.ts";
import { firstPosition, ownerOn, type Position, seatsOf, spaceOf } from "../../game/position.ts";

/** What the next tap on a space puts there. */
export type Chosen = { readonly camel: string } | { readonly side: Side };

const MOST_STEPS = 500;

export class Study {
  #position = $state.raw<Position>(firstPosition(2));
  #before = $state.raw<readonly Position[]>([]);
  #after = $state.raw<readonly Position[]>([]);
  chosen = $state.raw<Chosen | null>(null);
  /** The owner of the next tile. */
  owner = $state(0);
  /** The last change, or why it was refused. */
  said = $state.raw<{ text: string; isRefusal: boolean }>({ text: "", isRefusal: false });
  /** A text that could not be parsed, and why. */
  unread = $state.raw<{ text: string; reason: string } | null>(null);

  readonly text = $derived(writePosition(this.#position));
  /** Why there are no odds. */
  readonly problem = $derived(editing.problemOf(this.#position));
  readonly leg = $derived.by((): LegOdds | null => {
    if (this.problem) return null;
    const { edition, track, dice, tiles } = this.#position;
    const start = performance.now();
    const odds = legOdds({ edition, track, dice, tiles: tiles.filter((tile) => tile !== null) });
    // For benchmarks/client_leg.py; only the latest is kept.
    performance.clearMeasures("leg");
    performance.measure("leg", { start });
    return odds;
  });

  /** Start with a position from an address. */
  constructor(text: string | null) {
    if (text?.trim()) this.#begin(text);
  }

  #begin(text: string): void {
    try {
      this.#position = readPosition(text);
    } catch (error) {
      this.#refuse(text, error);
    }
  }

  get position(): Position {
    return this.#position;
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  get canRedo(): boolean {
    return this.#after.length > 0;
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.#after = [...this.#after, this.#position];
    this.#before = this.#before.slice(0, -1);
    this.#show(last, "Undone.");
  }

  redo(): void {
    const next = this.#after.at(-1);
    if (!next) return;
    this.#before = [...this.#before, this.#position];
    this.#after = this.#after.slice(0, -1);
    this.#show(next, "Redone.");
  }

  /** Change the position, or show why it is refused. */
  edit(change: (position: Position) => Position, text: string): boolean {
    let changed: Position;
    try {
      changed = change(this.#position);
    } catch (error) {
      if (!(error instanceof editing.Refused)) throw error;
      this.said = { text: error.message, isRefusal: true };
      return false;
    }
    if (writePosition(changed) !== this.text) {
      this.#before = [...this.#before.slice(1 - MOST_STEPS), this.#position];
      this.#after = [];
    }
    this.#show(changed, text);
    return true;
  }

  /** Load a position from text; false if it cannot be parsed. */
  read(text: string): boolean {
    try {
      const found = readPosition(text, this.#position.edition);
      return this.edit(() => found, "Position loaded.");
    } catch (error) {
      this.#refuse(text, error);
      return false;
    }
  }

  #refuse(text: string, error: unknown): void {
    if (!(error instanceof NotationError)) throw error;
    this.unread = { text, reason: error.message };
  }

  #show(position: Position, text: string): void {
    this.#position = position;
    this.said = { text, isRefusal: false };
    this.unread = null;
    if (this.owner >= seatsOf(position)) this.owner = 0;
    if (this.chosen && "camel" in this.chosen && !EDITIONS[position.edition].camels.includes(this.chosen.camel)) {
      this.chosen = null;
    }
  }

  // --- Taps ------------------------------------------------------------------------------------------------------

  chooseCamel(camel: string): void {
    const isChosen = this.chosen !== null && "camel" in this.chosen && this.chosen.camel === camel;
    this.chosen = isChosen ? null : { camel };
    this.said = { text: isChosen ? "" : `${colour(camel)}: tap its new space.`, isRefusal: false };
  }

  chooseTile(side: Side): void {
    const isChosen = this.chosen !== null && "side" in this.chosen && this.chosen.side === side;
    this.chosen = isChosen ? null : { side };
    const name = capital(tileName(this.#position.edition, side));
    this.said = { text: isChosen ? "" : `${name}: tap a space.`, isRefusal: false };
  }

  /** The next tile belongs to the next seat. */
  nextOwner(): void {
    this.owner = (this.owner + 1) % seatsOf(this.#position);
  }

  putCamel(camel: string, space: number, level?: number): void {
    const hadTile = ownerOn(this.#position, space) !== null;
    const name = colour(camel);
    this.edit(
      (position) => editing.putCamel(position, camel, space, level),
      `${name} on ${space}.${hadTile ? " The tile there was removed." : ""}`,
    );
  }

  takeOff(camel: string): void {
    if (spaceOf(this.#position, camel) === null) return;
    this.edit((position) => editing.takeOff(position, camel), `${colour(camel)} removed.`);
  }

  layTile(space: number, side: Side, seat = this.owner): void {
    const name = sideName(this.#position.edition, side);
    const lies = this.#position.tiles[seat];
    if (lies?.space === space && lies.side === side) {
      this.liftTile(space);
      return;
    }
    // A tile on the space is flipped, even another player's.
    const there = ownerOn(this.#position, space);
    if (there !== null && there !== seat) {
      const isSame = this.#position.tiles[there]!.side === side;
      if (isSame) this.liftTile(space);
      else this.turnTile(space);
      return;
    }
    this.edit((position) => editing.layTile(position, space, side, seat), `${name} on ${space}.`);
  }

  liftTile(space: number): void {
    this.edit((position) => editing.liftTile(position, space), `Tile on ${space} removed.`);
  }

  turnTile(space: number): void {
    this.edit((position) => editing.turnTile(position, space), `Tile on ${space} flipped.`);
  }

  toggleDie(die: string): void {
    const isIn = this.#position.dice.includes(die);
    const name = die === "x" ? "grey" : nameOf(die);
    this.edit(
      (position) => editing.toggleDie(position, die),
      `The ${name} die is ${isIn ? "out" : "back in the pyramid"}.`,
    );
  }

  /** A space was tapped; `camel` is the camel under the finger. */
  tap(space: number, camel: string | null): void {
    if (this.chosen && "camel" in this.chosen) {
      this.putCamel(this.chosen.camel, space);
      this.chosen = null;
    } else if (this.chosen) {
      this.layTile(space, this.chosen.side);
    } else if (camel) {
      this.chooseCamel(camel);
    } else if (ownerOn(this.#position, space) !== null) {
      this.turnTile(space);
    } else {
      this.said = { text: "Choose a camel or a tile first.", isRefusal: true };
    }
  }

  restart(): void {
    const { edition } = this.#position;
    this.edit(() => firstPosition(edition), "Start position.");
  }
}
