import { mount, unmount } from "svelte";
import { describe, expect, it } from "vitest";
import type { ReviewedPlayer, ReviewedPly, Track } from "../src/game/protocol.ts";
import { isOver } from "../src/pages/replay/recordedGame.ts";
import { bandAround, bandsOf, lineThrough, numbered, spread } from "../src/table/review/curve.ts";
import Unit from "../src/pages/game/Unit.svelte";
import {
  actionWords,
  addUp,
  lostWords,
  luckWords,
  percents,
  tenths,
  titled,
  written,
} from "../src/table/review/words.ts";

const NAMES = ["Ann", "Bo", "Cy"];

function player(parts: number[], result: number): ReviewedPlayer {
  const [start, luck, unseen, chosen, others] = parts.map((coins) => ({ coins, wins: coins / 100 }));
  const sum = { coins: result, wins: result / 100 };
  return { start, luck, unseen, chosen, others, result: sum } as ReviewedPlayer;
}

function ply(more: Partial<ReviewedPly>): ReviewedPly {
  const worths = NAMES.map(() => ({ wins: 0, coins: 0 }));
  return {
    ply: 1,
    leg: 1,
    seat: 0,
    action: "roll",
    outcome: null,
    luck: worths,
    unseen: worths,
    chosen: worths,
    best: "roll",
    lost: { wins: 0, coins: 0 },
    error: 0,
    choices: [],
    ...more,
  };
}

describe("a race", () => {
  it("is over when anybody has crossed the line, either way", () => {
    expect(isOver({ track: { 1: "gy", 16: "K" } })).toBe(false);
    expect(isOver({ track: { 1: "gy", 17: "rb" } })).toBe(true);
    expect(isOver({ track: { 0: "W", 8: "g" } })).toBe(true);
  });
});

describe("figures", () => {
  it("have a sign, and nothing has none", () => {
    expect([0.244, -0.136, 0.001, -0.004, 1].map(percents)).toEqual(["+24%", "−14%", "0%", "0%", "+100%"]);
    expect([3.14, -0.05, 0.04, -11.26].map(tenths)).toEqual(["+3.1", "0.0", "0.0", "−11.3"]);
  });

  it("add up to what is shown as their sum, each within a tenth of what it is", () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const parts = [1, 2, 3, 4, 5].map((part) => Math.sin(seed * part) * 9);
      const result = parts.reduce((sum, part) => sum + part, 0);
      for (const kind of ["coins", "wins"] as const) {
        const sum = addUp(player(parts, result), kind);
        expect(sum.parts.reduce((all, part) => all + part, 0)).toBe(sum.result);
        for (const [index, part] of sum.parts.entries()) expect(Math.abs(part - parts[index]! * 10)).toBeLessThan(1);
      }
    }
    expect(written(31)).toBe("+3.1");
  });
});

describe("words", () => {
  it("name every action", () => {
    const named = (action: string) => actionWords(action, 2, NAMES);
    expect(["roll", "ticket b", "winner y", "loser g", "tile 7-", "partner B"].map(named)).toEqual([
      "roll",
      "take blue",
      "bet yellow to win",
      "bet green to lose",
      "boo on 7",
      "partner with Bo",
    ]);
    expect(actionWords("tile 12+", 1, NAMES)).toBe("oasis on 12");
  });

  it("blame nobody for nothing", () => {
    expect(lostWords(ply({}), 2, NAMES)).toBe("");
    const lost = ply({ lost: { wins: 0.141, coins: 1.23 }, best: "ticket y" });
    expect(lostWords(lost, 2, NAMES)).toBe("Cost 14 points. Best: take yellow.");
    expect(lostWords(ply({ lost: { wins: 0.009, coins: 0 }, best: "roll" }), 2, NAMES)).toBe(
      "Cost 1 point. Best: roll.",
    );
  });

  it("tell for whom a die was lucky, the luckiest first", () => {
    const luck = [-0.2, 0.002, 0.21].map((wins) => ({ wins, coins: 0 }));
    expect(luckWords(ply({ luck }), NAMES)).toBe("+21% Cy, −20% Ann");
  });

  it("part a sentence where its title ends, whatever a name looks like", () => {
    const choice = { text: "A: b. C took red 5. It lost 1 pound. Cost 9 points. Best: roll." };
    expect(titled(choice, "A: b. C")).toEqual(["A: b. C took red 5", "It lost 1 pound. Cost 9 points. Best: roll."]);
    const die = { text: "Bo rolled red 3. Red moved to 4." };
    expect(titled(die, "Bo")).toEqual(["Bo rolled red 3", "Red moved to 4."]);
    expect(titled({ text: "Nothing" }, "Bo")).toEqual(["Nothing", ""]);
  });
});

it("draws what a die moved, whichever crazy camel the grey die shows", async () => {
  const drawn = async (outcome: string, track: Track): Promise<string> => {
    const shown = mount(Unit, { target: document.body, props: { outcome, track } });
    const camels = [...document.body.querySelectorAll("[data-camel]")].map((one) => one.getAttribute("data-camel"));
    await unmount(shown);
    return camels.join("");
  };
  const track = { 3: "gby", 7: "Wr", 11: "K", 12: "p" };
  expect(await drawn("b2", track)).toBe("yb");
  expect([await drawn("W1", track), await drawn("K1", track)]).toEqual(["rW", "rW"]);
  expect(await drawn("K3", { ...track, 7: "r", 11: "KW" })).toBe("W");
});

describe("the curve", () => {
  const axes = { x: (at: number) => 10 * at, y: (share: number) => 100 - 100 * share };

  it("has a band for each leg, without a gap", () => {
    const plies = [1, 1, 2, 2, 2, 3].map((leg, index) => ply({ ply: index + 1, leg }));
    expect(bandsOf({ plies })).toEqual([
      { leg: 1, from: 0, to: 2 },
      { leg: 2, from: 2, to: 5 },
      { leg: 3, from: 5, to: 6 },
    ]);
  });

  it("is a line, with its error within what a chance can be", () => {
    expect(lineThrough([0.25, 1], axes, 3)).toBe("M30 75L40 0");
    expect(bandAround([0.5, 1], [0.1, 0.1], axes)).toBe("M0 30L10 0L10 20L0 70Z");
  });

  it("has its numbers side by side", () => {
    const point = { kind: "die", seat: 0, change: 0, text: "", position: "" } as const;
    expect(numbered([3, 7, 7, 9].map((at) => ({ ...point, ply: at })))).toEqual([
      { ply: 3, numbers: "1" },
      { ply: 7, numbers: "2·3" },
      { ply: 9, numbers: "4" },
    ]);
    expect(spread([0, 5, 90, 99, 100], 20, 100)).toEqual([0, 20, 60, 80, 100]);
    expect(spread([10, 50], 20, 100)).toEqual([10, 50]);
  });
});
