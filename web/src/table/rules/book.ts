// The rules of one edition: its chapters and examples.
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
  /** The face of the die, as "b2". */
  roll: string | null;
  /** The track after the roll. */
  after: Position["track"] | null;
  /** What the leg pays each seat, and everyone's money afterwards. */
  pays: readonly number[] | null;
  money: readonly number[] | null;
  /** The reward of each card of the two decks. */
  cards: readonly (readonly number[])[] | null;
  /** Where the seat in turn may place its tile. */
  may: readonly number[] | null;
  /** Whether the example is about the places of the camels. */
  hasOrder: boolean;
  show: string | null;
}

/** Rules that belong together, and their examples. */
export interface Group {
  /** Independent of the search, so that its pictures are not drawn again. */
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

/** All chapters of an edition. */
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

/** The title of the chapter of a rule. */
export function chapterOf(id: string): string {
  return book.chapters.find(({ rules }) => rules.some((rule) => rule.id === id))?.title ?? id;
}

/** Group the rules, so that each example is beside its rules. */
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

/**
 * Translate an example to an edition. Examples for both editions use the second edition's camels; the first has others,
 * and no crazy ones.
 */
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
