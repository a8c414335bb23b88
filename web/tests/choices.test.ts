import { beforeEach, describe, expect, test } from "vitest";
import {
  isPractice,
  keepChoices,
  keepPractice,
  lastChoices,
  lastPractice,
  practiceTable,
} from "../src/table/setup/choices.ts";
import { deviceTable, tableOf, USUAL, withComputer, withPlaceTapped } from "../src/table/setup/choices.ts";
import { caravanOf, clockName, listed, placeOf, stateOf } from "../src/table/setup/words.ts";
import { nameErrors, saveLocalPlayers, lastLocalPlayers } from "../src/pages/device/localPlayers.ts";
import { forget, keep } from "../src/ui/storage.ts";

beforeEach(() => ["choices", "practice"].forEach(forget));

describe("places", () => {
  test("a computer takes the first free one, and one more if all are taken", () => {
    let choices = { ...USUAL, seats: 2 };
    choices = withComputer(choices, "shark");
    expect([choices.seats, choices.computers]).toEqual([2, [null, "shark"]]);
    choices = withComputer(choices, "novice");
    expect([choices.seats, choices.computers]).toEqual([3, [null, "shark", "novice"]]);
    for (let i = 0; i < 9; i++) choices = withComputer(choices, "random");
    expect(choices.seats).toBe(8);
  });

  test("a tap on a computer frees its place, on another one makes it the last", () => {
    const choices = withComputer(USUAL, "shark");
    expect(withPlaceTapped(choices, 1).computers[1]).toBeNull();
    expect(withPlaceTapped(choices, 6).seats).toBe(7);
    expect(withPlaceTapped(choices, 2).seats).toBe(3);
    expect(withPlaceTapped(choices, 3).seats).toBe(3);
    expect(withPlaceTapped(choices, 0)).toBe(choices);
    expect(withPlaceTapped({ ...USUAL, seats: 2 }, 1).seats).toBe(2);
  });

  test("full values end when a second person may come", () => {
    const alone = { ...withComputer({ ...USUAL, seats: 2 }, "shark"), odds: "full" as const };
    expect(isPractice(alone)).toBe(true);
    expect(withPlaceTapped(alone, 3)).toMatchObject({ seats: 4, odds: "leg" });
    expect(withComputer(alone, "novice").odds).toBe("full");
  });
});

test("what is asked of the server", () => {
  expect(tableOf({ ...withComputer(USUAL, "shark"), isFirst: true })).toEqual({
    settings: { edition: 2, seats: 4, odds: "leg", clock: 60, hides_money: false, is_open: true, first: 0 },
    computers: [{ level: "shark", seat: 1 }],
  });
  expect(practiceTable({ edition: 1, levels: ["novice", "novice"] })).toMatchObject({
    settings: { seats: 3, is_open: false },
    computers: [
      { level: "novice", seat: 1 },
      { level: "novice", seat: 2 },
    ],
  });
  expect(deviceTable(2, 3, ["greedy"])).toMatchObject({ settings: { seats: 4 }, computers: [{ seat: 3 }] });
});

test("what was chosen last is kept, and nonsense is not believed", () => {
  keepPractice({ edition: 1, levels: ["champion"] });
  expect(lastPractice()).toEqual({ edition: 1, levels: ["champion"] });
  keep("practice", '{"levels": ["nobody", 7]}');
  expect(lastPractice().levels).toHaveLength(3);
  keepChoices({ ...withComputer(USUAL, "greedy"), clock: null });
  expect(lastChoices()).toMatchObject({ clock: null, computers: [null, "greedy", null, null] });
  for (const nonsense of ["", "7", "null", "{", '{"seats": 99, "computers": 3, "odds": "x", "clock": -1}']) {
    keep("choices", nonsense);
    expect(lastChoices()).toMatchObject({ odds: "leg", clock: 60 });
    expect(lastChoices().seats).toBeLessThanOrEqual(8);
  }
});

test("words", () => {
  expect([listed([]), listed(["Ann"]), listed(["Ann", "Bo", "Cy"])]).toEqual(["", "Ann", "Ann, Bo and Cy"]);
  expect([clockName(null), clockName(60), clockName(120), clockName(90)]).toEqual(["None", "60 s", "2 min", "90 s"]);
  expect(caravanOf("Ann")).toBe("Ann’s caravan");
  expect(stateOf({ status: "waiting", free: 1, names: ["Ann"] })).toBe("one open seat");
  expect(stateOf({ status: "playing", free: 0, names: ["Ann", "Bo"] })).toBe("two racing");
  expect([placeOf([9, 4, 9], 1), placeOf([9, 4, 9], 2)]).toEqual(["3rd of 3", "1st of 3"]);
});

test("people at one device have names, and different ones", () => {
  expect(nameErrors(["Ann", " bo ", "Bo", " "])).toEqual([null, null, "That name is taken.", "Everyone needs a name."]);
});

test("the same people are offered again", () => {
  forget("people");
  expect(lastLocalPlayers("Ann")).toEqual({ people: ["Ann", ""], levels: [], edition: 2 });
  saveLocalPlayers({ people: ["Ann", "Bo", "Cy"], levels: ["shark"], edition: 1 });
  expect(lastLocalPlayers("Dee")).toEqual({ people: ["Ann", "Bo", "Cy"], levels: ["shark"], edition: 1 });
  for (const nonsense of ["{}", "null", '{"people": [1, 2, 3]}']) {
    keep("people", nonsense);
    expect(lastLocalPlayers("Dee").people).toEqual(["Dee", ""]);
  }
  forget("people");
});
