// Has games reviewed that have no figures yet: a few at a time, with progress, until the server says that it is enough
// for now.
import { Refusal } from "../../table/connection/api.ts";
import { startReviews } from "../../table/myGames/api.ts";

/** So many are reviewed when somebody asks for it. */
const FEW = 5;
/** In ms. */
const POLL = 1000;
/** After so many answers without any progress it is given up. */
const PATIENCE = 90;

export class MissingReviews {
  isRunning = $state(false);
  /** How many of them are done. */
  done = $state(0);
  total = $state(0);
  /** Of all of them, from 0 to 1. */
  progress = $state(0);
  /** Why it ended before its time. */
  trouble = $state("");
  #ondone: () => void;
  #isStopped = false;

  /** `ondone` is called whenever a review is done. */
  constructor(ondone: () => void) {
    this.#ondone = ondone;
  }

  /** How many of these are reviewed at once. */
  batchOf(tables: readonly string[]): number {
    return Math.min(FEW, tables.length);
  }

  async start(tables: readonly string[]): Promise<void> {
    if (this.isRunning) return;
    this.#isStopped = false;
    this.isRunning = true;
    this.total = this.batchOf(tables);
    this.done = this.progress = 0;
    this.trouble = "";
    try {
      await this.#poll(tables.slice(0, FEW));
    } catch (error) {
      this.trouble = words(error);
    }
    this.isRunning = false;
  }

  /** Wait for no more of them; the server ends what it has begun. */
  stop(): void {
    this.#isStopped = true;
  }

  async #poll(tables: string[]): Promise<void> {
    for (let idle = 0; idle < PATIENCE && !this.#isStopped; idle += 1) {
      const { reviews } = await startReviews(tables);
      const progress = reviews.reduce((sum, review) => sum + (review.is_done ? 1 : review.progress), 0) / tables.length;
      const done = reviews.filter((review) => review.is_done).length;
      if (progress > this.progress) idle = 0;
      this.progress = progress;
      if (done > this.done) this.#ondone();
      this.done = done;
      if (done === tables.length) return;
      await new Promise((resolve) => setTimeout(resolve, POLL));
    }
    if (!this.#isStopped) this.trouble = "The server has no time for more reviews now. Try again later.";
  }
}

function words(error: unknown): string {
  if (!(error instanceof Refusal)) return String(error);
  return error.code === "too_many" ? "That was the last review for now. Try again in an hour." : error.message;
}
