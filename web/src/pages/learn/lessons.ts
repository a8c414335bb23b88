// The lessons: questions about a position that the odds answer. Their texts are in lessons.json, the figures in
// figures.json (tools/lessons.py computes them, and a test compares the two).
import { colour } from "../../game/camels.ts";
import { LEVELS } from "../../game/editions.ts";
import type { Position } from "../../game/position.ts";
import { ticketsOf, viewOfPosition } from "../../game/positionView.ts";
import { readPosition } from "../../game/notation.ts";
import { type Named, nameAction, titleOf } from "../../game/actionWords.ts";
import { percent, pounds } from "../../game/odds.ts";
import type { SeatForm, View } from "../../game/protocol.ts";
import { takenSeat } from "../../game/seats.ts";
import told from "./figures.json";
import { lessons } from "./lessons.json";

export interface Lesson {
  id: string;
  title: string;
  about: string;
  questions: readonly Question[];
}

export interface Question {
  position: string;
  ask: string;
  /** The possible answers, as queries: "first y", "worth ticket y". */
  choices: readonly string[];
  /** Figures are written as queries in braces. */
  why: string;
}

type Figures = Readonly<Record<string, number>>;

export const LESSONS: readonly Lesson[] = lessons;

export function lessonOf(id: string): Lesson | null {
  return LESSONS.find((lesson) => lesson.id === id) ?? null;
}

/** The index of the question that an address asks for: "?question=2" is the second. */
export function questionOf(search: URLSearchParams, count: number): number {
  const asked = Number(search.get("question"));
  return Number.isInteger(asked) ? Math.max(0, Math.min(asked - 1, count - 1)) : 0;
}

export function figuresOf({ id }: Lesson, question: number): Figures {
  return (told as unknown as Record<string, Figures>)[`${id}.${question}`] ?? {};
}

/** Most questions are about the second edition; the page marks the others. */
export function isFirstEdition({ questions }: Lesson, question: number): boolean {
  return questions[question]!.position.startsWith("edition 1");
}

/** The choice with the highest figure. */
export function rightChoice({ choices }: Question, figures: Figures): string {
  return choices.reduce((best, choice) => (figures[choice]! > figures[best]! ? choice : best));
}

/** A figure as text: money, or a chance. */
export function figureText(query: string, figure: number): string {
  return query.startsWith("worth ") ? pounds(figure) : percent(figure);
}

/** The explanation with its figures. */
export function whyText({ why }: Question, figures: Figures): string {
  return why.replace(/\{([^}]+)\}/g, (_, query: string) => figureText(query, figures[query]!));
}

/** What a choice is: a camel, or an action. */
export type Choice =
  | { kind: "camel"; camel: string; title: string }
  | {
      kind: "action";
      named: Named;
      title: string;
      /** What a partner holds. */
      holds?: { tickets: View["tickets"][number]; rolls: number };
    };

export function choiceOf(query: string, position: Position): Choice {
  const [kind, ...words] = query.split(" ");
  const what = words.join(" ");
  if (kind !== "worth") return { kind: "camel", camel: what, title: colour(what) };
  const named = nameAction(what, position);
  if (named.kind !== "partner") return { kind: "action", named, title: titleOf(named, position.edition) };
  const { seat } = named;
  const holds = { tickets: ticketsOf(position, seat), rolls: position.pyramid[seat] ?? 0 };
  return { kind: "action", named, title: seatsFor(position.money.length)[seat]?.name ?? "", holds };
}

/** The players of a lesson: the learner and computer players. */
export function seatsFor(count: number): SeatForm[] {
  const others = ["novice", "greedy", "shark", "champion", "random"];
  return Array.from({ length: count }, (_, seat) => {
    const level = seat === 0 ? null : (others[seat - 1] ?? "random");
    const name = level ? (LEVELS.find((known) => known.level === level)?.name ?? level) : "You";
    return takenSeat(name, level);
  });
}

/** The position of a question, and the table as its learner sees it. */
export function tableOf(question: Question): { position: Position; view: View } {
  const position = readPosition(question.position);
  return { position, view: viewOfPosition(position, position.turn) };
}
