import { beforeEach, expect, test } from "vitest";
import { forgetTable, noteResult, noteSeat, ownTable, ownTables } from "../src/table/connection/ownTables.ts";
import { forget, keep } from "../src/ui/storage.ts";

beforeEach(() => forget("tables"));

test("seats are noted with their seeds, the newest table first", () => {
  noteSeat("aaaa", "Ann", { seed: "01", commitment: "c" });
  noteSeat("bbbb", "Ann");
  noteSeat("aaaa", "Bo", { seed: "02", commitment: "c" });
  noteSeat("aaaa", "Bo");
  expect(ownTables().map(({ code, names }) => [code, names])).toEqual([
    ["aaaa", ["Ann", "Bo"]],
    ["bbbb", ["Ann"]],
  ]);
  expect(ownTable("aaaa")).toMatchObject({ commitment: "c", seeds: { Ann: "01", Bo: "02" }, result: null });
});

test("who leaves is forgotten, and a table with its last one", () => {
  noteSeat("aaaa", "Ann");
  noteSeat("aaaa", "Bo");
  forgetTable("aaaa", "Ann");
  expect(ownTable("aaaa")?.names).toEqual(["Bo"]);
  forgetTable("aaaa", "Bo");
  expect(ownTables()).toEqual([]);
  noteSeat("aaaa", "Ann");
  forgetTable("aaaa");
  expect(ownTables()).toEqual([]);
});

test("a result is noted, and no more than sixty tables are kept", () => {
  for (let i = 0; i < 70; i++) noteSeat(`t${i}`, "Ann");
  expect([ownTables().length, ownTables()[0]?.code]).toEqual([60, "t69"]);
  noteResult("t69", { names: ["Ann"], money: [7] });
  expect(ownTable("t69")?.result?.money).toEqual([7]);
});

test("what cannot be read is no table", () => {
  for (const nonsense of ["{", "3", '[1, null, {"code": 4}]']) {
    keep("tables", nonsense);
    expect(ownTables()).toEqual([]);
  }
});
