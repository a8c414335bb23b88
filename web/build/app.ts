// What makes the client an app that can be installed: the service worker, which is told what to keep.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { filesOf } from "./pages.ts";

const WORKER = fileURLToPath(new URL("worker.js", import.meta.url));
/** What is there without a network; the start page is in the script of all. */
const PAGES = [
  "pages/analysis/AnalysisPage.svelte",
  "pages/follow/FollowPage.svelte",
  "pages/rules/RulesPage.svelte",
  "pages/puzzle/PuzzlePage.svelte",
  "table/rules/RulesSheet.svelte",
  "pages/learn/LearnPage.svelte",
  "pages/learn/GuidedLeg.svelte",
  "table/scoring/stages.ts",
].map((page) => `/src/${page}`);

export function app(): Plugin {
  return {
    name: "camelup-app",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const entry = chunks.find(({ isEntry }) => isEntry);
      const pages = PAGES.map((page) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(page)));
      if (!entry) throw new Error("nothing was built of the page");
      const names = new Set<string>();
      for (const chunk of [entry, ...pages]) {
        if (!chunk) throw new Error(`nothing was built of one of ${PAGES.join(", ")}`);
        filesOf(bundle, chunk.fileName, names);
      }
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
