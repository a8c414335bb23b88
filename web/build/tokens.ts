// The colours of shapes.json as custom properties, for `import "virtual:tokens.css"`.
import type { Plugin } from "vite";
import { PATH, readShapes } from "./shapes.ts";

const NAME = "virtual:tokens.css";
const RESOLVED = `\0${NAME}`;

function write(tokens: Record<string, [string, string]>, theme: 0 | 1): string {
  return Object.entries(tokens)
    .map(([name, values]) => `--${name}:${values[theme]};`)
    .join("");
}

/** Light, dark if the system asks for it, and either one if the user chose it (`data-theme`). */
export function tokens(): Plugin {
  return {
    name: "camelup-tokens",
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      this.addWatchFile(PATH);
      const { tokens } = readShapes();
      const [light, dark] = [write(tokens, 0), `${write(tokens, 1)}color-scheme:dark;`];
      return `:root{color-scheme:light;${light}}
        @media (prefers-color-scheme:dark){:root:not([data-theme="light"]){${dark}}}
        :root[data-theme="dark"]{${dark}}`;
    },
  };
}
