// The page in two forms. For a table it names the files that only tables need, so that a browser fetches them at once,
// not when the script of all pages has asked for them. Elsewhere they come when there is nothing else to do: whoever
// looks at the start will soon sit at a table.
import { readFile, writeFile } from "node:fs/promises";
import type { Plugin, Rolldown } from "vite";

const TABLE = "/src/pages/Table.svelte";

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

/** No style sheet yet: it would hold up what the page can show before its script. */
function fetchNow(name: string): string {
  return name.endsWith(".css")
    ? `<link rel="preload" as="style" crossorigin href="/${name}">`
    : `<link rel="modulepreload" crossorigin href="/${name}">`;
}

function fetchLater(name: string): string {
  return `<link rel="prefetch" as="${name.endsWith(".css") ? "style" : "script"}" crossorigin href="/${name}">`;
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
      for (const [name, link] of [
        ["table", fetchNow],
        ["index", fetchLater],
      ] as const) {
        await writeFile(`${dir}/${name}.html`, page.replace("</head>", `${files.map(link).join("")}</head>`));
      }
    },
  };
}
