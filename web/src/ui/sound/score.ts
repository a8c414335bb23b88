// What is heard of what happens: notes with their time, in seconds. Nothing is only heard: all of it is also seen.
import type { Shown } from "../../table/motion/show.svelte.ts";
import type { Instrument } from "./instruments.ts";

export interface Note {
  instrument: Instrument;
  /** In Hz. */
  pitch: number;
  /** In seconds from now. */
  at: number;
  /** From 0 to 1. */
  loud: number;
}

/** D, E half flat, F, G, A: the beginning of maqam Bayati. */
const [D, E, F, G, A] = [146.83, 160.12, 174.61, 196, 220];

function figure(tones: readonly [pitch: number, at: number, loud?: number][], from = 0): Note[] {
  return tones.map(([pitch, at, loud = 0.8]) => ({ instrument: "oud", pitch, at: from + at, loud }));
}

/** It is your turn. */
export const TURN = figure([
  [D, 0],
  [G, 0.13],
  [A, 0.26],
]);
/** A leg is over. */
export const LEG = [
  ...figure([
    [A, 0],
    [G, 0.12],
    [F, 0.24],
  ]),
  ...figure([
    [E, 0.44],
    [F, 0.56],
    [D, 0.68, 1],
  ]),
];
/** The game is over. */
export const END: Note[] = [
  ...figure([
    [D, 0],
    [F, 0.12],
    [G, 0.24],
    [A, 0.36],
    [2 * D, 0.52, 1],
    [A, 0.68],
    [2 * D, 0.84, 1],
  ]),
  ...[0, 0.24, 0.36, 0.52, 0.68, 0.84].map((at): Note => ({ instrument: "drum", pitch: 82, at, loud: 0.7 })),
  ...[0.52, 0.84].map((at): Note => ({ instrument: "sistrum", pitch: 3100, at, loud: 0.5 })),
  { instrument: "cry", pitch: 900, at: 0.9, loud: 0.5 },
];

/** What is heard of an event. */
export function notesOf({ event, beats, isPassedOver }: Shown): Note[] {
  if (isPassedOver) return [];
  switch (event.type) {
    case "die_revealed":
      return at(beats, (ms, nth) => ({ instrument: "clack", pitch: 720 + 90 * nth, at: ms, loud: nth ? 0.5 : 0.9 }));
    case "camel_moved": {
      // Lower for higher units.
      const pitch = 150 / (1 + 0.17 * (event.unit.length - 1));
      return at(beats, (ms, nth) => ({
        instrument: "drum",
        pitch: pitch * (nth % 2 ? 1.06 : 1),
        at: ms,
        loud: nth === beats.length - 1 ? 0.95 : 0.7,
      }));
    }
    case "tile_hit":
      return [{ instrument: "sistrum", pitch: 2600, at: beats.length ? 0.3 : 0, loud: 0.6 }];
    case "ticket_taken":
    case "card_played":
    case "tile_placed":
      return [{ instrument: "snap", pitch: event.type === "tile_placed" ? 1800 : 3600, at: 0, loud: 0.7 }];
    case "partners_joined":
      return figure([
        [F, 0, 0.5],
        [A, 0.1, 0.5],
      ]);
    case "leg_scored":
      return LEG;
    case "game_ended":
      return END;
    case "race_ended":
    case "leg_started":
    case "card_scored":
      return [];
  }
}

function at(beats: readonly number[], note: (seconds: number, nth: number) => Note): Note[] {
  return beats.map((ms, nth) => note(ms / 1000, nth));
}
