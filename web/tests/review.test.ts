import { mount, unmount } from "svelte";
import { describe, expect, it } from "vitest";
import type { ReviewedPlayer, ReviewedPly, ReviewForm, Track, TurningPoint } from "../src/game/protocol.ts";
import { isOver } from "../src/pages/replay/recordedGame.ts";
import {
  bandAround,
  bandsOf,
  lineThrough,
  numbered,
  settledTurns,
  spread,
  stretches,
} from "../src/table/review/curve.ts";
import Unit from "../src/table/result/Unit.svelte";
import { toReader } from "../src/table/result/secondPerson.ts";
import { inPoints, largest, roughLegs, turningTurns } from "../src/table/review/turns.ts";
import {
  accuracyWords,
  actionWords,
  addUp,
  lostWords,
  luckWords,
  percents,
  tenths,
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
    level: [],
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

  it("have their error beside them, and are kept back while that is large", () => {
    expect(accuracyWords({ value: 82.6, error: 4.7 }, false)).toBe("83 ± 5");
    expect(accuracyWords({ value: 99.7, error: 0.2 }, true)).toBe("100 ± 1");
    expect(accuracyWords({ value: 100, error: 69 }, false)).toBe("");
    expect(accuracyWords({ value: 78, error: 29 }, true)).toBe("78 ± 29");
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
    const level = ply({ lost: { wins: 0.05, coins: 0 }, best: "roll", level: ["ticket y", "tile 7-", "winner b"] });
    expect(lostWords(level, 2, NAMES)).toBe("Cost 5 points. Best: roll, take yellow or boo on 7.");
  });

  it("tell for whom a die was lucky, the luckiest first", () => {
    const luck = [-0.2, 0.002, 0.21].map((wins) => ({ wins, coins: 0 }));
    expect(luckWords(ply({ luck }), NAMES)).toBe("+21% Cy, −20% Ann");
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
    const point = {
      kind: "die" as const,
      seat: 0,
      change: 0,
      text: "",
      position: "",
      choice: null,
      dice: null,
      changes: [],
    };
    expect(numbered([3, 7, 7, 9].map((at) => ({ ...point, ply: at })))).toEqual([
      { ply: 3, numbers: "1" },
      { ply: 7, numbers: "2·3" },
      { ply: 9, numbers: "4" },
    ]);
    expect(spread([0, 5, 90, 99, 100], 20, 100)).toEqual([0, 20, 60, 80, 100]);
    expect(spread([10, 50], 20, 100)).toEqual([10, 50]);
    // Wider ones take more room, and where there is none for all, they share it.
    expect(spread([10, 12, 14], [20, 40, 20], 100)).toEqual([10, 40, 70]);
    expect(spread([5, 5, 5], 40, 40)).toEqual([0, 20, 40]);
  });

  it("is settled where its error is small, and wholly when the review is done", () => {
    const curve = [0.01, 0.02, 0.03, 0.06, 0.01, 0].map((error, at) => ({ ply: at, wins: [0.5], errors: [error] }));
    const settled = settledTurns({ curve }, 0, false);
    expect(settled).toEqual([true, true, false, true, true]);
    expect(settledTurns({ curve }, 0, true)).not.toContain(false);
    expect(stretches(settled).map(({ from, to, isSettled }) => [from, to, isSettled])).toEqual([
      [0, 2, true],
      [2, 3, false],
      [3, 5, true],
    ]);
    const plies = [1, 1, 2, 2, 3].map((leg, index) => ply({ ply: index + 1, leg }));
    expect(roughLegs({ plies }, settled)).toBe("leg 2");
    expect(roughLegs({ plies }, [true, false, true, false, false])).toBe("legs 1, 2 and 3");
    expect(roughLegs({ plies }, [true, true, true, true, true])).toBe("");
  });
});

describe("turning points", () => {
  const POSITION = "edition 2 | track 5:p 6:Wgby 8:r 13:K | dice bpyx | money 3 3 3 | tickets r5 - y5 | turn A | leg 2";
  const worths = (...wins: number[]) => wins.map((win) => ({ wins: win, coins: 0 }));
  const point = (more: Partial<TurningPoint>): TurningPoint =>
    ({
      ply: 1,
      kind: "choice",
      seat: 0,
      change: -0.1,
      changes: [-0.183, 0.05, 0.133],
      text: "",
      position: POSITION,
      ...more,
    }) as TurningPoint;
  const review = (plies: ReviewedPly[], points: TurningPoint[]): ReviewForm =>
    ({ edition: 2, names: NAMES, plies, turning_points: points }) as unknown as ReviewForm;
  const roll = ply({
    action: "roll",
    outcome: "b3",
    luck: worths(-0.152, 0.05, 0.102),
    lost: { wins: 0.031, coins: 0 },
    best: "ticket b",
  });

  it("are one for each turn: choice and dice together, with what is shown adding up", () => {
    const both = review([roll], [point({ change: -0.031 }), point({ kind: "die", seat: 0, change: -0.152 })]);
    expect(largest(turningTurns(both, NAMES, 0), 0)).toEqual([]);
    const [turn, ...more] = turningTurns(both, ["You", "Bo", "Cy"], 0);
    expect(more).toEqual([]);
    expect(turn).toMatchObject({
      title: "You rolled blue 3",
      choice: "−3 points, best: take blue",
      dice: "−15 points, your red sank to 3rd",
      change: -18,
      of: 0,
      better: "take blue",
    });
  });

  it("say what they did to you, or to whom they changed most", () => {
    const lost = { wins: 0, coins: 0 };
    const changed = (...changes: number[]): ReviewForm =>
      review([{ ...roll, lost, luck: worths(...changes) }], [point({ kind: "die", seat: 2, change: 0.102, changes })]);
    const die = changed(-0.152, 0.05, 0.102);
    expect(turningTurns(die, ["Ann", "You", "Cy"], 1)[0]).toMatchObject({
      title: "Ann rolled blue 3",
      choice: "best for Ann",
      dice: "+5 points",
      change: 5,
    });
    expect(turningTurns(changed(-0.09, 0.004, 0.102), ["Ann", "You", "Cy"], 1)[0]).toMatchObject({ change: 10, of: 2 });
    expect(turningTurns(die, NAMES, null)[0]).toMatchObject({
      dice: "+10 points, Cy’s yellow climbed to 1st",
      change: 10,
      of: 2,
    });
  });

  it("name two actions that are level, and every kind of action", () => {
    const said = (action: string, more = {}): [string, string] => {
      const judged = { ...ply({ action }), ...more };
      const changes = [-judged.lost.wins, judged.lost.wins, 0];
      const [turn] = turningTurns(review([judged], [point({ changes })]), ["You", "Bo", "Cy"], 0);
      return [turn!.title, turn!.choice];
    };
    expect(said("ticket y", { level: ["roll"] })).toEqual(["You took yellow 3", "as good as: roll"]);
    expect(said("winner g")).toEqual(["You bet green to win", "best"]);
    expect(said("tile 10-", { lost: { wins: 0.02, coins: 0 }, best: "roll", level: ["ticket b"] })).toEqual([
      "You placed a booing tile on 10",
      "−2 points, best: roll or take blue",
    ]);
    expect([inPoints(1), inPoints(-1), inPoints(0)]).toEqual(["+1 point", "−1 point", "0 points"]);
  });
});

it("speaks to the reader of a log", () => {
  const told: [string, string][] = [
    ["Nora rolled blue 3.", "You rolled blue 3."],
    ["Leg 2. Nora starts.", "Leg 2. You start."],
    ["It hit Nora's booing tile: Nora +1.", "It hit your booing tile: you +1."],
    ["Nora lost 3 pounds but had only 2: red 5 -1.", "You lost 3 pounds but had only 2: red 5 -1."],
    ["Fin partnered with Nora for this leg.", "Fin partnered with you for this leg."],
    ["Norah got Elnora nothing.", "Norah got Elnora nothing."],
  ];
  for (const [sentence, spoken] of told) expect(toReader(sentence, "Nora")).toBe(spoken);
  expect(toReader("A+B. C took red 5.", "A+B. C")).toBe("You took red 5.");
});
