// Search as you type: every word must occur in the rule, its id, its chapter or the caption of one of its examples.
import type { Chapter, Group, Rule } from "./book.ts";

/** A piece of text, and whether it matches. */
export interface Piece {
  text: string;
  isFound: boolean;
}

export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

function has(rule: Rule, chapter: Chapter, group: Group, words: readonly string[]): boolean {
  const captions = group.examples.filter(({ rules }) => rules.includes(rule.id)).map(({ caption }) => caption);
  const all = [rule.id, rule.text, rule.note, chapter.title, ...captions].join("\n").toLowerCase();
  return words.every((word) => all.includes(word));
}

/** The ids of the matching rules; all of them if the query is empty. */
export function search(chapters: readonly Chapter[], query: string): ReadonlySet<string> {
  const words = wordsOf(query);
  return new Set(
    chapters.flatMap((chapter) =>
      chapter.groups.flatMap((group) =>
        group.rules.filter((rule) => has(rule, chapter, group, words)).map(({ id }) => id),
      ),
    ),
  );
}

/** Shorter words are not marked, because they occur nearly everywhere. */
const LEAST = 2;

/** Split a text at the matching words. */
export function cut(text: string, words: readonly string[]): Piece[] {
  const telling = words.filter((word) => word.length >= LEAST);
  if (!telling.length) return [{ text, isFound: false }];
  const longest = telling
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return text
    .split(new RegExp(`(${longest.join("|")})`, "i"))
    .map((piece, index) => ({ text: piece, isFound: index % 2 === 1 }))
    .filter((piece) => piece.text);
}
