// The page in two forms. For a table it names the files that only tables need, so that a browser fetches them at once,
// not when the script of all pages has asked for them. Elsewhere they come when there is nothing else to do: whoever
// looks at the start will soon sit at a table.
import { readFile, writeFile } from "node:fs/promises";
import type { Plugin, Rolldown } from "vite";

const TABLE = "/src/pages/table/TablePage.svelte";

type Bundle = Rolldown.OutputBundle;

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
 * Style sheets come last in the body: there they hold up neither what the page shows before its script nor one another.
 * They are not preloaded, since what a service worker answers to a preload is not used again.
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

function fetchLater(page: string, files: string[]): string {
  const links = files.map(
    (name) => `<link rel="prefetch" as="${isStyle(name) ? "style" : "script"}" crossorigin href="/${name}">`,
  );
  return page.replace("</head>", `${links.join("")}</head>`);
}

function isStyle(name: string): boolean {
  return name.endsWith(".css");
}

export function pages(): Plugin {
  return {
    name: "camelup-pages",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const page = await readFile(`${dir}/index.html`, "utf8");
      const table = Object.values(bundle).find(
        (output) => output.type === "chunk" && output.facadeModuleId?.endsWith(TABLE),
      );
      if (!table) throw new Error(`nothing was built of ${TABLE}`);
      const files = [...filesOf(bundle, table.fileName)].filter((file) => !page.includes(`/${file}"`));
      await writeFile(`${dir}/table.html`, fetchNow(page, files));
      await writeFile(`${dir}/index.html`, fetchLater(page, files));
    },
  };
}
