// The chosen volumes, stored in the browser.
import { keep, recall } from "../storage.ts";

/** The player's own actions, the call to the player's turn, and the other players' actions. */
export const VOICES = ["own", "turn", "others"] as const;
export type Voice = (typeof VOICES)[number];

const START = { isOn: true, own: 0.6, turn: 0.7, others: 0.4 };
type Volumes = typeof START;

function read(): Volumes {
  try {
    const kept = JSON.parse(recall("sound") ?? "{}") as Partial<Record<keyof Volumes, unknown>>;
    const level = (voice: Voice): number => {
      const value = kept[voice];
      return typeof value === "number" && value >= 0 && value <= 1 ? value : START[voice];
    };
    const isOn = typeof kept.isOn === "boolean" ? kept.isOn : START.isOn;
    return { isOn, own: level("own"), turn: level("turn"), others: level("others") };
  } catch {
    return { ...START };
  }
}

let chosen = $state.raw<Volumes>(read());

export const volumes = {
  get isOn(): boolean {
    return chosen.isOn;
  },
  /** From 0 to 1, whether it is on or not. */
  of(voice: Voice): number {
    return chosen[voice];
  },
  set(changes: Partial<Volumes>): void {
    chosen = { ...chosen, ...changes };
    keep("sound", JSON.stringify(chosen));
  },
};
