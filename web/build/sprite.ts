// Puts the drawings of shapes.json and the faces of the players into the page, so that `<use href="#camel-b">` finds
// them, and writes the favicon.
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { FOLDER, faceSymbols } from "./faces.ts";
import { PATH, readShapes, Writer } from "./shapes.ts";

const folder = fileURLToPath(new URL("../generated", import.meta.url));

function favicon(): string {
  const drawn = new Writer(readShapes(), { isFixed: true }).draw("favicon");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawn}</svg>\n`;
}

export function sprite(): Plugin {
  return {
    name: "camelup-sprite",
    async configResolved() {
      await mkdir(folder, { recursive: true });
      await writeFile(`${folder}/favicon.svg`, favicon());
    },
    configureServer(server) {
      server.watcher.add([PATH, FOLDER]);
      server.watcher.on("change", (path) => {
        if (path === PATH || path.startsWith(FOLDER)) server.ws.send({ type: "full-reload" });
      });
    },
    transformIndexHtml(html) {
      return html.replace("<body>", `<body>${new Writer(readShapes()).sprite(faceSymbols())}`);
    },
  };
}
