import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ShownEvent } from "../src/table/playback/playback.svelte.ts";
import type { Event } from "../src/game/protocol.ts";
import { type Instrument, play } from "../src/ui/sound/instruments.ts";
import { notesOf, playSounds } from "../src/table/sound/eventSounds.ts";
import { END, LEG, type Note, TURN } from "../src/ui/sound/melodies.ts";
import { sound } from "../src/ui/sound/sound.ts";
import { recall } from "../src/ui/storage.ts";
import { volumes } from "../src/ui/sound/volumes.svelte.ts";
import Settings from "../src/ui/sound/SoundSettings.svelte";

const RATE = 24_000;
const PITCHES: Record<Instrument, number> = { drum: 120, clack: 720, snap: 1800, sistrum: 2600, oud: 196, cry: 900 };

test.each(Object.entries(PITCHES))("a %s can be heard, does not distort, and ends in silence", (instrument, pitch) => {
  const samples = play(instrument as Instrument, RATE, pitch);
  const loudest = Math.max(...samples.map(Math.abs));
  expect(loudest).toBeGreaterThan(0.08);
  expect(loudest).toBeLessThanOrEqual(1);
  expect(samples.every(Number.isFinite)).toBe(true);
  expect(Math.abs(samples.at(-1)!)).toBeLessThan(0.01);
  expect(samples.length / RATE).toBeLessThan(1);
});

function shown(event: Event, more: Partial<ShownEvent> = {}): ShownEvent {
  return { event, sentences: [], played: { seat: 1 } as ShownEvent["played"], beats: [], isPassedOver: false, ...more };
}
const moved = (unit: string): Event =>
  ({ type: "camel_moved", unit: [...unit], start: 1, end: 3, is_under: false }) as Event;
const pitches = (notes: Note[]): number[] => notes.map(({ pitch }) => pitch);

test("each step has its tap, lower for a higher unit, and what is skipped has none", () => {
  const [light, heavy] = ["b", "KWgbpry"].map((unit) => notesOf(shown(moved(unit), { beats: [170, 340] })));
  expect(light!.map(({ at }) => at)).toEqual([0.17, 0.34]);
  expect(Math.max(...pitches(heavy!))).toBeLessThan(Math.min(...pitches(light!)));
  expect(notesOf(shown(moved("b"), { beats: [170], isPassedOver: true }))).toEqual([]);
  expect(notesOf(shown(moved("b")))).toEqual([]);
});

test("your turn is short, the leg has two figures, and the end is a feast", () => {
  const lasts = (notes: readonly Note[]): number => Math.max(...notes.map(({ at }) => at));
  expect(lasts(TURN)).toBeLessThan(0.5);
  expect(LEG).toHaveLength(2 * TURN.length);
  expect(new Set(END.map(({ instrument }) => instrument)).size).toBeGreaterThan(2);
});

// --- With a browser's sound ------------------------------------------------------------------------------------------

let started: { at: number; loud: number }[];

class FakeContext {
  state = "running";
  sampleRate = RATE;
  currentTime = 10;
  destination = {};
  resume = async (): Promise<void> => undefined;
  createBuffer = (): unknown => ({ copyToChannel: () => undefined });
  createGain = (): unknown => {
    const gain = { gain: { value: 1 }, connect: () => gain };
    return gain;
  };
  createBufferSource(): unknown {
    let loud = 0;
    return {
      connect(node: { gain: { value: number } }) {
        loud = node.gain.value;
        return node;
      },
      start: (at: number) => started.push({ at, loud }),
    };
  }
}

beforeEach(() => {
  started = [];
  localStorage.clear();
  vi.stubGlobal("AudioContext", FakeContext);
  volumes.set({ isOn: true, own: 0.6, turn: 0.7, others: 0.4 });
});
afterEach(() => vi.unstubAllGlobals());

test("nothing is heard before somebody touches the page, and then what was chosen", () => {
  sound.turn();
  expect(started).toEqual([]);
  window.dispatchEvent(new Event("pointerdown"));
  sound.turn();
  expect(started).toHaveLength(TURN.length);
  volumes.set({ isOn: false });
  sound.turn();
  expect(started).toHaveLength(TURN.length);
});

test("what others do has a volume of its own", () => {
  window.dispatchEvent(new Event("pointerdown"));
  let tell: (shown: ShownEvent) => void = () => undefined;
  const stop = playSounds({ onEvent: (listener) => ((tell = listener), () => (tell = () => undefined)) }, () => [1]);
  const taken: Event = { type: "ticket_taken", seat: 1, ticket: { camel: "b", value: 5 } };
  tell(shown(taken));
  tell(shown(taken, { played: { seat: 0 } as ShownEvent["played"] }));
  expect(started[0]!.loud).toBeGreaterThan(started[1]!.loud);
  stop();
  tell(shown(taken));
  expect(started).toHaveLength(2);
});

test("choices are kept, and the settings playback them", async () => {
  const target = document.body.appendChild(document.createElement("div"));
  const settings = mount(Settings, { target });
  const [master, ...levels] = [...target.querySelectorAll("input")];
  expect(levels.map((level) => level.value)).toEqual(["60", "70", "40"]);
  levels[1]!.value = "20";
  levels[1]!.dispatchEvent(new Event("input", { bubbles: true }));
  master!.click();
  flushSync();
  expect(volumes.of("turn")).toBe(0.2);
  expect(volumes.isOn).toBe(false);
  expect(levels.every((level) => level.disabled)).toBe(true);
  expect(JSON.parse(recall("sound")!)).toMatchObject({ isOn: false, turn: 0.2 });
  await unmount(settings);
  target.remove();
});
