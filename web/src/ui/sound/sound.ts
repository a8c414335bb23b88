// Plays notes. Browsers allow no sound before the first interaction with the page; notes before it are dropped.
import { type Instrument, play } from "./instruments.ts";
import { type Note, TURN } from "./melodies.ts";
import { type Voice, volumes } from "./volumes.svelte.ts";

const GESTURES = ["pointerdown", "keydown"] as const;

class Sound {
  #context: AudioContext | null = null;
  #notes = new Map<string, AudioBuffer>();

  constructor() {
    for (const gesture of GESTURES) addEventListener(gesture, this.#wake, { capture: true, passive: true });
  }

  /** It is your turn. */
  turn(): void {
    this.play(TURN, "turn");
  }

  /** Play a sample at the volume of a voice. */
  sample(voice: Voice): void {
    if (voice === "turn") this.turn();
    else this.play([{ instrument: "drum", pitch: 120, at: 0, loud: 0.9 }], voice);
  }

  #wake = (): void => {
    if (!("AudioContext" in globalThis) || !volumes.isOn) return;
    this.#context ??= new AudioContext({ latencyHint: "interactive" });
    if (this.#context.state === "suspended") void this.#context.resume();
    else for (const gesture of GESTURES) removeEventListener(gesture, this.#wake, { capture: true });
  };

  /** Play notes as loud as the voice they belong to. */
  play(notes: readonly Note[], voice: Voice): void {
    const context = this.#context;
    const volume = volumes.of(voice);
    if (context?.state !== "running" || !volumes.isOn || volume === 0) return;
    // A hidden page only plays the call to one's turn.
    if (document.visibilityState === "hidden" && voice !== "turn") return;
    for (const { instrument, pitch, at, loud } of notes) {
      const source = context.createBufferSource();
      const gain = context.createGain();
      source.buffer = this.#samples(context, instrument, pitch);
      // Loudness is perceived logarithmically.
      gain.gain.value = loud * volume ** 2;
      source.connect(gain).connect(context.destination);
      source.start(context.currentTime + at);
    }
  }

  #samples(context: AudioContext, instrument: Instrument, pitch: number): AudioBuffer {
    const name = `${instrument}${pitch.toFixed(1)}`;
    const known = this.#notes.get(name);
    if (known) return known;
    const samples = play(instrument, context.sampleRate, pitch);
    const buffer = context.createBuffer(1, samples.length, context.sampleRate);
    buffer.copyToChannel(samples, 0);
    this.#notes.set(name, buffer);
    return buffer;
  }
}

export const sound = new Sound();
