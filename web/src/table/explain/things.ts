// What can be explained, and where it is on the page. The hints on the pieces (`data-...`) are the pieces' own.

export type Thing =
  | { kind: "ticket" | "card"; camel: string }
  | { kind: "space"; space: number }
  | { kind: "player"; seat: number }
  | { kind: "odds" };

const SELECTOR = "[data-ticket-stack], [data-card], [data-tile-space], .players [data-seat], [data-explain]";

/** What an element or one around it stands for. */
export function thingOf(target: EventTarget | null): { thing: Thing; element: Element } | null {
  const element = target instanceof Element ? target.closest(SELECTOR) : null;
  const thing = element && read(element);
  return thing ? { thing, element } : null;
}

function read(element: Element): Thing | null {
  const { ticketStack, card, tileSpace, seat, explain } = (element as HTMLElement).dataset;
  if (ticketStack) return { kind: "ticket", camel: ticketStack };
  if (card) return { kind: "card", camel: card };
  if (tileSpace) return { kind: "space", space: Number(tileSpace) };
  if (explain === "odds") return { kind: "odds" };
  const player = explain?.startsWith("player ") ? explain.slice(7) : seat;
  return player === undefined ? null : { kind: "player", seat: Number(player) };
}

/**
 * What lies at a point. A control that is off gets no events from the pointer, so that this looks at boxes, the
 * smallest first.
 */
export function thingAt(x: number, y: number): { thing: Thing; element: Element } | null {
  const over = document.elementFromPoint(x, y);
  // Nothing is explained below a menu, a drawer or a sheet.
  if (over?.closest("[popover], dialog")) return null;
  let [found, least]: [Element | null, number] = [null, Infinity];
  for (const element of document.querySelectorAll(SELECTOR)) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) continue;
    const size = (right - left) * (bottom - top);
    if (size < least) [found, least] = [element, size];
  }
  return thingOf(found);
}

export function isSame(one: Thing, other: Thing): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
