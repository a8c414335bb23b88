// The faces of the computer players as symbols, from the files that documents and the server use, too.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

export const FOLDER = `${resolve(import.meta.dirname, "../../src/camelup/players/faces")}/`;

export interface Drawing {
  level: string;
  /** The player's name. */
  title: string;
  /** The content of the svg element, without the title. */
  inside: string;
}

export function readFaces(): Drawing[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".svg"))
    .sort()
    .map((name) => {
      const whole = readFileSync(FOLDER + name, "utf8");
      const title = /<title[^>]*>(.*?)<\/title>/.exec(whole)?.[1] ?? "";
      const inside = whole.replace(/^[^>]*>|<title.*<\/title>|<\/svg>\s*$/g, "").replace(/>\s+</g, "><");
      return { level: name.slice(0, -".svg".length), title, inside: inside.trim() };
    });
}

/** To be referred to as `#face-shark`; what clips them is apart, since nothing clips that is not displayed. */
export function faceSymbols(): { clips: string; symbols: string } {
  const clips: string[] = [];
  const symbols = readFaces().map(({ level, inside }) => {
    const drawn = inside.replace(/<defs>(.*?)<\/defs>/g, (_, found: string) => {
      clips.push(found);
      return "";
    });
    return `<symbol id="face-${level}" viewBox="0 0 120 120">${drawn}</symbol>`;
  });
  return { clips: clips.join(""), symbols: symbols.join("") };
}
