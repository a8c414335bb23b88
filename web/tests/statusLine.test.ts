import { expect, test } from "vitest";
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
