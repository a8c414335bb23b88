// Compresses files to .br and .gz where it helps; the server sends them as they are.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const WORTH_IT = /\.(html|js|css|svg|json|webmanifest)$/;

export function compress(): Plugin {
  let folder = "";
  return {
    name: "camelup-compress",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !WORTH_IT.test(entry.name)) continue;
        const path = `${entry.parentPath}/${entry.name}`;
        const whole = await readFile(path);
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length };
        await writeFile(`${path}.br`, brotliCompressSync(whole, { params }));
        await writeFile(`${path}.gz`, gzipSync(whole, { level: 9 }));
      }
    },
  };
}
