import { beforeEach, describe, expect, test } from "vitest";
import type { ListedTable, SeatForm, WatchedTable } from "../src/game/protocol.ts";
import { about, isOwnTurn, playersOf, titleOf } from "../src/pages/start/continueWords.ts";
import { Refusal } from "../src/table/connection/api.ts";
import { hiddenTables, hideTable, unhideTable } from "../src/table/connection/hiddenTables.ts";
import { joinAnyone } from "../src/table/connection/joinAnyone.ts";
import { noteSeat, type OwnTable } from "../src/table/connection/ownTables.ts";
import { guessPlayers } from "../src/table/lists/guessPlayers.ts";
import { canJoin, canWatch, forAnyone } from "../src/table/lists/order.ts";
import { aboutGame, aboutOpen, aboutRace, dayOf, fewNames, nameOf, peopleHere } from "../src/table/lists/words.ts";
import { forget, keep } from "../src/ui/storage.ts";

beforeEach(() => ["tables", "hidden"].forEach(forget));

function table(id: string, more: Partial<ListedTable> = {}): ListedTable {
  return {
    ...{ id, status: "waiting", edition: 2, seats: 4, free: 2, names: ["Ann", "Bo"], odds: "leg", clock: null },
    ...{ created: 0, title: null, players: [], leg: null, money: null, updated: 0, people: 1 },
    ...more,
  };
}
const ids = (tables: ListedTable[]): string => tables.map(({ id }) => id).join("");

describe("the order of tables", () => {
  const tables = [
    table("a", { people: 0 }),
    table("b", { people: 3, free: 3 }),
    table("c", { people: 3, free: 1, edition: 1 }),
    table("d", { people: 3, free: 1 }),
    table("e", { free: 0 }),
    table("f", { status: "playing", free: 0, people: 0, updated: 9 }),
    table("g", { status: "playing", free: 0, people: 5 }),
    table("h", { people: 8, odds: "full" }),
    table("i", { people: 9 }),
  ];

  test("where people are comes first, then where few are missing, then the second edition", () => {
    expect(ids(canJoin(tables))).toBe("ihdcba");
    expect(ids(canWatch(tables))).toBe("gef");
  });

  test("anyone joins where somebody is, and where a second person may come", () => {
    expect(ids(forAnyone(tables, ["i"]))).toBe("dcb");
  });
});

describe("join anyone", () => {
  const wanted = { settings: {} };
  const list =
    (...tables: ListedTable[]) =>
    () =>
      Promise.resolve({ tables, people: 0 });
  const make = (_: unknown, [name]: string[]): Promise<string> => Promise.resolve(`new for ${name}`);

  test("tries the next table when one is full meanwhile, and another name when it is taken", async () => {
    const asked: string[] = [];
    const join = (code: string, name: string): Promise<void> => {
      asked.push(`${code} ${name}`);
      if (code === "a") return Promise.reject(new Refusal("full", "All seats are taken."));
      return name === "Guest" ? Promise.reject(new Refusal("name_taken", "Taken.")) : Promise.resolve();
    };
    const tables = [table("b"), table("a", { people: 4 })];
    expect(await joinAnyone("Guest", wanted, { list: list(...tables), join, make })).toBe("b");
    expect(asked).toEqual(["a Guest", "b Guest", "b Guest 2"]);
  });

  test("makes a table when there is none, after a bounded number of tries", async () => {
    let asked = 0;
    const join = (): Promise<void> => Promise.reject(new Refusal(asked++ ? "started" : "no_table", ""));
    const tables = Array.from({ length: 30 }, (_, index) => table(`t${index}`));
    expect(await joinAnyone("Ann", wanted, { list: list(...tables), join, make })).toBe("new for Ann");
    expect(asked).toBe(6);
    noteSeat("mine", "Ann");
    expect(await joinAnyone("Ann", wanted, { list: list(table("mine")), join, make })).toBe("mine");
  });

  test("gives up when the server is away", async () => {
    const join = (): Promise<void> => Promise.reject(new Refusal("lost", "The server isn’t responding."));
    await expect(joinAnyone("Ann", wanted, { list: list(table("a")), join, make })).rejects.toThrow("responding");
  });
});

describe("words", () => {
  const computers = [{ seat: 0, kind: "computer" as const, level: "shark" }];

  test("of tables", () => {
    expect(nameOf(table("x", { title: "The long road" }))).toBe("The long road");
    expect(nameOf(table("x"))).toBe("Ann’s caravan");
    expect(nameOf(table("x", { names: ["Fin"], players: computers }))).toBe("Table x");
    expect(fewNames(["Ann", "Bo", "Cy", "Di"])).toBe("Ann, Bo, Cy and Di");
    expect(fewNames(["Ann", "Bo", "Cy", "Di", "Eve"])).toBe("Ann, Bo, Cy and two more");
    expect(aboutOpen(table("x"))).toBe("Ann and Bo · second edition");
    expect(aboutOpen(table("x", { names: [], edition: 1 }))).toBe("Nobody yet · first edition");
    expect([peopleHere(1), peopleHere(37)]).toEqual(["1 person here now", "37 people here now"]);
  });

  test("of races", () => {
    const race = { status: "playing" as const, leg: 3 };
    expect(aboutRace(table("x", { ...race, money: [9, 14] }))).toBe("Bo leads with 14 · leg 3");
    expect(aboutRace(table("x", { ...race, names: ["A", "B", "C"], money: [9, 9, 3] }))).toBe(
      "A and B lead with 9 · leg 3",
    );
    expect(aboutRace(table("x", { ...race, leg: 1, money: [3, 3] }))).toBe("Ann and Bo · leg 1");
    expect(aboutRace(table("x", { ...race, people: 0 }))).toBe("Ann and Bo · leg 3, paused");
    expect(aboutRace(table("x", { ...race, leg: null }))).toBe("Ann and Bo · racing");
    expect(aboutRace(table("x", { free: 0 }))).toBe("Ann and Bo · about to start");
    expect(aboutGame(table("x", { money: [4, 27] }))).toBe("Bo won with 27");
    expect(aboutGame(table("x"))).toBe("Ann and Bo");
  });

  test("of days", () => {
    const now = new Date(2026, 10, 17, 12).getTime();
    const days = (count: number): string => dayOf(now - count * 86_400_000, now);
    expect([days(0), days(1), days(3), days(20), days(400)]).toEqual([
      "today",
      "yesterday",
      "Saturday",
      "28 Oct",
      "13 Oct 2025",
    ]);
  });

  test("computers of old games are known by their names", () => {
    expect(guessPlayers(["Ann", "Fin 2", "Fin 20"]).map(({ level }) => level)).toEqual([null, "shark", null]);
  });
});

describe("a game to continue", () => {
  const own: OwnTable = { code: "x", at: 0, names: ["Ann"], commitment: null, seeds: {}, result: null };
  const seat = (name: string | null, kind: SeatForm["kind"] = "person"): Partial<SeatForm> => ({ name, kind });
  const resumed = (more: object, seats = [seat("Ann"), seat("Fin", "computer")]) => ({
    own,
    state: {
      table: { title: null, status: "playing", seats, ...more },
      view: { turn: 0, leg: 3 },
    } as unknown as WatchedTable,
  });

  test("is named and says whose turn it is", () => {
    expect([titleOf(resumed({})), titleOf(resumed({ title: "Friday caravan" }))]).toEqual([
      "With Fin",
      "Friday caravan",
    ]);
    expect(titleOf({ own, state: null })).toBe("Table x");
    expect([about(resumed({})), isOwnTurn(resumed({}))]).toEqual(["Leg 3, your turn", true]);
    const theirs = resumed({}, [seat("Fin", "computer"), seat("Ann")]);
    expect([about(theirs), isOwnTurn(theirs)]).toEqual(["Leg 3, Fin’s turn", false]);
    expect(about(resumed({ status: "waiting" }, [seat("Ann"), seat(null, "free")]))).toBe("1 of 2 seats taken");
    expect(playersOf(resumed({})).names).toEqual(["Fin"]);
  });

  test("can be hidden, and found again", () => {
    hideTable("a");
    hideTable("b");
    hideTable("a");
    expect(hiddenTables()).toEqual(["b", "a"]);
    unhideTable("b");
    expect(hiddenTables()).toEqual(["a"]);
    for (const nonsense of ["{}", "7", "", '[1, "x"]']) {
      keep("hidden", nonsense);
      expect(hiddenTables().length).toBeLessThanOrEqual(1);
    }
    for (let index = 0; index < 300; index++) hideTable(`t${index}`);
    expect(hiddenTables()).toHaveLength(200);
  });
});
