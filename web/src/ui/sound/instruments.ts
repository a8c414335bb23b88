// Synthesised instruments: each returns its samples, from -1 to 1. There are no recordings to load.

export type Instrument = "drum" | "clack" | "snap" | "sistrum" | "oud" | "cry";

/** Deterministic noise. */
function noise(): () => number {
  let state = 22_222;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 1_073_741_823.5 - 1;
  };
}

function computed(
  rate: number,
  seconds: number,
  at: (time: number, index: number) => number,
): Float32Array<ArrayBuffer> {
  const length = Math.floor(rate * seconds);
  const samples = new Float32Array(length);
  for (let index = 0; index < length; index += 1) {
    // No click at the end.
    const fade = Math.min(1, (length - index) / (rate * 0.01));
    samples[index] = at(index / rate, index) * fade;
  }
  return samples;
}

const turn = (time: number, pitch: number): number => Math.sin(2 * Math.PI * pitch * time);

/** A frame drum: a skin whose tone falls, and the touch of a finger. */
function drum(rate: number, pitch: number): Float32Array<ArrayBuffer> {
  const hiss = noise();
  return computed(rate, 0.28, (time) => {
    const falling = pitch * (1 + 0.5 * Math.exp(-time * 60));
    const skin = turn(time, falling) * Math.exp(-time * 17) + 0.35 * turn(time, falling * 1.59) * Math.exp(-time * 30);
    return 0.62 * skin + 0.2 * hiss() * Math.exp(-time * 190);
  });
}

/** Wood on wood. */
function clack(rate: number, pitch: number): Float32Array<ArrayBuffer> {
  const hiss = noise();
  return computed(rate, 0.12, (time) => {
    const wood = turn(time, pitch) + 0.7 * turn(time, pitch * 2.76) + 0.3 * turn(time, pitch * 5.4);
    return 0.36 * wood * Math.exp(-time * 75) + 0.25 * hiss() * Math.exp(-time * 420);
  });
}

/** A cloth that is snapped: noise that opens and closes. */
function snap(rate: number, pitch: number): Float32Array<ArrayBuffer> {
  const hiss = noise();
  let [low, high] = [0, 0];
  return computed(rate, 0.16, (time) => {
    const raw = hiss();
    low += (raw - low) * Math.min(1, pitch / 6000);
    high += (low - high) * 0.06;
    const shape = Math.exp(-(((time - 0.018) / 0.012) ** 2)) + 0.35 * Math.exp(-(((time - 0.055) / 0.02) ** 2));
    return 1.4 * (low - high) * shape;
  });
}

/** A sistrum: thin discs that ring against each other. */
function sistrum(rate: number, pitch: number): Float32Array<ArrayBuffer> {
  const parts = [1, 1.34, 1.72, 2.21];
  const hits = [0, 0.045, 0.085];
  return computed(rate, 0.34, (time) =>
    hits.reduce((sum, hit, nth) => {
      if (time < hit) return sum;
      const since = time - hit;
      const tone = parts.reduce((all, part) => all + turn(since, pitch * part), 0) / parts.length;
      return sum + tone * Math.exp(-since * 26) * (0.34 - nth * 0.08);
    }, 0),
  );
}

/** A plucked string, after Karplus and Strong: a burst of noise that runs round and grows dull. */
function oud(rate: number, pitch: number): Float32Array<ArrayBuffer> {
  const hiss = noise();
  const period = Math.max(2, Math.round(rate / pitch));
  const string = Float32Array.from({ length: period }, hiss);
  // A soft plectrum.
  for (let index = 1; index < period; index += 1) string[index] = 0.5 * (string[index]! + string[index - 1]!);
  const kept = 0.5 * 0.994 ** (220 / pitch);
  return computed(rate, 0.9, (time, index) => {
    const here = index % period;
    const value = string[here]!;
    string[here] = kept * (value + string[(here + 1) % period]!);
    return 0.75 * value * Math.min(1, time * 900);
  });
}

/** A cry of joy: a high voice that trills. */
function cry(rate: number, pitch: number): Float32Array<ArrayBuffer> {
  let phase = 0;
  return computed(rate, 0.85, (time) => {
    const trill = 1 + 0.055 * Math.sign(Math.sin(2 * Math.PI * 11 * time)) * Math.min(1, time * 6);
    phase += (pitch * trill) / rate;
    const voice =
      Math.sin(2 * Math.PI * phase) + 0.4 * Math.sin(4 * Math.PI * phase) + 0.18 * Math.sin(6 * Math.PI * phase);
    return 0.2 * voice * Math.min(1, time * 12) * Math.min(1, (0.85 - time) * 5);
  });
}

const PLAYERS = { drum, clack, snap, sistrum, oud, cry };

/** The samples of one note. */
export function play(instrument: Instrument, rate: number, pitch: number): Float32Array<ArrayBuffer> {
  return PLAYERS[instrument](rate, pitch);
}
