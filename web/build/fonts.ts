// The two fonts of the design, reduced to the characters that are needed. Other characters fall back to Georgia or the
// system's font.
import { readFile, writeFile, mkdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("");
/** Names have accents, and sentences have typographic punctuation. */
const ACCENTS = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœŒ";
const SIGNS = "–—‘’“”…·×−±£€°½→←";

const FONTS = [
  { from: "@fontsource/caprasimo/files/caprasimo-latin-400-normal.woff2", to: "caprasimo", text: ASCII + "–’…·−×½" },
  {
    from: "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
    to: "figtree",
    text: ASCII + ACCENTS + SIGNS,
    axes: { wght: { min: 500, max: 800 } },
  },
];

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Write the fonts into `generated/`, where style.css finds them, unless they are newer than this file. */
export function fonts(): Plugin {
  return {
    name: "camelup-fonts",
    async configResolved() {
      await mkdir(`${root}generated`, { recursive: true });
      const own = (await stat(`${root}build/fonts.ts`)).mtimeMs;
      for (const { from, to, text, axes } of FONTS) {
        const path = `${root}generated/${to}.woff2`;
        if ((await isThere(path)) && (await stat(path)).mtimeMs > own) continue;
        const whole = await readFile(`${root}node_modules/${from}`);
        const options = { targetFormat: "woff2" as const, ...(axes && { variationAxes: axes }) };
        await writeFile(path, await subsetFont(whole, text, options));
      }
    },
  };
}
