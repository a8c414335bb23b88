// Positions on the page, for pieces that fly out of the board.
import { layOutInfield } from "../board/infield.ts";
import { type Ring, tilePlace } from "../board/ring.ts";
import type { Place } from "./motions.ts";

/** A point in the window, and the width of the piece there. */
export interface Spot {
  x: number;
  y: number;
  wide: number;
}

/** The first visible element. */
function seen(selector: string): Spot | null {
  for (const element of document.querySelectorAll(selector)) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const isInside = left < innerWidth && top < innerHeight && left + width > 0 && top + height > 0;
    if (width && height && isInside) return { x: left + width / 2, y: top + height / 2, wide: width };
  }
  return null;
}

/** Find a place; null if the page does not show it. Money goes to where a player's money is, if that is marked. */
export function spotOf(place: Place, ring: Ring, board: SVGSVGElement, isMoney = false): Spot | null {
  switch (place.at) {
    case "seat":
      return (isMoney && seen(`[data-seat="${place.seat}"] [data-money]`)) || seen(`[data-seat="${place.seat}"]`);
    case "tickets":
      return seen(`[data-ticket-stack="${place.camel}"]`);
    case "card":
      return (place.camel && seen(`[data-card="${place.camel}"]`)) || seen(`[data-seat="${place.seat}"]`);
  }
  const box = board.getBoundingClientRect();
  const scale = box.width / ring.width;
  if (place.at === "space") {
    const tile = tilePlace(ring, place.space);
    return { x: box.left + tile.x * scale, y: box.top + tile.y * scale, wide: 96 * tile.scale * scale };
  }
  const deck = layOutInfield(ring).decks[place.deck === "winner" ? 0 : 1]!;
  const down = deck.isCards ? (deck.width * 43) / 62 : 0;
  return {
    x: box.left + (deck.x + deck.width / 2) * scale,
    y: box.top + (deck.y + down) * scale,
    wide: deck.width * scale,
  };
}
