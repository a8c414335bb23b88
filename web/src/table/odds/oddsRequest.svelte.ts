// Requests the odds of a position from the server: one request at a time, always for the latest position. A quick
// answer comes first and, if the race has to be sampled, a better one later.
import { positionOdds, Refusal } from "../connection/api.ts";
import type { OddsForm } from "../../game/protocol.ts";

/** Number of sampled races that take less than 0.1 s on a local server. */
const QUICK = 8_000;
/** How long, in ms, a position must stay before the better answer is requested. */
const QUIET = 400;

export class OddsRequest {
  /** The latest answer with its position. */
  answer = $state.raw<{ text: string; odds: OddsForm } | null>(null);
  /** The latest refusal with its position. */
  refusal = $state.raw<{ text: string; code: string; message: string } | null>(null);
  #wanted: string | null = null;
  #isBusy = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  ask(text: string): void {
    clearTimeout(this.#timer);
    this.#wanted = text;
    if (!this.#isBusy) void this.#run();
  }

  /** Cancel; late answers are ignored. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#wanted = null;
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    for (let text = this.#wanted; text !== null; text = this.#wanted === text ? null : this.#wanted) {
      await this.#fetch(text, QUICK);
    }
    this.#isBusy = false;
  }

  async #fetch(text: string, samples?: number): Promise<void> {
    try {
      const odds = await positionOdds(text, samples);
      if (this.#wanted !== text) return;
      this.answer = { text, odds };
      this.refusal = null;
      if (samples && odds.race && !odds.race.exact) this.#later(() => void this.#fetch(text));
    } catch (error) {
      if (this.#wanted !== text) return;
      const { code, message } = error instanceof Refusal ? error : new Refusal("lost", String(error));
      // The quick answer is still valid.
      if (samples || this.answer?.text !== text) this.refusal = { text, code, message };
      if (code === "too_fast" || code === "busy") this.#later(() => this.ask(text), 1000);
    }
  }

  #later(act: () => void, after = QUIET): void {
    this.#timer = setTimeout(act, after);
  }
}
