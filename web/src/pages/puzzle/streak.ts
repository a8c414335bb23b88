// The answers to the daily puzzles, stored in this browser, and the streak of correct ones.
import { keep, recall } from "../../ui/storage.ts";
import { shift } from "./days.ts";

const KEY = "puzzles";

export interface Answer {
  /** In notation. */
  action: string;
  isRight: boolean;
  /** Given on the day itself: only such answers make a streak. */
  isOnTime: boolean;
}

export type Answers = Readonly<Record<string, Answer>>;

/** By date; invalid data is ignored. */
export function readAnswers(): Answers {
  try {
    const kept: unknown = JSON.parse(recall(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, answer]) => isAnswer(answer)));
  } catch {
    return {};
  }
}

function isAnswer(form: unknown): form is Answer {
  const { action, isRight, isOnTime } = (form ?? {}) as Partial<Answer>;
  return typeof action === "string" && typeof isRight === "boolean" && typeof isOnTime === "boolean";
}

/** Save an answer; the first answer of a day counts. */
export function keepAnswer(date: string, answer: Answer): Answers {
  const answers = { [date]: answer, ...readAnswers() };
  keep(KEY, JSON.stringify(answers));
  return answers;
}

/** The number of consecutive days, up to today or yesterday, with a correct answer on the day itself. */
export function streak(answers: Answers, today: string): number {
  const isGood = (date: string): boolean => Boolean(answers[date]?.isRight && answers[date].isOnTime);
  let date = answers[today] ? today : shift(today, -1);
  let days = 0;
  for (; isGood(date); date = shift(date, -1)) days += 1;
  return days;
}

/** The longest streak so far. */
export function longest(answers: Answers): number {
  const good = Object.keys(answers).filter((date) => answers[date]!.isRight && answers[date]!.isOnTime);
  return Math.max(0, ...good.map((date) => streak(answers, date)));
}
