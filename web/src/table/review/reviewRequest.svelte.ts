// Requests a review from the server, and polls until it is complete.
import { ask, Refusal } from "../connection/api.ts";
import type { RecordForm, ReviewAnswer, ReviewForm } from "../../game/protocol.ts";

/** Request a review with more playouts than this. */
type Ask = (after: number) => Promise<ReviewAnswer>;

/** In ms: the first answer is polled for more often than its refinements. */
const FIRST = 350;
const NEXT = 1200;
const LATER = 3000;
/** Refusals that are worth retrying. */
const PASSING = new Set(["busy", "too_fast", "lost", "unavailable", "closing"]);
const MOST_TRIES = 4;

/** The review of a game that was played on this server. */
export function ofGame(code: string): Ask {
  return (after) => ask(`/api/games/${encodeURIComponent(code)}/review?after=${after}`);
}

/** The review of a game from elsewhere; if the server has forgotten it, the record is sent again. */
export function ofRecord(record: string): Ask {
  let id = "";
  return async (after) => {
    if (id) {
      try {
        return await ask(`/api/review/${id}?after=${after}`);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== "no_review") throw error;
      }
    }
    const answer = await ask<ReviewAnswer>("/api/review", { record } satisfies RecordForm);
    id = answer.id;
    return answer;
  };
}

export class ReviewRequest {
  /** The best review so far. */
  review = $state.raw<ReviewForm | null>(null);
  /** From 0 to 1. */
  progress = $state(0);
  isDone = $state(false);
  /** Why there is no review, or none yet. */
  refusal = $state.raw<Refusal | null>(null);
  #ask: Ask;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;
  #isStopped = false;

  constructor(ask: Ask) {
    this.#ask = ask;
    void this.#look();
  }

  /** Try again after a refusal. */
  retry(): void {
    this.refusal = null;
    this.#tries = 0;
    void this.#look();
  }

  /** Stop polling. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const { review, progress, is_done: isDone } = await this.#ask(this.review?.playouts ?? 0);
      if (this.#isStopped) return;
      this.refusal = null;
      this.#tries = 0;
      this.progress = progress;
      this.isDone = isDone;
      if (review) this.review = review;
      if (!isDone) this.#later(this.review ? NEXT : FIRST);
    } catch (error) {
      if (this.#isStopped) return;
      const refusal = error instanceof Refusal ? error : new Refusal("lost", String(error));
      this.#tries += 1;
      if (PASSING.has(refusal.code) && this.#tries < MOST_TRIES) this.#later(LATER);
      else this.refusal = refusal;
    }
  }

  #later(after: number): void {
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#look(), after);
  }
}
