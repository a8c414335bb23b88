// Imports go one way, as in the Python package (tests/test_architecture.py).
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, resolve, sep } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");

/** The folders that each folder may import, besides itself. */
const KNOWS: Readonly<Record<string, readonly string[]>> = {
  ui: [],
  game: [],
  table: ["ui", "game"],
  pages: ["ui", "game", "table"],
};
/** Every page may show one of these instead of itself. */
const SHARED_PAGES = "errors";
/** What exists in browsers only, and what depends on time or chance: pure files use none of it. */
const IMPURE = new Set(
  (
    "document window navigator location history localStorage sessionStorage fetch WebSocket matchMedia " +
    "addEventListener dispatchEvent requestAnimationFrame setTimeout setInterval performance crypto Date console"
  ).split(" "),
);

interface File {
  /** From `src`, with forward slashes. */
  path: string;
  /** Only the scripts of a component. */
  code: string;
  imports: string[];
}

/** What a script imports: statically, dynamically, as types, or to export it again. */
function importsOf(code: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const named =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
            ? node.argument.literal
            : undefined;
    if (named && ts.isStringLiteralLike(named)) found.push(named.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("file.ts", code, ts.ScriptTarget.Latest));
  return found;
}

/** The script of a component, and what its markup imports when it is needed. */
function componentImports(text: string): { code: string; imports: string[] } {
  const code = [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script).join("\n");
  const inMarkup = [...text.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/g)].map(([, name]) => name!);
  return { code, imports: [...new Set([...importsOf(code), ...inMarkup])] };
}

function readAll(): File[] {
  return readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|svelte)$/.test(name))
    .map((name) => {
      const text = readFileSync(join(SRC, name), "utf8");
      const path = name.split(sep).join("/");
      return {
        path,
        ...(name.endsWith(".svelte") ? componentImports(text) : { code: text, imports: importsOf(text) }),
      };
    });
}

/** "pages/learn" of "pages/learn/Coach.svelte", "table" of "table/board/ring.ts", "" of "App.svelte". */
function roomOf(path: string): string {
  const parts = path.split("/");
  if (parts.length === 1) return "";
  return parts[0] === "pages" ? parts.slice(0, 2).join("/") : parts[0]!;
}

/** Where an import leads, from `src`; null outside of it. */
function targetOf(from: string, specifier: string): string | null {
  if (!specifier.startsWith(".")) return null;
  const path = relative(SRC, normalize(join(SRC, dirname(from), specifier)));
  return path.startsWith("..") ? null : path.split(sep).join("/");
}

function mayImport(from: string, to: string): boolean {
  const [here, there] = [roomOf(from), roomOf(to)];
  if (here === "" || here === there) return true;
  const [layer = "", page] = there.split("/");
  if (layer === "pages") return here.startsWith("pages/") && here !== `pages/${SHARED_PAGES}` && page === SHARED_PAGES;
  return KNOWS[here.split("/")[0]!]?.includes(layer) ?? false;
}

const files = readAll();

test("every file is in a room, but what starts the client", () => {
  const rooms = new Set(files.map(({ path }) => path.split("/")).map((parts) => (parts.length > 1 ? parts[0] : "")));
  expect([...rooms].sort()).toEqual(["", "game", "pages", "table", "ui"]);
  expect(files.filter(({ path }) => roomOf(path) === "").map(({ path }) => path)).toEqual([
    "App.svelte",
    "build.d.ts",
    "main.ts",
    "pages.ts",
  ]);
});

test("imports go one way: ui and game know nobody, table both, a page all three and no other page", () => {
  const wrong = files.flatMap(({ path, imports }) =>
    imports
      .map((specifier) => targetOf(path, specifier))
      .filter((target) => target !== null && !mayImport(path, target))
      .map((target) => `${path} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test("all imports are relative and name their file's ending, or a package", () => {
  const odd = files.flatMap(({ path, imports }) =>
    imports
      .filter(
        (name) => name.startsWith("/") || (name.startsWith(".") && !/\.(ts|svelte|json|css|txt\?raw)$/.test(name)),
      )
      .map((name) => `${path} imports ${name}`),
  );
  expect(odd).toEqual([]);
});

describe("game is pure", () => {
  const pure = files.filter(({ path }) => path.startsWith("game/"));

  test("no components, no packages", () => {
    expect(pure.filter(({ path }) => path.includes(".svelte"))).toEqual([]);
    expect(pure.flatMap(({ imports }) => imports.filter((name) => !name.startsWith(".")))).toEqual([]);
  });

  test.each(pure.map(({ path, code }) => [path, code]))("%s uses nothing of a browser, nor the clock", (_, code) => {
    const names: string[] = [];
    const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, code);
    let before = ts.SyntaxKind.Unknown;
    for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
      const isName = token === ts.SyntaxKind.Identifier && before !== ts.SyntaxKind.DotToken;
      if (isName && IMPURE.has(scanner.getTokenText())) names.push(scanner.getTokenText());
      before = token;
    }
    expect(names).toEqual([]);
  });
});

describe("the reader of imports", () => {
  test.each([
    ['import a from "./a.ts";', "./a.ts"],
    ['import type { A } from "./a.ts";', "./a.ts"],
    ['export { a } from "./a.ts";', "./a.ts"],
    ['const a = await import("./a.ts");', "./a.ts"],
    ['type A = typeof import("./a.ts");', "./a.ts"],
    ['type A = import("./a.ts").A;', "./a.ts"],
  ])("finds %s", (code, found) => expect(importsOf(code)).toEqual([found]));

  test("finds what the markup of a component loads", () => {
    const text =
      '<script lang="ts">import B from "./B.svelte";</script>{#await import("./C.svelte") then c}<B {c} />{/await}';
    expect(componentImports(text).imports).toEqual(["./B.svelte", "./C.svelte"]);
  });

  test.each([
    ["pages/a/A.svelte", "pages/b/b.ts", false],
    ["pages/a/A.svelte", "pages/errors/NotFound.svelte", true],
    ["pages/errors/NotFound.svelte", "pages/a/a.ts", false],
    ["table/board/a.ts", "pages/errors/NotFound.svelte", false],
    ["game/a.ts", "ui/storage.ts", false],
    ["ui/a.ts", "game/a.ts", false],
    ["table/a.ts", "game/a.ts", true],
    ["table/a.ts", "App.svelte", false],
    ["App.svelte", "pages/a/A.svelte", true],
  ])("%s -> %s: %s", (from, to, may) => expect(mayImport(from, to)).toBe(may));
});
