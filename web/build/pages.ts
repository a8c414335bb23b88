// Writes the HTML files, and pages.json, which maps addresses to them for the server. A preloaded page has its own HTML
// file, which names its chunks, so that a browser fetches them at once and not after the main script. Everywhere but at
// a table, a template names the chunks of the table, which are fetched once somebody touches the page (main.ts).
// Nearly all functions of preloaded scripts are called at once, and a comment at the top of each says so: Chromium then
// compiles a script beside the page, while it arrives, and not function by function when the page is to be drawn.
import { readFile, writeFile } from "node:fs/promises";
import type { Plugin, Rolldown } from "vite";
import { addressesOf, fileOf, PAGES } from "../src/pages.ts";

/** What a table's page imports later, to greet the server meanwhile; nearly everybody needs it. */
const RACE = "table/race/Race.svelte";
const GREETING = "table/connection/greeting.ts";
const COMPILE_AT_ONCE = "//# allFunctionsCalledOnLoad\n";

type Bundle = Rolldown.OutputBundle;

/** The chunk that has a source file in it. */
export function chunkOf(bundle: Bundle, file: string): Rolldown.OutputChunk {
  for (const output of Object.values(bundle)) {
    if (output.type === "chunk" && output.moduleIds.some((id) => id.endsWith(`/src/${file}`))) return output;
  }
  throw new Error(`nothing was built of ${file}`);
}

/** A chunk with all that it imports, and their style sheets. */
export function filesOf(bundle: Bundle, name: string, found: Set<string> = new Set()): Set<string> {
  const chunk = bundle[name];
  if (chunk?.type !== "chunk" || found.has(name)) return found;
  found.add(name);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const other of chunk.imports) filesOf(bundle, other, found);
  return found;
}

/**
 * Style sheets come last in the body: there they block neither the first paint nor each other. They are not preloaded,
 * because a service worker's response to a preload is not reused.
 */
function fetchNow(page: string, files: string[]): string {
  const [styles, scripts] = [files.filter(isStyle), files.filter((name) => !isStyle(name))];
  return page
    .replace(
      "</head>",
      `${scripts.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`).join("")}</head>`,
    )
    .replace(
      "</body>",
      `${styles.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`).join("")}</body>`,
    );
}

/** Scripts of the race leave the line to those that greet the server before; its styles are small, and come at once. */
function fetchNext(page: string, files: string[]): string {
  return fetchNow(page, files).replaceAll(
    /<link rel="modulepreload"(?= crossorigin href="\/([^"]*)")/g,
    (link, name: string) => (files.includes(name) ? `${link} fetchpriority="low"` : link),
  );
}

/** The script that opens the socket runs as soon as it is there; other scripts wait for the whole page. */
function greetFirst(page: string, greeting: string): string {
  return page.replace(
    '<script type="module"',
    `<script type="module" async crossorigin src="/${greeting}"></script>$&`,
  );
}

/** At a table the camels come first, then the fonts (ui/fonts.ts). */
function useFontsLater(page: string): string {
  return page.replace(/\s*<link rel="preload"[^>]*as="font"[^>]*>/g, "").replace("<html ", '<html data-fonts="later" ');
}

function fetchLater(page: string, files: string[]): string {
  const links = files.map(
    (name) => `<link rel="prefetch" as="${isStyle(name) ? "style" : "script"}" crossorigin href="/${name}">`,
  );
  return page.replace("</head>", `<template id="later">${links.join("")}</template></head>`);
}

function isStyle(name: string): boolean {
  return name.endsWith(".css");
}

async function compileAtOnce(path: string): Promise<void> {
  await writeFile(path, COMPILE_AT_ONCE + (await readFile(path, "utf8")));
}

function without(files: string[], others: string[]): string[] {
  return files.filter((file) => !others.includes(file));
}

export function pages(): Plugin {
  return {
    name: "camelup-pages",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const page = await readFile(`${dir}/index.html`, "utf8");
      const addresses: Record<string, string> = {};
      const chunks = (...names: string[]): string[] => {
        const found = new Set<string>();
        for (const name of names) filesOf(bundle, chunkOf(bundle, name).fileName, found);
        return [...found].filter((file) => !page.includes(`/${file}"`));
      };
      const later = chunks(fileOf("table"), RACE);
      const scripts = new Set(filesOf(bundle, chunkOf(bundle, "main.ts").fileName));
      for (const row of PAGES.filter(({ isForDevelopers }) => !isForDevelopers)) {
        const html = row.isPreloaded ? `${row.name}.html` : "index.html";
        for (const address of addressesOf(row)) addresses[address] = html;
        if (!row.isPreloaded) continue;
        const now = chunks(fileOf(row.name));
        const preloaded = fetchNow(page, now);
        const rest = without(later, now);
        if (!rest.length)
          throw new Error("a table's page waits for its race: something of both is in the race's chunk");
        for (const file of row.name === "table" ? later : now) scripts.add(file);
        await writeFile(
          `${dir}/${html}`,
          row.name === "table"
            ? greetFirst(useFontsLater(fetchNext(preloaded, rest)), chunkOf(bundle, GREETING).fileName)
            : fetchLater(preloaded, rest),
        );
      }
      for (const file of scripts) if (!isStyle(file)) await compileAtOnce(`${dir}/${file}`);
      await writeFile(`${dir}/index.html`, fetchLater(page, later));
      await writeFile(`${dir}/pages.json`, JSON.stringify(addresses));
    },
  };
}
