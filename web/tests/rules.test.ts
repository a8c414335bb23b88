// The rules as the client has them; tests/test_rules_examples.py plays the examples.
import { describe, expect, it } from "vitest";
import { chaptersOf, editionsOf, toEdition } from "../src/table/rules/book.ts";
import { cut, search } from "../src/table/rules/search.ts";
import { layOut, movedUnit, wayOf } from "../src/table/rules/strip.ts";

describe("the book", () => {
  it("has all rules of either edition, and a picture in every chapter", () => {
    for (const edition of [1, 2] as const) {
      const chapters = chaptersOf(edition);
      expect(search(chapters, "").size).toBeGreaterThan(70);
      for (const { groups, lead } of chapters) {
        expect(groups.flatMap(({ examples }) => examples).length).toBeGreaterThan(0);
        expect(lead).toMatch(/\.$/);
      }
    }
    expect(chaptersOf(1).map(({ id }) => id)).not.toContain("crazy");
    expect([editionsOf("crazy-1"), editionsOf("move-1"), editionsOf("nosuch-1")]).toEqual([[2], [1, 2], []]);
  });

  it("turns an example for both editions into the first's", () => {
    expect(toEdition("track 3:gp 5:K 6:Wr | dice bprx | tickets p5 - | money 3 3", 1)).toBe(
      "edition 1 | track 3:go 6:w | dice bow | tickets o5 - | money 3 3",
    );
  });
});

describe("a search", () => {
  const all = chaptersOf(2);
  const ids = (query: string): string[] => [...search(all, query)];

  it("finds rules by words, by ids and by chapters", () => {
    expect(ids("tile-11")).toEqual(["tile-11"]);
    expect(ids("BOOING underneath")).toContain("tile-11");
    expect(ids("partnerships")).toHaveLength(7);
    expect(ids("elephant")).toEqual([]);
    expect(ids("  ").length).toBeGreaterThan(90);
  });

  it("marks what it found, whatever was typed", () => {
    const found = (text: string, words: string[]): string[] =>
      cut(text, words).flatMap(({ text: piece, isFound }) => (isFound ? [piece] : []));
    expect(found("Booing on a boo.", ["boo"])).toEqual(["Boo", "boo"]);
    expect(found("What (if)?", ["(if)?", "w"])).toEqual(["(if)?"]);
    expect(cut("no words", [])).toEqual([{ text: "no words", isFound: false }]);
  });
});

describe("a strip", () => {
  it("knows who moves: by the grey die the one that went", () => {
    expect(movedUnit({ 3: "gby", 5: "p" }, { 3: "g", 5: "pby" }, "b2")).toBe("by");
    expect(movedUnit({ 7: "Wg", 11: "K" }, { 6: "Wg", 11: "K" }, "K1")).toBe("Wg");
    expect(movedUnit({ 12: "KW" }, { 10: "W", 12: "K" }, "K2")).toBe("W");
  });

  it("shows at least four spaces, and the way over a tile in two arcs", () => {
    const [before, after] = [{ 3: "b", 5: "gy" }, { 5: "bgy" }];
    const strip = layOut(3, 6, [before, after]);
    expect(strip.cells.map(({ space }) => space)).toEqual([3, 4, 5, 6]);
    expect(wayOf(strip, before, after, "b", "b3")).toHaveLength(2);
    expect(layOut(15, 17, []).cells.map(({ space }) => space)).toEqual([14, 15, 16, 17]);
    expect(layOut(0, 2, []).cells.map(({ space }) => space)).toEqual([0, 1, 2, 3]);
  });
});
