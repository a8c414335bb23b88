import { beforeEach, expect, test } from "vitest";
import { Refusal } from "../src/table/connection/api.ts";
import { noteSeat, ownTable, ownTables } from "../src/table/connection/ownTables.ts";
import type { SeatForm, WatchedTable } from "../src/game/protocol.ts";
import { resume } from "../src/table/connection/resume.ts";
import { forget } from "../src/ui/storage.ts";

beforeEach(() => forget("tables"));

function seat(name: string, more: Partial<SeatForm> = {}): SeatForm {
  const nobody = {
    level: null,
    is_connected: true,
    is_host: false,
    is_muted: false,
    has_left: false,
    is_closed: false,
  };
  return { kind: "person", name, ...nobody, ...more };
}

function state(status: string, seats: SeatForm[], money: number[] = []): WatchedTable {
  return { table: { status, seats }, view: { money } } as unknown as WatchedTable;
}

test("tables that go on are found again; what is gone is forgotten, what is over has its result", async () => {
  const states: Record<string, WatchedTable> = {
    plays: state("playing", [seat("Ann"), seat("Bo")]),
    over: state("finished", [seat("Ann"), seat("Bo")], [7, 9]),
    closed: state("closed", [seat("Ann")]),
    left: state("playing", [seat("Ann", { has_left: true }), seat("Bo")]),
    removed: state("waiting", [seat("Bo")]),
  };
  for (const code of [...Object.keys(states), "gone", "hidden", "silent"]) noteSeat(code, "Ann");
  const found = await resume(["hidden"], (code) => {
    if (code === "gone") return Promise.reject(new Refusal("no_table", "There is no such table."));
    if (code === "silent") return Promise.reject(new Refusal("lost", "Nobody answers."));
    return Promise.resolve(states[code]!);
  });
  expect(found.map(({ own, state: told }) => [own.code, told !== null])).toEqual([
    ["silent", false],
    ["plays", true],
  ]);
  expect(ownTables().map(({ code }) => code)).toEqual(["silent", "hidden", "over", "plays"]);
  expect(ownTable("over")?.result).toEqual({ names: ["Ann", "Bo"], money: [7, 9] });
});
