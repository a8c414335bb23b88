// Finding rules as one types: every word has to occur in a rule, its id, its chapter or the caption of an example of it.
import type { Chapter, Group, Rule } from "./book.ts";

/** A piece of text, and whether it was looked for. */
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

/** The ids of the rules that fit; all of them if nothing is looked for. */
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

/** Shorter words are nearly everywhere: to mark them tells nothing. */
const LEAST = 2;

/** Cut a text where words were found. */
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
