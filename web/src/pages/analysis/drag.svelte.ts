// Dragging camels and tiles with a finger or the mouse: from the palette or the board onto a space, within a stack, or
// off the board. A movement shorter than LEAST is a tap, which the buttons handle.
import { SPACES } from "../../game/editions.ts";
import type { Attachment } from "svelte/attachments";
import { type Box, CAMEL_WIDE, extent, hooves, type Ring, STEP, tilePlace } from "../../table/board/ring.ts";
import type { Side } from "../../game/protocol.ts";
import { spaceOf } from "../../game/position.ts";
import type { Study } from "./study.svelte.ts";

export type Load = { readonly camel: string } | { readonly side: Side; readonly seat: number | null };

const LEAST = 8;

export class Drag {
  /** The dragged piece, and the pointer position in the window. */
  load = $state.raw<Load | null>(null);
  x = $state(0);
  y = $state(0);
  /** The space under the pointer. */
  space = $state<number | null>(null);
  /** The camel under a finger that has just touched the board. */
  touched: string | null = null;
  #ring: Ring | null = null;
  #board: HTMLElement | null = null;
  readonly #study: Study;

  constructor(study: Study) {
    this.#study = study;
  }

  get camel(): string | null {
    return this.load && "camel" in this.load ? this.load.camel : null;
  }

  /** The board's layout has changed. */
  measure(ring: Ring): void {
    this.#ring = ring;
  }

  /** For the board, whose pieces can be picked up. */
  readonly board: Attachment<HTMLElement> = (element) => {
    this.#board = element;
    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || !event.isPrimary) return;
      const found = this.#find(event);
      this.touched = found && "camel" in found ? found.camel : null;
      if (found) this.#begin(event, found, true);
    };
    element.addEventListener("pointerdown", down);
    return () => element.removeEventListener("pointerdown", down);
  };

  /** For a piece in the palette. */
  source(load: () => Load): Attachment<HTMLElement> {
    return (element) => {
      const down = (event: PointerEvent): void => {
        if (event.button === 0 && event.isPrimary) this.#begin(event, load(), false);
      };
      element.addEventListener("pointerdown", down);
      return () => element.removeEventListener("pointerdown", down);
    };
  }

  #begin(event: PointerEvent, load: Load, isOnBoard: boolean): void {
    const { clientX, clientY, pointerId } = event;
    const listening = new AbortController();
    const { signal } = listening;
    const isOurs = (other: PointerEvent): boolean => other.pointerId === pointerId;
    addEventListener(
      "pointermove",
      (moved) => {
        if (!isOurs(moved)) return;
        if (!this.load && Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < LEAST) return;
        this.load = load;
        [this.x, this.y] = [moved.clientX, moved.clientY];
        this.space = this.#spaceAt(moved);
      },
      { signal },
    );
    addEventListener(
      "pointerup",
      (lifted) => {
        if (!isOurs(lifted)) return;
        listening.abort();
        if (!this.load) {
          // Camels that rise above the board have no button under them.
          const isButton = lifted.target instanceof Element && lifted.target.closest("button");
          if (isOnBoard && !isButton && "camel" in load) this.#study.chooseCamel(load.camel);
          return;
        }
        this.#drop(lifted, load, isOnBoard);
        this.#stop();
        // Swallow the click that follows a drag.
        const swallow = (click: MouseEvent): void => click.stopPropagation();
        addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      },
      { signal },
    );
    addEventListener("pointercancel", () => (listening.abort(), this.#stop()), { signal });
  }

  #stop(): void {
    this.load = null;
    this.space = null;
  }

  #drop(event: PointerEvent, load: Load, isOnBoard: boolean): void {
    const study = this.#study;
    const space = this.#spaceAt(event);
    if (space !== null && "camel" in load) {
      study.putCamel(load.camel, space, this.#levelAt(event, space, load.camel));
    } else if (space !== null && "side" in load) {
      study.layTile(space, load.side, load.seat ?? study.owner);
    } else if (isOnBoard && !this.#isOverBoard(event)) {
      if ("camel" in load) study.takeOff(load.camel);
      else if (load.seat !== null) study.liftTile(study.position.tiles[load.seat]!.space);
    } else return;
    study.chosen = null;
  }

  #isOverBoard({ clientX, clientY }: PointerEvent): boolean {
    const box = this.#board?.getBoundingClientRect();
    return Boolean(box && inside({ x: box.x, y: box.y, w: box.width, h: box.height }, clientX, clientY));
  }

  /** The pointer position in pixels of the board. */
  #at({ clientX, clientY }: PointerEvent): { x: number; y: number } {
    const box = this.#board!.getBoundingClientRect();
    return { x: clientX - box.x, y: clientY - box.y };
  }

  /** The space whose stack is under the pointer, or else the space itself. */
  #spaceAt(event: PointerEvent): number | null {
    const ring = this.#ring;
    if (!ring || !this.#isOverBoard(event)) return null;
    const { x, y } = this.#at(event);
    const stacks = Object.entries(this.#study.position.track);
    const rising = stacks.find(([space, stack]) => inside(extent(ring, Number(space), stack), x, y));
    if (rising && Number(rising[0]) >= 1 && Number(rising[0]) <= SPACES) return Number(rising[0]);
    const cell = ring.cells.findIndex((box, space) => space >= 1 && space <= SPACES && inside(box, x, y));
    return cell < 0 ? null : cell;
  }

  /** A camel dropped on its own stack goes to the level of the pointer; on another stack it goes on top. */
  #levelAt(event: PointerEvent, space: number, camel: string): number | undefined {
    const ring = this.#ring!;
    if (spaceOf(this.#study.position, camel) !== space) return undefined;
    const lowest = hooves(ring, space).y - ring.camel / 2;
    return Math.round((lowest - this.#at(event).y) / (ring.camel * STEP));
  }

  /** Find the piece under the pointer; lower camels are in front. */
  #find(event: PointerEvent): Load | null {
    const ring = this.#ring;
    if (!ring) return null;
    const { x, y } = this.#at(event);
    const { track, tiles } = this.#study.position;
    for (const [space, stack] of Object.entries(track)) {
      for (const [level, camel] of [...stack].entries()) {
        const foot = hooves(ring, Number(space), level);
        const [w, h] = [ring.camel * CAMEL_WIDE, ring.camel];
        if (inside({ x: foot.x - w / 2, y: foot.y - h, w, h }, x, y)) return { camel };
      }
    }
    const seat = tiles.findIndex((tile) => {
      if (!tile) return false;
      const place = tilePlace(ring, tile.space);
      const [w, h] = [96 * place.scale, 54 * place.scale];
      return inside({ x: place.x - w / 2, y: place.y - h / 2, w, h }, x, y);
    });
    return seat < 0 ? null : { side: tiles[seat]!.side, seat };
  }
}

function inside({ x, y, w, h }: Box, atX: number, atY: number): boolean {
  return atX >= x && atX <= x + w && atY >= y && atY <= y + h;
}
