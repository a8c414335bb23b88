// Writes the HTML files, and pages.json, which maps addresses to them for the server. A preloaded page has its own HTML
// file, which names its chunks, so that a browser fetches them at once and not after the main script. Everywhere but at
// a table, a template names the chunks of the table, which are fetched once somebody touches the page (main.ts).
import { readFile, writeFile } from "node:fs/promises";
import type { Plugin, Rolldown } from "vite";
import { addressesOf, fileOf, PAGES } from "../src/pages.ts";

type Bundle = Rolldown.OutputBundle;

/** The chunk that was built of a source file. */
export function chunkOf(bundle: Bundle, file: string): Rolldown.OutputChunk {
  for (const output of Object.values(bundle)) {
    if (output.type === "chunk" && output.facadeModuleId?.endsWith(`/src/${file}`)) return output;
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

/** At a table the camels come first: the fonts wait for the scripts that draw them, and text has others until then. */
function fetchFontsLast(page: string): string {
  const fonts: string[] = [];
  const rest = page.replace(/\s*<link rel="preload"[^>]*as="font"[^>]*>/g, (found) => {
    fonts.push(found.trim().replace("<link ", '<link fetchpriority="low" '));
    return "";
  });
  return rest.replace("</head>", `${fonts.join("")}</head>`);
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
      const chunks = (name: string): string[] =>
        [...filesOf(bundle, chunkOf(bundle, fileOf(name)).fileName)].filter((file) => !page.includes(`/${file}"`));
      const later = chunks("table");
      for (const row of PAGES.filter(({ isForDevelopers }) => !isForDevelopers)) {
        const html = row.isPreloaded ? `${row.name}.html` : "index.html";
        for (const address of addressesOf(row)) addresses[address] = html;
        if (!row.isPreloaded) continue;
        const now = chunks(row.name);
        const preloaded = fetchNow(page, now);
        const isTable = row.name === "table";
        await writeFile(
          `${dir}/${html}`,
          isTable ? fetchFontsLast(preloaded) : fetchLater(preloaded, without(later, now)),
        );
      }
      await writeFile(`${dir}/index.html`, fetchLater(page, later));
      await writeFile(`${dir}/pages.json`, JSON.stringify(addresses));
    },
  };
}
