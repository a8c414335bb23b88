import { expect, test } from "vitest";
import type { Ticket } from "../src/game/protocol.ts";
import { CHIP_GAP, fitTickets, groupWidth, layOutChips } from "../src/table/players/chipLayout.ts";

const TICKETS = "b5 r5 g3 b3 y5 y3 p5 r3 b2".split(" ").map((text) => ({ camel: text[0], value: Number(text[1]) }));
const held = (count: number): Ticket[] => TICKETS.slice(0, count) as Ticket[];

/** A list of chips in a window of each size: its width, the window's height, and whether it is low. */
const LISTS: [string, number, number, boolean][] = [
  ["1024x768", 1000, 768, false],
  ["768x1024", 744, 1024, false],
  ["390x844", 380, 844, false],
  ["360x640", 350, 640, false],
  ["844x390", 318, 390, true],
];

test.each(LISTS)("chips at %s show every ticket with its value, however many", (_, width, height, isLow) => {
  for (let seats = 2; seats <= 8; seats++) {
    const chips = layOutChips(seats, width, height, isLow);
    expect(chips.columns * chips.rows).toBeGreaterThanOrEqual(seats);
    for (let count = 0; count <= TICKETS.length; count++) {
      for (const [rolls, hasPartner] of [
        [0, false],
        [2, seats > 5],
      ] as const) {
        const isTiny = chips.style === "tiny";
        const [shownRolls, isLinked] = isTiny ? [0, false] : [rolls, hasPartner];
        const fitted = fitTickets(held(count), shownRolls, isLinked, chips);
        const { width: wide, lines, groups, isCounted, hasLink } = fitted;
        expect(lines).toBeLessThanOrEqual(chips.lines);
        if (isCounted) {
          // Only where a phone lies on its side, with more than a player ever holds.
          expect(isLow && count > 4).toBe(true);
          continue;
        }
        expect(groups.flatMap(({ camel, values }) => values.map((value) => `${camel}${value}`)).toSorted()).toEqual(
          held(count)
            .map(({ camel, value }) => `${camel}${value}`)
            .toSorted(),
        );
        const widths = groups.map(({ values }) => (values.length > 1 ? groupWidth(values.length) : wide));
        const others = (shownRolls ? 22 : 0) + (isLinked ? (hasLink ? 31 : 17) : 0);
        expect(widths.reduce((a, b) => a + b, others)).toBeLessThanOrEqual(chips.room * lines);
      }
    }
  }
});

test("tickets become narrower one by one, and a sixth takes a second line", () => {
  const phone = layOutChips(4, 380, 844, false);
  const fitted = [1, 3, 4, 5, 6].map((count) => fitTickets(held(count), 0, false, phone));
  expect(fitted.map(({ width, lines }) => [width, lines])).toEqual([
    [25, 1],
    [25, 1],
    [19, 1],
    [15.6, 1],
    [25, 2],
  ]);
});

test("names have room: eight in one row on a wide tablet, in two on a high one, four to a row on a phone", () => {
  const [wide, high, phone, low] = [LISTS[0]!, LISTS[1]!, LISTS[2]!, LISTS[4]!].map(([, ...list]) =>
    layOutChips(8, ...list),
  );
  expect([wide, high, phone, low].map((chips) => [chips!.columns, chips!.rows])).toEqual([
    [8, 1],
    [4, 2],
    [4, 2],
    [4, 2],
  ]);
  expect([wide, high, phone, low].map((chips) => chips!.hasNames)).toEqual([true, true, true, false]);
  // Four sideways stand two by two, and a chip is half of the column.
  const four = layOutChips(4, 318, 390, true);
  expect([four.columns, four.rows, four.hasNames]).toEqual([2, 2, true]);
  expect(four.room).toBeGreaterThan((318 - CHIP_GAP) / 2 - 60);
});

test("short names stay whole beside sums of two digits, and become no smaller than they must", () => {
  const size = (letters: number, digits: number): number => layOutChips(4, 380, 844, false, [{ letters, digits }]).face;
  expect([size(3, 1), size(6, 1), size(5, 2), size(6, 2)]).toEqual([26, 24, 20, 18]);
  // "Pouch 2".
  expect(size(7, 1)).toBe(18);
});
