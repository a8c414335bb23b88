// The sounds of a table. Browsers allow none before somebody has touched the page, so nothing is heard until then, and
// nothing is made up for afterwards.
import type { Show, Shown } from "../../table/motion/show.svelte.ts";
import { type Instrument, play } from "./instruments.ts";
import { END, LEG, type Note, notesOf, TURN } from "./score.ts";
import { type Voice, volumes } from "./sound.svelte.ts";

const GESTURES = ["pointerdown", "keydown"] as const;

class Sound {
  #context: AudioContext | null = null;
  #notes = new Map<string, AudioBuffer>();

  constructor() {
    for (const gesture of GESTURES) addEventListener(gesture, this.#wake, { capture: true, passive: true });
  }

  /** It is your turn. */
  turn(): void {
    this.#play(TURN, "turn");
  }

  /** A leg is over, or the game. */
  leg(): void {
    this.#play(LEG, "own");
  }
  end(): void {
    this.#play(END, "own");
  }

  /** Let somebody hear how loud a voice is. */
  sample(voice: Voice): void {
    if (voice === "turn") this.turn();
    else this.#play([{ instrument: "drum", pitch: 120, at: 0, loud: 0.9 }], voice);
  }

  /** Sound with what is shown; `own` tells which seats are one's own. What is given back ends it. */
  follow(show: Pick<Show, "onEvent">, own: () => readonly number[] = () => []): () => void {
    const leave = show.onEvent((shown) => this.#hear(shown, own()));
    return () => void leave();
  }

  #hear(shown: Shown, own: readonly number[]): void {
    const isForAll = shown.event.type === "leg_scored" || shown.event.type === "game_ended";
    this.#play(notesOf(shown), isForAll || own.includes(shown.played.seat) ? "own" : "others");
  }

  #wake = (): void => {
    if (!("AudioContext" in globalThis) || !volumes.isOn) return;
    this.#context ??= new AudioContext({ latencyHint: "interactive" });
    if (this.#context.state === "suspended") void this.#context.resume();
    else for (const gesture of GESTURES) removeEventListener(gesture, this.#wake, { capture: true });
  };

  #play(notes: readonly Note[], voice: Voice): void {
    const context = this.#context;
    const volume = volumes.of(voice);
    if (context?.state !== "running" || !volumes.isOn || volume === 0) return;
    // A page that nobody looks at only calls.
    if (document.visibilityState === "hidden" && voice !== "turn") return;
    for (const { instrument, pitch, at, loud } of notes) {
      const source = context.createBufferSource();
      const gain = context.createGain();
      source.buffer = this.#samples(context, instrument, pitch);
      // Ears hear by powers.
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
