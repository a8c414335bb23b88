import { describe, expect, it } from "vitest";
import { readPosition } from "../src/game/notation.ts";
import type { TurningTurn } from "../src/table/review/turns.ts";
import { fitLines, momentSentence, raceSentence } from "../src/table/share/sentence.ts";

const NAMES = ["Nora", "Fin", "Amira", "Chick"];
const END = {
  names: NAMES,
  money: [27, 31, 18, 15],
  victors: [1],
  winner: "y",
  track: { 17: "by", 16: "r", 4: "K" },
} as const;

describe("the sentence of a race", () => {
  const said = (more: object): string => raceSentence({ ...structuredClone(END), ...more } as never);

  it("says who won and how the race ended", () => {
    expect(said({})).toBe("Fin beats Nora by 4: yellow rode blue over the line.");
    expect(said({ track: { 17: "y" } })).toBe("Fin beats Nora by 4: yellow was first over the line.");
    expect(said({ track: { 17: "bKy" } })).toBe("Fin beats Nora by 4: yellow rode black over the line.");
  });

  it("knows races that a crazy camel ended", () => {
    expect(said({ track: { 0: "Wg", 15: "y" } })).toBe(
      "Fin beats Nora by 4: yellow led when white carried green back over the line.",
    );
    expect(said({ track: { 0: "K", 15: "y" } })).toBe("Fin beats Nora by 4: yellow led when black ran over the line.");
  });

  it("knows equal seconds and shared victories", () => {
    expect(said({ money: [18, 31, 18, 15] })).toMatch(/^Fin beats Nora and Amira by 13: /);
    expect(said({ money: [18, 31, 18, 18] })).toMatch(/^Fin wins by 13: /);
    expect(said({ victors: [0, 1] })).toMatch(/^Nora and Fin share the win: /);
    expect(said({ victors: [0, 1, 2, 3] })).toMatch(/^4 share the win: /);
  });
});

describe("the sentence of a moment", () => {
  const before = readPosition(
    "edition 2 | track 2:g 5:bp 6:y 8:r 13:K 15:W | dice bpyx | tiles 11+B 4-D | money 3 3 3 3 | tickets r5 - - - | turn D",
  );
  const turn = (more: Partial<TurningTurn>): TurningTurn =>
    ({
      ply: 29,
      leg: 3,
      seat: 3,
      title: "Chick rolled blue 3",
      named: { kind: "roll" },
      outcome: "b3",
      before,
      choice: "",
      dice: "",
      better: null,
      change: -15,
      of: 0,
      ...more,
    }) as TurningTurn;

  it("tells what the die did, and to whose bet", () => {
    expect(momentSentence(turn({}), NAMES)).toBe("Blue carries purple to 8, and Nora’s red sinks to third.");
    expect(momentSentence(turn({ of: 1 }), NAMES)).toBe("Blue carries purple to 8, onto red.");
    expect(momentSentence(turn({ outcome: "g2", of: 1 }), NAMES)).toBe("Green hits Chick’s booing tile and ends on 3.");
    expect(momentSentence(turn({ outcome: "K1", of: 1 }), NAMES)).toBe("Black runs to 12.");
  });

  it("tells a choice", () => {
    const took = { seat: 0, outcome: null, title: "Nora took yellow 5" };
    const named = { kind: "ticket", camel: "y", value: 5 } as const;
    expect(momentSentence(turn({ ...took, named }), NAMES)).toBe("Nora takes yellow 5, the best move.");
    expect(momentSentence(turn({ ...took, named, better: "roll" }), NAMES)).toBe("Nora takes yellow 5. Better: roll.");
  });
});

describe("two lines at most", () => {
  const measure = (text: string, size: number): number => text.length * size * 0.5;
  it("are about as long as each other, and shrink only if they must", () => {
    const room = { width: 700, size: 46 };
    expect(fitLines("Fin wins.", room, measure)).toEqual({ lines: ["Fin wins."], size: 46 });
    const fitted = fitLines("Fin beats Nora by 4: yellow rode blue over the line.", room, measure);
    expect(fitted).toEqual({ lines: ["Fin beats Nora by 4: yellow", "rode blue over the line."], size: 46 });
    const long = fitLines(`${"Bartholomew ".repeat(6)}share the win: yellow led.`, room, measure);
    expect(long.lines).toHaveLength(2);
    expect(long.size).toBeLessThan(46);
    for (const line of long.lines) expect(measure(line, long.size)).toBeLessThanOrEqual(700.01);
  });
});
