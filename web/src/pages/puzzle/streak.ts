// What this browser knows of one's puzzles: the answer of each day, and for how many days in a row it was right.
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

/** By date; what cannot be read is as if it had never been. */
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

/** The first answer of a day stays. */
export function keepAnswer(date: string, answer: Answer): Answers {
  const answers = { [date]: answer, ...readAnswers() };
  keep(KEY, JSON.stringify(answers));
  return answers;
}

/** Days in a row, up to today or yesterday, with a right answer on the day itself. */
export function streak(answers: Answers, today: string): number {
  const isGood = (date: string): boolean => Boolean(answers[date]?.isRight && answers[date].isOnTime);
  let date = answers[today] ? today : shift(today, -1);
  let days = 0;
  for (; isGood(date); date = shift(date, -1)) days += 1;
  return days;
}

/** The longest there ever was. */
export function longest(answers: Answers): number {
  const good = Object.keys(answers).filter((date) => answers[date]!.isRight && answers[date]!.isOnTime);
  return Math.max(0, ...good.map((date) => streak(answers, date)));
}
