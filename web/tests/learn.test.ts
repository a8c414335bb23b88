import { beforeEach, describe, expect, test } from "vitest";
import { apply, legal, start } from "../src/game/rules/index.ts";
import { Guide, LEARNER } from "../src/pages/learn/guide.ts";
import { choiceOf, figuresOf, LESSONS, questionOf, rightChoice, tableOf, whyText } from "../src/pages/learn/lessons.ts";
import { around, place } from "../src/pages/learn/coachPosition.ts";
import { keepAnswer, keepStep, progress } from "../src/pages/learn/progress.ts";
import { SCRIPT } from "../src/pages/learn/script.ts";
import { legOdds } from "../src/game/leg/leg.ts";
import type { Frame } from "../src/table/connection/steps.ts";
import { keep } from "../src/ui/storage.ts";
import { writeAction } from "../src/game/actions.ts";

const { steps, plies, edition, players, track } = SCRIPT;

test.each([
  ["", 0],
  ["question=1", 0],
  ["question=3", 2],
  ["question=9", 3],
  ["question=-2", 0],
  ["question=x", 0],
])("the address with %s asks for the question at %d of four", (search, at) => {
  expect(questionOf(new URLSearchParams(search), 4)).toBe(at);
});

describe("the guided leg", () => {
  test("is played by the rules, every action one of those that are legal", () => {
    let state = start({ edition, players, track });
    for (const [index, { action, face, said }] of plies.entries()) {
      expect(legal(state).map(writeAction)).toContain(writeAction(action));
      expect(state.leg, `ply ${index}`).toBe(1);
      const step = apply(state, action, face);
      expect(said).toHaveLength(step.events.length);
      state = step.state;
    }
    expect(state.leg).toBe(2);
    expect(state.money[LEARNER]).toBe(Math.max(...state.money));
  });

  test("the learner does each kind of thing himself, and the coach waits at his turns only", () => {
    const guide = new Guide(SCRIPT);
    for (const { after, kind } of steps) {
      if (kind === "pays") continue;
      guide.seek(after);
      if (kind === "do") expect(guide.isLearners, `after ${after}`).toBe(true);
    }
    const own = plies.flatMap(({ action }, index) => (index % players === LEARNER ? [action.type] : []));
    expect(new Set(own)).toEqual(new Set(["roll", "take_ticket", "place_tile", "play_card"]));
    const asked = steps.filter(({ kind }) => kind === "do").map(({ after }) => after);
    expect(asked).toEqual(plies.flatMap((_, index) => (index % players === LEARNER ? [index] : [])));
    expect(steps.map(({ after }) => after)).toEqual(steps.map(({ after }) => after).toSorted((a, b) => a - b));
  });

  test("what is not in the script is refused, and changes nothing", async () => {
    const guide = new Guide(SCRIPT);
    const before = guide.state;
    const act = { type: "act", seat: LEARNER, ply: 0 } as const;
    await expect(guide.send({ ...act, action: { type: "take_ticket", camel: "b" } })).rejects.toThrow("not yet");
    await expect(guide.send({ type: "say", text: "hello" })).rejects.toThrow("not yet");
    expect(guide.state).toBe(before);
    await guide.send({ ...act, action: { type: "roll" } });
    expect(guide.state.ply).toBe(1);
    // Now it is somebody else's turn.
    await expect(guide.send({ ...act, action: { type: "take_ticket", camel: "y" } })).rejects.toThrow("not yet");
  });

  test("any moment of it can be gone to", () => {
    const [played, sought] = [new Guide(SCRIPT), new Guide(SCRIPT)];
    const shown = { frame: null as Frame | null };
    played.follow({
      jump: (to) => (shown.frame = to),
      enqueue: (steps) => (shown.frame = steps.at(-1)!.after),
    });
    for (let ply = 0; ply <= plies.length; ply++) {
      sought.seek(ply);
      const { latest, diceOut, log, odds } = played.state;
      expect(sought.state).toMatchObject({ latest, diceOut, log, odds, ply });
      expect(shown.frame).toEqual({ views: latest, diceOut, ply });
      played.play();
    }
    played.play();
    expect(played.state.ply).toBe(plies.length);
  });

  test("takes a person less than three minutes", () => {
    const words = steps.flatMap(({ title, text }) => `${title} ${text}`.split(/\s+/)).length;
    const taps = steps.reduce((sum, { kind, targets }) => sum + (kind === "do" ? targets.length : 1), 0);
    // Rolls are shown in 1.9 s at most; whatever else moves is quicker. Bets are held back for 1.5 s.
    const shown = plies.reduce((sum, { face }) => sum + (face ? 1.9 : 0.3) + 0.55, 0) + 3 * 1.5;
    const seconds = (words / 200) * 60 + taps * 2 + shown;
    expect(seconds).toBeLessThan(180);
    for (const { text } of steps) expect(text.split(/\s+/).length).toBeLessThanOrEqual(30);
  });
});

describe("lessons", () => {
  const questions = LESSONS.flatMap((lesson) =>
    lesson.questions.map((question, index) => ({ name: `${lesson.id}.${index}`, lesson, question, index })),
  );

  test.each(questions)("$name has a right answer, and figures in its words", ({ lesson, question, index }) => {
    const figures = figuresOf(lesson, index);
    expect(question.choices).toContain(rightChoice(question, figures));
    expect(whyText(question, figures)).not.toMatch(/[{}]|undefined|NaN/);
    const { position, view } = tableOf(question);
    for (const choice of question.choices) expect(choiceOf(choice, position).title).toMatch(/^\S.+/);
    expect(view.tents.flat().length + view.tickets.flat().length).toBe(position.edition === 1 ? 15 : 20);
  });

  test.each(questions)(
    "$name tells the odds of the leg as this client computes them",
    ({ lesson, question, index }) => {
      const { position } = tableOf(question);
      const odds = legOdds({ ...position, tiles: position.tiles.filter((tile) => tile !== null) });
      for (const [query, figure] of Object.entries(figuresOf(lesson, index))) {
        const [kind, camel = ""] = query.split(" ");
        const place = ["first", "second"].indexOf(kind!);
        if (place >= 0) expect(odds.ranks[camel]![place]).toBeCloseTo(figure, 4);
      }
    },
  );
});

describe("progress", () => {
  beforeEach(() => keep("learn", "null"));

  test("is kept, and a right answer stays right", () => {
    expect(progress()).toEqual({ step: null, isLegDone: false, answers: {} });
    keepStep(4);
    keepAnswer("stacks", 1, true);
    keepAnswer("stacks", 1, false);
    keepAnswer("stacks", 2, false);
    keepStep(null, true);
    keepStep(2);
    expect(progress()).toEqual({ step: 2, isLegDone: true, answers: { stacks: { 1: true, 2: false } } });
  });

  test.each(["", "[1", "7", '"x"'])("what cannot be read is nothing: %s", (text) => {
    keep("learn", text);
    expect(progress().step).toBeNull();
  });
});

describe("the coach", () => {
  const size = { w: 400, h: 240 };
  const page = { w: 1440, h: 900 };
  const overlaps = (x: number, y: number, light: { x: number; y: number; w: number; h: number }): boolean =>
    x < light.x + light.w && light.x < x + size.w && y < light.y + light.h && light.y < y + size.h;

  test("never stands over what it speaks of, nor off the page", () => {
    for (let x = 0; x < 1400; x += 70) {
      for (let y = 0; y < 860; y += 43) {
        const light = { x, y, w: 100, h: 60 };
        const placed = place(light, size, page);
        expect(overlaps(placed.x, placed.y, light)).toBe(false);
        expect(placed.tail).not.toBeNull();
        expect(Math.min(placed.x, placed.y)).toBeGreaterThanOrEqual(0);
        expect(placed.x + size.w).toBeLessThanOrEqual(page.w);
        expect(placed.y + size.h).toBeLessThanOrEqual(page.h);
      }
    }
  });

  test("stands in the middle where there is nothing to point at, and at the far end where there is no room", () => {
    expect(place(null, size, page)).toEqual({ x: 520, y: 330, tail: null });
    expect(place({ x: 0, y: 0, w: 400, h: 300 }, size, { w: 420, h: 500 })).toMatchObject({ y: 252, tail: null });
  });

  test("lights all of several things, as far as they are in the window", () => {
    const boxes = [
      { x: 10, y: 10, w: 10, h: 10 },
      { x: 40, y: 2, w: 200, h: 5 },
    ];
    expect(around(boxes, 2, { w: 100, h: 100 })).toEqual({ x: 8, y: 4, w: 88, h: 18 });
    expect(around([], 2, page)).toBeNull();
  });
});
