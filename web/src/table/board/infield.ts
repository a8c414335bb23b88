// The layout of the infield by its size: the pyramid, the tents with the dice out, the current order and the two decks.
import { type Box, FINGER, type Ring } from "./ring.ts";

export interface Infield {
  pyramid: { x: number; base: number; height: number };
  tents: { x: number; y: number; size: number; gap: number };
  /** Headings beside or above things; "" is none. */
  labels: { text: "out" | "to go" | "order" | "bets" | "winner" | "loser"; x: number; y: number; isRight?: boolean }[];
  /** The position of the current order, if there is room for it. */
  order: { x: number; y: number; size: number; step: number; gap: number } | null;
  /** The winner and loser decks: as cards, or on small boards as seals beside a label. */
  decks: { x: number; y: number; width: number; room: number; isCards: boolean }[];
}

const DECKS = ["winner", "loser"] as const;
/** In a low infield the tents are above two lines of decks. */
const LOWEST = 116;

export function layOutInfield(ring: Pick<Ring, "kind" | "clear">): Infield {
  const { w, h } = ring.clear;
  if (ring.kind === "tall") return w > 400 ? tablet(ring.clear) : phone(ring.clear);
  return w < 560 || h < 150 ? sideways(ring.clear) : desk(ring.clear);
}

/** The box of a pyramid, to tap on: never smaller than a finger, however small it is drawn, and off the track. */
export function pyramidBox({ pyramid: { x, base, height } }: Infield, clear: Box): Box {
  const [w, h] = [Math.max(FINGER, height * 1.34), Math.max(FINGER, height)];
  const within = (at: number, first: number, room: number): number => Math.max(first, Math.min(at, first + room));
  return {
    x: within(x - w / 2, clear.x, clear.w - w),
    y: within(base - height / 2 - h / 2, clear.y, clear.h - h),
    w,
    h,
  };
}

export function deckBox({ x, y, width, room, isCards }: Infield["decks"][number]): Box {
  if (!isCards) return { x, y: y - 22, w: room, h: 44 };
  return { x: x - 4, y: y - 12, w: Math.max(width + 22, room), h: (width * 86) / 62 + 26 };
}

function desk({ x, y, w, h }: Box): Infield {
  const isLow = h < 232 || w < 730;
  const height = Math.min(h - (isLow ? 46 : 62), w * 0.262);
  const base = y + h - (isLow ? 26 : Math.min(56, (h - height) * 0.66));
  const [size, gap] = isLow ? [36, 6] : [40, 6];
  const left = x + 20;
  const first = y + (isLow ? 26 : 36);
  const orderAt = y + (isLow ? 118 : 161 + Math.max(0, (h - 252) * 0.4));
  const orderSize = isLow ? 30 : 36;
  const [width, between] = isLow ? [54, 98] : [62, 112];
  const right = x + w - 42 - between - width;
  const cards = isLow ? first + 20 : y + 60;
  const names = cards + (width * 86) / 62 + (isLow ? 28 : 32);
  const hasOrder = orderAt + orderSize + 30 <= y + h;
  return {
    pyramid: { x: x + w / 2 + 8, base, height },
    tents: { x: left, y: first + (isLow ? 9 : 12), size, gap },
    labels: [
      { text: "out", x: left, y: first },
      { text: "to go", x: left + 5 * (size + gap) - gap, y: first, isRight: true },
      ...(hasOrder ? [{ text: "order" as const, x: left, y: orderAt }] : []),
      { text: "bets", x: right, y: first },
      ...DECKS.map((text, index) => ({ text, x: right + index * between, y: names })),
    ],
    order: hasOrder
      ? {
          x: left + (size - orderSize) / 2,
          y: orderAt + (isLow ? 8 : 10),
          size: orderSize,
          step: size + gap,
          gap: isLow ? 13 : 16,
        }
      : null,
    decks: DECKS.map((_, index) => ({ x: right + index * between, y: cards, width, room: between - 8, isCards: true })),
  };
}

function tablet({ x, y, w, h }: Box): Infield {
  const size = Math.min(44, (w - 60) / 10 - 4);
  const height = Math.max(60, Math.min(h - 150, w * 0.56));
  const base = y + 18 + height;
  const below = base + 26;
  const [left, right] = [x + 24, x + w - 24 - 172];
  return {
    pyramid: { x: x + w / 2 + 8, base, height },
    tents: { x: left, y: below + 14, size, gap: 5 },
    labels: [
      { text: "out", x: left, y: below + 4 },
      { text: "to go", x: left + 5 * size + 20, y: below + 4, isRight: true },
      { text: "winner", x: right, y: below + 4 },
      { text: "loser", x: right + 92, y: below + 4 },
    ],
    order: null,
    decks: DECKS.map((_, index) => ({ x: right + index * 92, y: below + 20, width: 50, room: 84, isCards: true })),
  };
}

function phone({ x, y, w, h }: Box): Infield {
  const isBig = h > 250;
  const size = Math.min(isBig ? 35 : 30, (w - 20) / 5 - 4);
  const height = isBig ? Math.min(h * 0.47, w * 0.64) : Math.min(h - size * 1.72 - 51, w * 0.62);
  const base = y + (isBig ? Math.max(8, (h - (height + 58 + size * 1.72)) / 2) : 8) + height;
  const tents = base + (isBig ? 14 : 7);
  const under = tents + size * 1.72;
  const row = under + Math.min(30, (y + h - under) * 0.48);
  // Side by side, or stacked if camels stand in the infield.
  const place = (index: number): { x: number; y: number; room: number } =>
    w < 190
      ? { x: x + 4, y: row - 8 + index * 22, room: w - 58 }
      : { x: x + (index ? w * 0.52 : 10), y: row, room: w * 0.48 - 62 };
  return {
    pyramid: { x: x + w / 2 + height * 0.025, base, height },
    tents: { x: x + (w - (5 * size + 16)) / 2, y: tents, size, gap: 4 },
    labels: DECKS.map((text, index) => ({ text, x: place(index).x, y: place(index).y + 4 })),
    order: null,
    decks: DECKS.map((_, index) => ({ ...place(index), x: place(index).x + 50, width: 20, isCards: false })),
  };
}

/** Hardly higher than the tents, with the decks side by side below them. */
function flat({ x, y, w, h }: Box, size: number, height: number): Infield {
  const left = x + 10;
  const each = (5 * size + 16) / 2;
  const row = y + h - 10;
  return {
    pyramid: { x: x + w - height * 0.7 - 12, base: y + (h + height) / 2, height },
    tents: { x: left, y: y + 4, size, gap: 4 },
    labels: DECKS.map((text, index) => ({ text, x: left + index * each, y: row + 4 })),
    order: null,
    decks: DECKS.map((_, index) => ({
      x: left + 48 + index * each,
      y: row,
      width: 20,
      room: Math.max(8, each - 52),
      isCards: false,
    })),
  };
}

/** A phone in landscape. */
function sideways({ x, y, w, h }: Box): Infield {
  const size = Math.min(30, (w * 0.5) / 5 - 4);
  const height = Math.min(h - 24, w * 0.28);
  const left = x + 10;
  if (h < LOWEST) return flat({ x, y, w, h }, size, height);
  const row = Math.min(y + h - 44, y + size * 1.72 + 34);
  return {
    pyramid: { x: x + w - height * 0.7 - 12, base: y + (h + height) / 2, height },
    tents: { x: left, y: y + 12, size, gap: 4 },
    labels: DECKS.map((text, index) => ({ text, x: left, y: row + 4 + index * 26 })),
    order: null,
    decks: DECKS.map((_, index) => ({
      x: left + 52,
      y: row + index * 26,
      width: 20,
      room: 5 * size - 40,
      isCards: false,
    })),
  };
}
