// The learner's progress, stored in the browser.
import { keep, recall } from "../../ui/storage.ts";

export interface Progress {
  /** The next step of the guided leg; null if it is not started or finished. */
  step: number | null;
  /** The guided leg was played to its end. */
  isLegDone: boolean;
  /** By lesson: the answered questions, and whether the answer was correct. */
  answers: Readonly<Record<string, Readonly<Record<number, boolean>>>>;
}

const KEY = "learn";
const NONE: Progress = { step: null, isLegDone: false, answers: {} };

export function progress(): Progress {
  try {
    const kept: unknown = JSON.parse(recall(KEY) ?? "null");
    return { ...NONE, ...(typeof kept === "object" ? kept : null) };
  } catch {
    return NONE;
  }
}

export function keepStep(step: number | null, isLegDone = false): void {
  const before = progress();
  write({ ...before, step, isLegDone: before.isLegDone || isLegDone });
}

/** One correct answer is enough. */
export function keepAnswer(lesson: string, question: number, isRight: boolean): void {
  const before = progress();
  const answers = before.answers[lesson] ?? {};
  const known = { ...answers, [question]: isRight || Boolean(answers[question]) };
  write({ ...before, answers: { ...before.answers, [lesson]: known } });
}

function write(known: Progress): void {
  keep(KEY, JSON.stringify(known));
}
