import { describe, expect, test } from "vitest";
import { NOTHING } from "../src/game/actions.ts";
import { statusLine } from "../src/table/race/statusLine.ts";

type Moment = Parameters<typeof statusLine>[0];

test("a table that was closed in mid-race says why, to those who were there and to those who come later", () => {
  const moment = (closed: "empty" | "too_long", own: number[]): Moment =>
    ({
      status: "live",
      table: { status: "closed", closed },
      view: { turn: 0, legal: [] },
      own,
      names: ["Ann", "Bo"],
      chosen: {},
      allowed: {},
    }) as unknown as Moment;
  for (const own of [[0], [1], []]) {
    expect(statusLine(moment("too_long", own)).note).toContain("1,000 actions");
    expect(statusLine(moment("empty", own)).note).toContain("nobody was there");
  }
});

describe("the line tells the truth", () => {
  const VIEW = {
    turn: 0,
    legal: [],
    hands: [[], [], []],
    edition: 2,
    tents: [[], [], [], [5, 3], []],
  } as unknown as Moment["view"];
  const shown = (seat: number, revealed: number, isAgain = false): Moment["shown"] => ({
    seat,
    revealed,
    isAgain,
    events: [
      { type: "die_revealed", seat, face: "b3", reason: null },
      { type: "camel_moved", unit: ["b"], start: 1, end: 4, is_under: false },
      { type: "leg_started", leg: 2, seat: 0 },
    ],
    sentences: [[`${seat ? "Bo" : "You"} rolled blue 3.`], ["Blue moved to 4."], ["Leg 2. Ann starts."]],
  });
  const line = (more: Partial<Moment>) =>
    statusLine({
      status: "live",
      table: { status: "playing" },
      view: { turn: 1, legal: [], hands: [[], [], []] },
      own: [0],
      names: ["Ann", "Bo", "Cleo"],
      chosen: {},
      held: null,
      allowed: { roll: false },
      last: "",
      shown: null,
      ...more,
    } as unknown as Moment);

  test.each([
    ["before the die is seen", { shown: shown(1, 0) }, "Bo is rolling", "", "2 turns until yours"],
    ["before the camel goes", { shown: shown(1, 1) }, "Bo rolled blue 3", "", "2 turns until yours"],
    ["while it goes", { shown: shown(1, 2) }, "Bo rolled blue 3", "Blue moved to 4.", "2 turns until yours"],
    ["after one's own", { shown: shown(0, 2) }, "You rolled blue 3", "Blue moved to 4.", ""],
    ["once more", { shown: shown(1, 3, true) }, "Bo rolled blue 3", "Blue moved to 4.", "shown again"],
    ["while the server waits", {}, "Bo is choosing", "", "2 turns until yours"],
    ["where there is no strip", { last: "You took red 5" }, "Bo is choosing", "You took red 5", "2 turns until yours"],
  ] as const)("%s", (_, more, title, note, aside) => {
    expect(line(more as Partial<Moment>)).toMatchObject({ title, note, aside });
  });

  test("only a roll that was sent is called one", () => {
    const ticket = { type: "take_ticket", camel: "r" } as const;
    const taken: Moment["shown"] = {
      seat: 0,
      revealed: 1,
      isAgain: false,
      events: [{ type: "ticket_taken", seat: 0, ticket: { camel: "r", value: 5 } }],
      sentences: [["You took red 5."]],
    };
    expect(line({ sent: { type: "roll" } }).title).toBe("Rolling…");
    expect(line({ sent: ticket, held: ticket, view: VIEW }).title).toBe("Taking red 5…");
    // The events come before the answer, and with them the hold ends.
    expect(line({ sent: ticket, shown: taken }).title).toBe("You took red 5");
    // Nothing of it has been shown yet: the first frame of an action.
    expect(line({ sent: ticket, shown: { ...taken, revealed: 0 } }).title).toBe("You took red 5");
    expect(line({ shown: { ...taken, seat: 1, revealed: 0, sentences: [["Bo took red 5."]] } }).title).toBe(
      "Bo took red 5",
    );
  });

  test("what the last rival did is still said when one's own turn begins", () => {
    const own = { view: { ...VIEW, turn: 0 }, allowed: { ...NOTHING, roll: true } } as unknown as Moment;
    expect(line({ ...own, justDone: "Bo took red 5" })).toMatchObject({ title: "Your turn", note: "Bo took red 5" });
    expect(line({ ...own, justDone: "" })).toMatchObject({ title: "Your turn", note: "You can only roll." });
  });

  test("nobody is said to choose who has chosen", () => {
    for (const own of [[0], []]) expect(line({ own, shown: shown(1, 1) }).title).toBe("Bo rolled blue 3");
  });
});
