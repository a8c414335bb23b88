// The page as it is sent for a table: it names the files that only tables need, so that a browser fetches them at once,
// not when the script of all pages has asked for them.
import { readFile, writeFile } from "node:fs/promises";
import type { Plugin, Rolldown } from "vite";

const PAGES = { table: "/src/pages/Table.svelte" };

type Bundle = Rolldown.OutputBundle;

/** A chunk with all that it imports, and their style sheets. */
function filesOf(bundle: Bundle, name: string, found: Set<string> = new Set()): Set<string> {
  const chunk = bundle[name];
  if (chunk?.type !== "chunk" || found.has(name)) return found;
  found.add(name);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const other of chunk.imports) filesOf(bundle, other, found);
  return found;
}

function link(name: string): string {
  const [rel, address] = [name.endsWith(".css") ? "stylesheet" : "modulepreload", `/${name}`];
  return `<link rel="${rel}" crossorigin href="${address}">`;
}

export function pages(): Plugin {
  return {
    name: "camelup-pages",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const page = await readFile(`${dir}/index.html`, "utf8");
      for (const [name, source] of Object.entries(PAGES)) {
        const chunk = Object.values(bundle).find(
          (output) => output.type === "chunk" && output.facadeModuleId?.endsWith(source),
        );
        if (!chunk) throw new Error(`nothing was built of ${source}`);
        const links = [...filesOf(bundle, chunk.fileName)].filter((file) => !page.includes(`/${file}"`)).map(link);
        await writeFile(`${dir}/${name}.html`, page.replace("</head>", `${links.join("")}</head>`));
      }
    },
  };
}
