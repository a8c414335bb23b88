// Makes the client an installable app: the service worker, with the list of files to cache.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin, Rolldown } from "vite";
import { fileOf, PAGES } from "../src/pages.ts";
import { chunkOf, filesOf } from "./pages.ts";

const WORKER = fileURLToPath(new URL("worker.js", import.meta.url));
/** What works without a network; the rules open over every page. */
const OFFLINE = [
  ...PAGES.filter(({ isOffline }) => isOffline).map(({ name }) => fileOf(name)),
  "table/rules/RulesSheet.svelte",
  "pages/errors/NotFoundPage.svelte",
];

export function app(): Plugin {
  return {
    name: "camelup-app",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const entry = chunks.find(({ isEntry }) => isEntry);
      if (!entry) throw new Error("nothing was built of the page");
      const names = filesOf(bundle, entry.fileName);
      const withEntry = new Set(names);
      for (const file of OFFLINE) addWithLater(bundle, chunkOf(bundle, file).fileName, names, withEntry);
      const fonts = Object.keys(bundle).filter((name) => /\.(woff2|svg)$/.test(name));
      // The script of all pages comes first: the worker knows its build by it.
      const files = [...names, ...fonts].map((name) => `/${name}`);
      const worker = await readFile(WORKER, "utf8");
      const page = await readFile(`${dir}/index.html`, "utf8");
      const version = createHash("sha256")
        .update(worker)
        .update(page)
        .update(Object.keys(bundle).join())
        .digest("hex")
        .slice(0, 12);
      const told = `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(files)};\n`;
      await writeFile(`${dir}/sw.js`, told + worker);
    },
  };
}

/** Add a chunk with all that it imports, also later; but not what the script of all pages imports later: other pages. */
function addWithLater(bundle: Rolldown.OutputBundle, name: string, found: Set<string>, withEntry: Set<string>): void {
  for (const file of filesOf(bundle, name)) {
    const isNew = !found.has(file);
    found.add(file);
    const chunk = bundle[file];
    if (!isNew || withEntry.has(file) || chunk?.type !== "chunk") continue;
    for (const later of chunk.dynamicImports) addWithLater(bundle, later, found, withEntry);
  }
}
