import { expect, test } from "vitest";
import * as editing from "../src/pages/analysis/editing.ts";
import { addressOf, NotationError, readPosition, writePosition } from "../src/game/notation.ts";
import { firstPosition, handOf, missing, type Position } from "../src/game/position.ts";
import { Study } from "../src/pages/analysis/study.svelte.ts";
import { tileAdvice } from "../src/game/actionWords.ts";

test.each([
  "edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | money 3 3 3 3",
  "edition 2 | track 5:p 6:Wgby 8:r 13:K | dice bpyx | tiles 11+B 9-C | money 5 4 6 3 | pyramid 1 1 0 0 | turn C",
  "edition 1 | track 4:gy 5:ob 7:w | dice bgy | money 5 0 | pyramid 1 1 | winner Bw Aw | turn B | leg 2",
  "edition 2 | track 3:K 12:bWr 13:gy 16:p | money 2 7 13 14 6 6 | tickets - - p5 - - - | partners AD BF",
  "edition 2 | track 1:b 3:g 4:ypr 12:W 15:K | dice bpr | money 3 ? 3 | pyramid 1 1 1 | winner B? Cr | hands ????? ???? bgpy | turn C | seat C",
  "edition 2 | track 5:b | money 3 3",
  "edition 1 | track - | money 3 3",
  "edition 1 | track 12:y 14:b 17:gwo | dice bow | money 3 3 | pyramid 1 1",
])("what is written is read back: %s", (text) => {
  expect(writePosition(readPosition(text))).toBe(text);
  const query = addressOf(readPosition(text)).split("?")[1]!;
  expect(writePosition(readPosition(new URLSearchParams(query).get("position")!))).toBe(text);
});

test.each([
  ["5:p 6:Wgby 8:r 13:K | dice bpyx | tiles 9- 11+", "track 5:p 6:Wgby 8:r 13:K | dice bpyx | tiles 9-A 11+B"],
  ["1:bg 2:ow 3:y", "edition 1 | track 1:bg 2:ow 3:y | money 3 3 3 3"],
  ["  track  1:bg\t3:y|money 4 5 | edition 2", "edition 2 | track 1:bg 3:y | money 4 5"],
  ["track 1:gy | edition 2 | dice yxbg | money 3 3", "dice bgyx | money 3 3 | pyramid 1 1"],
])("a reader is generous: %s", (text, written) => {
  expect(writePosition(readPosition(text))).toContain(written);
});

test.each([
  ["", "At character 1: expected a section"],
  ["edition 2 | money 3 3", "needs a section 'track'"],
  ["edition 3 | track 1:gy", "At character 9: expected an edition, 1 or 2, found '3'."],
  ["edition 2 | track 1:gy 2:rb 3:o", "At character 31: expected one of the camels b g p r y K W, found 'o'."],
  ["edition 2 | track 1:gy 2:gb", "At character 26: expected each camel once, found 'g'."],
  ["edition 2 | track 3:gy 2:b", "expected the spaces in ascending order, each once, found '2:b'"],
  ["edition 2 | track 18:gy", "expected a space from 1 to 16"],
  ["edition 2 | track 1:gy | dice bo", "expected one of the dice bgpryx, found 'o'"],
  ["edition 2 | track 1:gy | tiles 5*", "expected a tile such as 5+"],
  ["edition 2 | track 1:gy | money 3", "played by 2 to 8, not by 1"],
  ["edition 2 | track 1:gy | money 3 3 | turn C", "expected a seat from A to B, found 'C'"],
  ["edition 2 | track 1:gy | money 3 3 | tickets r5", "expected 2 entries, one for each seat, not 1"],
  ["edition 2 | track 1:gy | camels 5", "At character 26: expected a section"],
  ["edition 2 | track 1:gy | track 2:b", "'track' once only"],
  ["edition 2 | track 1:gy | money 3 3 | hands bgp bgpry", "the cards that are on no deck, bgpry"],
])("what cannot be read is refused with the place: %s", (text, reason) => {
  expect(() => readPosition(text)).toThrow(NotationError);
  expect(() => readPosition(text)).toThrow(reason);
});

const START = firstPosition(2);
const track = (position: Position): string => writePosition(position).split(" | ")[1]!;

test("a camel is put on top, at a level, and taken off", () => {
  expect(track(editing.putCamel(START, "p", 1))).toBe("track 1:gyp 2:rb 14:K 16:W");
  expect(track(editing.putCamel(START, "p", 1, 0))).toBe("track 1:pgy 2:rb 14:K 16:W");
  expect(track(editing.putCamel(START, "g", 1))).toBe("track 1:yg 2:rb 3:p 14:K 16:W");
  expect(track(editing.shift(START, "g", 1))).toBe("track 1:yg 2:rb 3:p 14:K 16:W");
  expect(() => editing.shift(START, "g", -1)).toThrow("already at the bottom");
  expect(missing(editing.takeOff(START, "g"))).toBe("g");
});

test("tiles lie where they may, and give way to camels", () => {
  const laid = editing.layTile(START, 5, "+", 0);
  expect(writePosition(laid)).toContain("tiles 5+A");
  expect(() => editing.layTile(laid, 6, "-", 1)).toThrow("next to each other");
  expect(writePosition(editing.layTile(laid, 6, "-", 0))).toContain("tiles 6-A");
  expect(() => editing.layTile(laid, 1, "-", 1)).toThrow("can’t go on space 1");
  expect(() => editing.layTile(laid, 3, "-", 1)).toThrow("camels on 3");
  expect(writePosition(editing.putCamel(laid, "b", 5))).not.toContain("tiles");
});

test("each die that is out has a pyramid ticket, and the fifth ends the leg", () => {
  let position = START;
  for (const die of "bgpr") position = editing.toggleDie(position, die);
  expect(position.pyramid).toEqual([1, 1, 1, 1]);
  expect(() => editing.toggleDie(position, "y")).toThrow("the leg is over");
  expect(editing.toggleDie(position, "b").pyramid).toEqual([1, 1, 1, 0]);
  expect(editing.givePyramid(position, 0).pyramid).toEqual([2, 0, 1, 1]);
});

test("tickets are taken from the top and put back in order", () => {
  let position = editing.takeTicket(editing.takeTicket(START, 0, "r"), 1, "r");
  expect(writePosition(position)).toContain("tickets r5 r3 - -");
  expect(() => editing.putBackTicket(position, 0, "r5")).toThrow("put it back first");
  position = editing.putBackTicket(position, 1, "r3");
  expect(writePosition(position)).toContain("tickets r5 - - -");
  expect(writePosition(editing.setSeats(editing.takeTicket(position, 3, "b"), 3))).toContain("tickets r5 - -");
});

test("a card is in hand or on a deck", () => {
  const laid = editing.layCard(START, "winner", 2, "g");
  expect(handOf(laid, 2)).toBe("bpry");
  expect(() => editing.layCard(laid, "loser", 2, "g")).toThrow("already");
  expect(writePosition(editing.takeCard(laid, "winner", 0))).toBe(writePosition(START));
});

test.each([
  ["edition 2 | track 1:gy 2:rb 14:K 16:W", "Not on the board yet: purple."],
  ["edition 1 | track -", "Put the camels on the board"],
  ["edition 1 | track 12:y 14:b 17:gwo | dice bow", "The race is over"],
  ["edition 1 | track 1:bg 2:ow 3:y | dice -", "5 dice are out"],
  ["edition 1 | track 1:bg 2:ow 3:y | tiles 5+ 6-", "next to each other"],
  ["edition 1 | track 1:bg 2:ow 3:y | dice bg | pyramid 0 0 0 0", "add up to 3, one for each die out, not 0"],
])("%s has no odds, for a reason", (text, reason) => {
  expect(editing.problemOf(readPosition(text))).toContain(reason);
});

test("undo and redo go through all that was done", () => {
  const study = new Study("1:bg 2:ow 3:y");
  study.chooseCamel("y");
  study.tap(1, null);
  expect(track(study.position)).toBe("track 1:bgy 2:ow");
  study.toggleDie("b");
  study.undo();
  study.undo();
  expect(study.canUndo).toBe(false);
  expect(track(study.position)).toBe("track 1:bg 2:ow 3:y");
  study.redo();
  expect(track(study.position)).toBe("track 1:bgy 2:ow");
  study.layTile(5, "+");
  expect(study.canRedo).toBe(false);
  study.layTile(5, "+");
  expect(study.position.tiles[0]).toBeNull();
  expect(study.leg!.ranks["y"]![0]).toBeGreaterThan(0);
});

test("a bad address leaves a board to go on with", () => {
  const study = new Study("edition 2 | track nonsense");
  expect(study.unread!.reason).toContain("At character 19");
  expect(study.problem).toBeNull();
  expect(study.read("edition 2 | track 1:gyrbp 2:K 3:W")).toBe(true);
  expect(study.unread).toBeNull();
});

test("advice names both sides of the best spaces only", () => {
  const values = [
    { action: "tile 5+", own: 0.2 },
    { action: "tile 7-", own: 0.9 },
    { action: "roll", own: 1 },
    { action: "tile 7+", own: -0.1 },
    { action: "tile 9+", own: 0.01 },
  ];
  expect(tileAdvice(values, 2)).toEqual([
    { space: 7, cheer: -0.1, boo: 0.9 },
    { space: 5, cheer: 0.2, boo: 0 },
  ]);
});
