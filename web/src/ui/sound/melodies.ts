// Melodies: notes with their time, in seconds.
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
export const [D, E, F, G, A] = [146.83, 160.12, 174.61, 196, 220];

export function figure(tones: readonly [pitch: number, at: number, loud?: number][], from = 0): Note[] {
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
