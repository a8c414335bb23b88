// The rules as one edition has them: its chapters, and each example as that edition draws it.
import book from "virtual:rules";
import type { Chapter as WholeChapter, Example as Told, Rule } from "../../../build/rules.ts";
import { readPosition } from "../../game/notation.ts";
import type { Position } from "../../game/position.ts";
import type { Edition } from "../../game/protocol.ts";

export type { Rule };

/** An example in one edition. */
export interface Example {
  key: string;
  rules: readonly string[];
  caption: string;
  position: Position;
  /** What the die shows, as "b2". */
  roll: string | null;
  /** How the camels stand after it. */
  after: Position["track"] | null;
  /** What it pays to each seat in the leg's scoring, and what everybody has then. */
  pays: readonly number[] | null;
  money: readonly number[] | null;
  /** What each card of the two decks brings. */
  cards: readonly (readonly number[])[] | null;
  /** Where the seat in turn may lay its tile. */
  may: readonly number[] | null;
  /** Whether the places of the camels are the point. */
  hasOrder: boolean;
  show: string | null;
}

/** Rules that belong together, and what shows them. */
export interface Group {
  /** The same whatever is looked for, so that its pictures stay. */
  key: string;
  rules: readonly Rule[];
  examples: readonly Example[];
}

export interface Chapter {
  id: string;
  title: string;
  lead: string;
  groups: readonly Group[];
}

export const SHORT = book.short;
export const WORDS = book.words;

/** All chapters that an edition has. */
export function chaptersOf(edition: Edition): Chapter[] {
  return book.chapters
    .map((chapter) => {
      const { id, title, lead } = chapter;
      return { id, title, lead, groups: groupsOf(chapter, edition) };
    })
    .filter(({ groups }) => groups.length);
}

/** The editions that have a rule; none if there is no such rule. */
export function editionsOf(id: string): readonly Edition[] {
  return book.chapters.flatMap(({ rules }) => rules).find((rule) => rule.id === id)?.editions ?? [];
}

/** An example stands beside its rules of this chapter, from the first to the last of them. */
function groupsOf({ id, rules, examples }: WholeChapter, edition: Edition): Group[] {
  const shown = examples.flatMap((told, index) => inEdition(told, edition, `${id}-${index}`) ?? []);
  const own = shown.map((example) => example.rules.filter((name) => name.startsWith(`${id}-`)));
  const groups: { key: string; rules: Rule[]; examples: Example[] }[] = [];
  const begin = (key: string): number => groups.push({ key: `${edition}-${key}`, rules: [], examples: [] });
  for (const rule of rules) {
    if (!rule.editions.includes(edition)) continue;
    const isInside = own.some((names) => names.indexOf(rule.id) > 0);
    const isFirst = !isInside && own.some((names) => names[0] === rule.id);
    if (isFirst || !groups.length || groups.at(-1)!.examples.length) begin(rule.id);
    const group = groups.at(-1)!;
    group.rules.push(rule);
    group.examples = shown.filter((_, index) => own[index]!.at(-1) === rule.id);
  }
  return groups;
}

const numbers = (text: string): number[] => text.split(" ").filter(Boolean).map(Number);

function inEdition({ rules, caption, position, told }: Told, edition: Edition, key: string): Example | null {
  const only = /^edition (\d)/.exec(position)?.[1];
  if (only && Number(only) !== edition) return null;
  const set = (text: string): Position => readPosition(only ? text : toEdition(text, edition));
  const before = set(position);
  const [winner = "", loser = ""] = told["cards"]?.split(" / ") ?? [];
  return {
    key,
    rules,
    caption,
    position: before,
    roll: told["roll"] ?? null,
    after: told["track"] ? set(`${only ? `edition ${only} | ` : ""}track ${told["track"]} | money 3 3`).track : null,
    pays: told["pays"] ? numbers(told["pays"]) : null,
    money: told["money"] ? numbers(told["money"]) : null,
    cards: told["cards"] ? [numbers(winner), numbers(loser)] : null,
    may: told["may"] ? numbers(told["may"]) : null,
    hasOrder: Boolean(told["order"]),
    show: told["show"] ?? null,
  };
}

/** What holds for both editions is written with the second's camels; the first has others, and none that are crazy. */
export function toEdition(text: string, edition: Edition): string {
  if (edition === 2) return `edition 2 | ${text}`;
  const sections = text.split(" | ").map((section) => {
    const [label = "", ...words] = section.split(" ");
    if (!["track", "dice", "tickets", "winner", "loser"].includes(label)) return section;
    const first = words.map((word) => word.replace(/[KWx]/g, "").replaceAll("p", "o").replaceAll("r", "w"));
    return [label, ...first.filter((word) => !word.endsWith(":"))].join(" ");
  });
  return `edition 1 | ${sections.join(" | ")}`;
}
