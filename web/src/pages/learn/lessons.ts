// The lessons: questions about a position that the odds answer. Their words are in lessons.json, the figures beside it
// (tools/lessons.py computes them, and a test there holds the two together).
import { colour, racingCamels } from "../../game/camels.ts";
import { LEVELS } from "../../game/editions.ts";
import { handOf, type Position, ticketsLeft } from "../../game/position.ts";
import { readPosition } from "../../game/notation.ts";
import { type Named, nameAction, titleOf } from "../../game/actionWords.ts";
import { percent, pounds } from "../../game/odds.ts";
import type { RacingCamel, SeatForm, View } from "../../game/protocol.ts";
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
  /** What can be answered, as a query: "first y", "worth ticket y". */
  choices: readonly string[];
  /** Figures stand in it as queries in braces. */
  why: string;
}

type Figures = Readonly<Record<string, number>>;

export const LESSONS: readonly Lesson[] = lessons;

export function lessonOf(id: string): Lesson | null {
  return LESSONS.find((lesson) => lesson.id === id) ?? null;
}

export function figuresOf({ id }: Lesson, question: number): Figures {
  return (told as unknown as Record<string, Figures>)[`${id}.${question}`] ?? {};
}

/** Most questions are about the second; where the first is asked about, it has to be said. */
export function isFirstEdition({ questions }: Lesson, question: number): boolean {
  return questions[question]!.position.startsWith("edition 1");
}

/** The choice with the highest figure. */
export function rightChoice({ choices }: Question, figures: Figures): string {
  return choices.reduce((best, choice) => (figures[choice]! > figures[best]! ? choice : best));
}

/** A figure as people read it: money, or a chance. */
export function figureText(query: string, figure: number): string {
  return query.startsWith("worth ") ? pounds(figure) : percent(figure);
}

/** The answer with its figures. */
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
      /** What lies before a partner. */
      holds?: { tickets: View["tickets"][number]; rolls: number };
    };

export function choiceOf(query: string, position: Position): Choice {
  const [kind, ...words] = query.split(" ");
  const what = words.join(" ");
  if (kind !== "worth") return { kind: "camel", camel: what, title: colour(what) };
  const named = nameAction(what, position);
  if (named.kind !== "partner") return { kind: "action", named, title: titleOf(named, position.edition) };
  const { seat } = named;
  const holds = { tickets: heldBy(position, seat), rolls: position.pyramid[seat] ?? 0 };
  return { kind: "action", named, title: seatsFor(position.money.length)[seat]?.name ?? "", holds };
}

function heldBy({ tickets }: Position, seat: number): View["tickets"][number] {
  return (tickets[seat] ?? []).map((ticket) => ({
    camel: ticket[0] as RacingCamel,
    value: Number(ticket[1]) as 2 | 3 | 5,
  }));
}

/** Who sits at the table of a lesson: the learner, and computer players. */
export function seatsFor(count: number): SeatForm[] {
  const others = ["novice", "greedy", "shark", "champion", "random"];
  return Array.from({ length: count }, (_, seat) => {
    const level = seat === 0 ? null : (others[seat - 1] ?? "random");
    const name = level ? (LEVELS.find((known) => known.level === level)?.name ?? level) : "You";
    return {
      kind: level ? "computer" : "person",
      name,
      level,
      is_connected: true,
      is_host: false,
      is_muted: false,
      has_left: false,
    };
  });
}

/** The position of a question, and the table as its learner sees it. */
export function tableOf(question: Question): { position: Position; view: View } {
  const position = readPosition(question.position);
  const { edition, track, winner, loser, turn } = position;
  const own = ({ seat, camel }: { seat: number; camel: string }) => ({
    seat,
    camel: seat === turn ? (camel as RacingCamel) : null,
  });
  const view: View = {
    type: "view",
    edition,
    track: track,
    dice: position.dice,
    tents: racingCamels(edition).map((camel) => ticketsLeft(position, camel)) as View["tents"],
    tickets: position.money.map((_, seat) => heldBy(position, seat)),
    pyramid_tickets: [...position.pyramid],
    tiles: [...position.tiles],
    partners: [...position.partners],
    turn,
    leg: position.leg,
    winner_deck: winner.map(own),
    loser_deck: loser.map(own),
    money: [...position.money],
    hands: position.money.map((_, seat) =>
      [...handOf(position, seat)].map((camel) => (seat === turn ? (camel as RacingCamel) : null)),
    ),
    seat: turn,
    legal: [],
  };
  return { position, view };
}
