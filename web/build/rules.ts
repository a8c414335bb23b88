// The rules of docs/rules.md as data, for `import book from "virtual:rules"`: the rules page is generated from the
// document, so the two cannot differ. The tests of the document check the format that is parsed here.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const PATH = fileURLToPath(new URL("../../docs/rules.md", import.meta.url));
const NAME = "virtual:rules";
const RESOLVED = `\0${NAME}`;

export interface Rule {
  id: string;
  editions: readonly (1 | 2)[];
  text: string;
  /** Details that few readers need. */
  note: string;
  source: string;
}

export interface Example {
  /** The rules that it shows. */
  rules: readonly string[];
  caption: string;
  /** In notation; without an edition it holds for both. */
  position: string;
  /** The roll, its results and what to draw, by the first word of each line. */
  told: Readonly<Record<string, string>>;
}

export interface Chapter {
  id: string;
  title: string;
  lead: string;
  rules: readonly Rule[];
  examples: readonly Example[];
}

export interface Book {
  /** The first edition's names. */
  words: readonly (readonly [here: string, first: string])[];
  /** The summary of the game. */
  short: string;
  chapters: readonly Chapter[];
}

const EDITIONS: Readonly<Record<string, readonly (1 | 2)[]>> = {
  "first edition": [1],
  "second edition": [2],
  "both editions": [1, 2],
};

const unwrap = (text = ""): string => text.split(/\s+/).filter(Boolean).join(" ");

/** Read the document. */
export function readBook(document: string): Book {
  const sections = document.split(/^## /m).slice(1);
  const named = (title: string): string => sections.find((section) => section.startsWith(`${title}\n`)) ?? "";
  const [, short = ""] = /\n\n([\s\S]*)/.exec(named("The game in short")) ?? [];
  const words = [...named("Words").matchAll(/^\| (?!Here|-)([^|]+) \| ([^|]+) \|$/gm)];
  const chapters = sections.map(readChapter).filter(({ rules }) => rules.length);
  if (!short || !words.length || !chapters.length) throw new Error(`${PATH} is not what it was`);
  return { words: words.map(([, here = "", first = ""]) => [here, first] as const), short: unwrap(short), chapters };
}

function readChapter(section: string): Chapter {
  const [, title = "", lead = ""] = /^(.*)\n\n((?:(?!- \*\*`).+\n)*)/.exec(section) ?? [];
  const rules = [...section.matchAll(/^- \*\*`([^`]+)`\*\* \(([^)]+)\) ((?:.*\n(?: {2}.*\n)*))/gm)].map(readRule);
  const examples = [...section.matchAll(/^<!-- example (.*) -->\n```text\n([\s\S]*?)^```$/gm)].map(readExample);
  return { id: rules[0]?.id.split("-")[0] ?? "", title, lead: unwrap(lead), rules, examples };
}

function readRule([, id = "", editions = "", body = ""]: RegExpExecArray): Rule {
  const [text, ...parts] = body.split(/\n {2}- /);
  const part = (name: string): string =>
    parts.find((found) => found.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
  return {
    id,
    editions: EDITIONS[editions]!,
    text: unwrap(text),
    note: unwrap(part("Note")),
    source: unwrap(part("Source")),
  };
}

function readExample([, rules = "", body = ""]: RegExpExecArray): Example {
  const lines = body.trimEnd().split("\n");
  const at = lines.findIndex((line) => /^(edition|track) /.test(line));
  const told = lines.slice(at + 1).map((line) => /^(\w+) (.*)$/.exec(line)!.slice(1) as [string, string]);
  return {
    rules: rules.split(" "),
    caption: unwrap(lines.slice(0, at).join(" ")),
    position: lines[at]!,
    told: Object.fromEntries(told),
  };
}

export function rules(): Plugin {
  return {
    name: "camelup-rules",
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      this.addWatchFile(PATH);
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(readBook(readFileSync(PATH, "utf8"))))})`;
    },
  };
}
