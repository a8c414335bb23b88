// The layout of players as chips: how many stand in a row, and how each shows all its tickets. Pure, in px.
import type { Ticket } from "../../game/protocol.ts";

/**
 * phone: two lines, the face beside the name. tablet: the face beside both lines. low: the same, less high. tiny: the
 * rolls beside the face, the partner on the corner.
 */
export type ChipStyle = "phone" | "tablet" | "low" | "tiny";

export interface ChipLayout {
  style: ChipStyle;
  columns: number;
  rows: number;
  /** Where there is no room for names, only faces and money are shown. */
  hasNames: boolean;
  /** The size of a face, and of the letters of names and sums. */
  face: number;
  name: number;
  money: number;
  /** The room for tickets, and their height. */
  room: number;
  ticketHeight: number;
  /** The widths that a ticket may have, the best first. */
  widths: readonly number[];
  /** How many lines of tickets there may be. */
  lines: number;
}

export const CHIP_GAP = 5;
/** On a phone, what is in the first line becomes smaller before a name of this many letters is cut. */
const WHOLE = 7;
const SIZES = [
  { face: 26, name: 12.5, money: 18 },
  { face: 24, name: 12, money: 17 },
  { face: 20, name: 12, money: 15 },
  { face: 18, name: 11.5, money: 14 },
  { face: 16, name: 11.5, money: 13 },
] as const;

/** A name and a sum of money, by the number of their letters and digits. */
export interface FirstLine {
  letters: number;
  digits: number;
}

/** The largest sizes at which all names are whole beside their sums, with a gap between them. */
function sizesFor(width: number, lines: readonly FirstLine[], most: number): (typeof SIZES)[number] {
  const fits = SIZES.filter(({ face }) => face <= most).find(({ face, name, money }) =>
    lines.every(
      ({ letters, digits }) => 13 + face + 0.6 * name * Math.min(letters, WHOLE) + 0.6 * money * digits <= width,
    ),
  );
  return fits ?? SIZES.at(-1)!;
}

/** The least width of a chip on a tablet with one row, so that names stay whole. */
const ROOMY = 112;
/** The least height of a window in which a tablet has two rows of chips. */
const HIGH = 900;

export function layOutChips(
  seats: number,
  width: number,
  windowHeight: number,
  isLow: boolean,
  lines: readonly FirstLine[] = [],
): ChipLayout {
  const half = Math.ceil(seats / 2);
  const across = (columns: number): number => (width - CHIP_GAP * (columns - 1)) / columns;
  if (isLow) {
    const columns = Math.max(2, half);
    return {
      style: columns > 2 ? "tiny" : "low",
      columns,
      rows: Math.ceil(seats / columns),
      hasNames: columns < 4,
      ...(columns > 2 ? { ...sizesFor(across(columns), lines, 22), face: 22 } : { face: 28, name: 13.5, money: 18 }),
      room: across(columns) - (columns > 2 ? 10 : 54),
      ticketHeight: 18,
      widths: [28, 24, 19, 15.6],
      lines: 1,
    };
  }
  const isTablet = width > 690;
  const isTwo = isTablet ? seats > 5 && across(seats) < ROOMY && windowHeight >= HIGH : seats > 4;
  const columns = isTwo ? half : seats;
  const rows = isTwo ? 2 : 1;
  if (isTablet && across(columns) >= 138) {
    return {
      style: "tablet",
      columns,
      rows,
      hasNames: true,
      face: 36,
      name: 15,
      money: 21,
      room: across(columns) - 63,
      ticketHeight: 22,
      widths: [34, 28, 24, 19, 15.6],
      lines: 3,
    };
  }
  return {
    style: "phone",
    columns,
    rows,
    hasNames: true,
    ...sizesFor(across(columns), lines, rows === 1 ? 26 : 24),
    room: across(columns) - 7,
    ticketHeight: rows === 1 ? 19 : 18,
    widths: [25, 19, 15.6],
    lines: 3,
  };
}

/** The tickets of a chip: one by one, several of a colour on one cloth, or only their number. */
export interface FittedTickets {
  /** The width of a single ticket. */
  width: number;
  lines: number;
  groups: { camel: Ticket["camel"]; values: number[] }[];
  isCounted: boolean;
  /** Whether a partner has a link beside the seal. */
  hasLink: boolean;
}

/** The width of a cloth with several values. */
export function groupWidth(values: number): number {
  return 9.5 + 7 * values;
}

const SEAL = 17;
const LINK = 14;

/** How many lines items of these widths take. */
function linesOf(widths: readonly number[], room: number, gap: number): number {
  let [lines, used] = [1, 0];
  for (const width of widths) {
    if (used > 0 && used + gap + width > room) [lines, used] = [lines + 1, 0];
    used += (used ? gap : 0) + width;
    if (used > room) return Infinity;
  }
  return lines;
}

/** Show every ticket with its value as large as the room allows: the fewest lines first, then the widest tickets. */
export function fitTickets(
  tickets: readonly Ticket[],
  rolls: number,
  hasPartner: boolean,
  { room, widths, lines: most }: Pick<ChipLayout, "room" | "widths" | "lines">,
): FittedTickets {
  const narrow = widths.at(-1)!;
  const single = tickets.map(({ camel, value }) => ({ camel, values: [value as number] }));
  const camels = [...new Set(tickets.map(({ camel }) => camel))];
  const grouped = camels.map((camel) => ({
    camel,
    values: tickets.filter((ticket) => ticket.camel === camel).map(({ value }) => value as number),
  }));
  /** Beside the tickets: the rolls, and the partner's seal with or without a link. */
  const others = (isNarrow: boolean, hasLink: boolean): number[] => [
    ...(rolls ? [isNarrow ? 22 : 26] : []),
    ...(hasPartner ? [SEAL + (hasLink ? LINK : 0)] : []),
  ];
  for (let lines = 1; lines <= most; lines++) {
    for (const width of widths) {
      const gap = width > 20 ? 2 : 1;
      for (const hasLink of hasPartner ? [true, false] : [false]) {
        const all = [...single.map(() => width), ...others(width < 20, hasLink)];
        if (linesOf(all, room, gap) <= lines) return { width, lines, groups: single, isCounted: false, hasLink };
      }
    }
  }
  for (let lines = 1; lines <= most; lines++) {
    const all = [...grouped.map(({ values }) => groupWidth(values.length)), ...others(true, false)];
    if (linesOf(all, room, 1) <= lines)
      return { width: narrow, lines, groups: grouped, isCounted: false, hasLink: false };
  }
  return { width: narrow, lines: 1, groups: [], isCounted: true, hasLink: false };
}
