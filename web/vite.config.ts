import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { app } from "./build/app.ts";
import { compress } from "./build/compress.ts";
import { fonts } from "./build/fonts.ts";
import { pages } from "./build/pages.ts";
import { rules } from "./build/rules.ts";
import { sprite } from "./build/sprite.ts";
import { tokens } from "./build/tokens.ts";

const version = /^__version__ = "(.*)"/m.exec(
  readFileSync(new URL("../src/camelup/version.py", import.meta.url), "utf8"),
)?.[1];
const server = "http://localhost:8000";

/** What greets the server of a table before everything else is there. Nothing of it may import more than this. */
const GREETING = /src\/(table\/connection\/(greeting|tokens|secrets|ownTables)|game\/protocol|ui\/storage)\.ts/;
/** What nearly every page needs, the table among them. */
const SHARED =
  /svelte\/src\/motion\/|src\/(table\/(art\.ts|board\/(Seal|Camel)\.svelte)|ui\/(Header|Menu|Icon|Logo|Sun|Dunes|Notice)\.svelte|pages\/errors\/(?!NotFound)|table\/(connection\/(closing|api|tableConnection|seating|snapshot|steps|raceLog|notes)\.ts|players\/Face|setup\/links)|game\/(levels|money|editions)\.ts)/;
/** What a table needs before its race is drawn: it greets the server while the race is still on its way. */
const PLAYBACK =
  /src\/(table\/(playback|motion\/timing|race\/(layout|strip\/PaceControl))|ui\/(sound\/volumes|pace|afterPaint)|game\/track|pages\/table\/TablePage)/;
/** What a race needs to be drawn; the rest of it comes afterwards (race/extras.ts, motion/layers.ts). */
const RACE = /src\/table\/((board|pieces|tray)\/|motion\/AnimatedBoard|race\/(?!extras|TurnHelp))/;
/** What follows once a table is drawn, in one file: small ones compress badly, and each costs a request. */
const LATER =
  /src\/(table\/(motion\/(?!AnimatedBoard|timing)|explain\/(Explain\.|watch|things)|talk\/(SidePanel|RaceLog)|race\/(extras|TurnHelp)|sound\/)|ui\/sound\/(?!volumes)|pages\/table\/later)/;
/** What pages share that make a table or wait for its players, and a race does not need. */
const SETUP =
  /src\/(table\/setup\/(words|NameField|LevelPicker)|table\/players\/nickname|ui\/(BigButton|Camp)\.svelte)/;

export default defineConfig({
  plugins: [svelte(), fonts(), tokens(), sprite(), rules(), pages(), app(), compress()],
  define: { CAMELUP_VERSION: JSON.stringify(version) },
  build: {
    outDir: fileURLToPath(new URL("../src/camelup/server/static", import.meta.url)),
    emptyOutDir: true,
    // A data: address in a style sheet would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    // How long plugins take is nothing for who wants to play.
    rolldownOptions: {
      checks: { pluginTimings: false },
      // Pages share pieces: left alone, these would come in many small files, which compress badly, and make the start
      // and the table larger with every page.
      output: {
        codeSplitting: {
          groups: [
            { name: "greeting", test: GREETING, priority: 4 },
            { name: "main", tags: ["$initial"], priority: 3 },
            { name: "shared", test: SHARED, priority: 2 },
            { name: "setup", test: SETUP, priority: 2 },
            { name: "playback", test: PLAYBACK, priority: 2 },
            { name: "race", test: RACE, priority: 1 },
            { name: "later", test: LATER, priority: 1 },
          ],
        },
      },
    },
  },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  server: { proxy: { "/api": { target: server, ws: true, changeOrigin: true, headers: { origin: server } } } },
  // One page for all test files: each makes and unmakes its own, and a page takes a second.
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], isolate: false, fileParallelism: false },
});
