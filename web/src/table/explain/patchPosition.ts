// Where an explanation lies: beside its thing, never over it, inside the window, its tail towards the thing. Pure.

export interface Size {
  w: number;
  h: number;
}

export interface PatchPlace {
  x: number;
  y: number;
  side: "above" | "below" | "left" | "right";
  /** Where the tail is along the edge, from the patch's corner. */
  tail: number;
}

/** The distance from the thing, with room for the tail, and from the window's edges. */
const GAP = 13;
const EDGE = 8;
/** How near to a corner the tail may be. */
const CORNER = 24;

const clamp = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most));

/** The first side with room, the preferred one first; null if there is none. */
export function placePatch(
  thing: { x: number; y: number } & Size,
  patch: Size,
  window: Size,
  preferred: "above" | "below",
): PatchPlace | null {
  const middle = { x: thing.x + thing.w / 2, y: thing.y + thing.h / 2 };
  const x = clamp(EDGE, middle.x - patch.w / 2, window.w - EDGE - patch.w);
  const y = clamp(EDGE, middle.y - patch.h / 2, window.h - EDGE - patch.h);
  const across = clamp(CORNER, middle.x - x, patch.w - CORNER);
  const down = clamp(CORNER, middle.y - y, patch.h - CORNER);
  const places: PatchPlace[] = [
    { side: "above", x, y: thing.y - GAP - patch.h, tail: across },
    { side: "below", x, y: thing.y + thing.h + GAP, tail: across },
    { side: "left", x: thing.x - GAP - patch.w, y, tail: down },
    { side: "right", x: thing.x + thing.w + GAP, y, tail: down },
  ];
  if (preferred === "below") places.splice(0, 2, places[1]!, places[0]!);
  const isInside = (place: PatchPlace): boolean =>
    place.x >= EDGE - 0.5 &&
    place.y >= EDGE - 0.5 &&
    place.x + patch.w <= window.w - EDGE + 0.5 &&
    place.y + patch.h <= window.h - EDGE + 0.5;
  return places.find(isInside) ?? null;
}
