// The games of this person as the page shows them: the list, page by page, and everything that is computed from it.
import { Refusal } from "../../table/connection/api.ts";
import { allTokens } from "../../table/connection/tokens.ts";
import { chooseSeat, myGames, mySummary } from "../../table/myGames/api.ts";
import type { MyGame, MySummary } from "../../game/protocol.ts";

export class GamesOfMine {
  games = $state.raw<readonly MyGame[]>([]);
  summary = $state.raw<MySummary | null>(null);
  /** Why there is nothing to show. */
  refusal = $state.raw<Refusal | null>(null);
  isLoaded = $state(false);
  #next = $state<string | null>(null);

  get finished(): MyGame[] {
    return this.games.filter(({ status }) => status === "finished");
  }

  get unfinished(): MyGame[] {
    return this.games.filter(({ status }) => status === "playing" || status === "waiting");
  }

  get hasMore(): boolean {
    return this.#next !== null;
  }

  /** Fetch the first page and the figures, the first time or again. */
  async load(): Promise<void> {
    if (!allTokens().length) {
      this.isLoaded = true; // nobody was ever here
      return;
    }
    try {
      const [{ games, next }, summary] = await Promise.all([myGames(), mySummary()]);
      // What was fetched beyond the first page stays.
      this.games = [...games, ...without(this.games, games)];
      this.#next = this.isLoaded && this.games.length > games.length ? this.#next : next;
      this.summary = summary;
      this.refusal = null;
    } catch (error) {
      this.refusal = error instanceof Refusal ? error : new Refusal("lost", String(error));
    }
    this.isLoaded = true;
  }

  async more(): Promise<void> {
    if (this.#next === null) return;
    const { games, next } = await myGames({ before: this.#next });
    this.games = [...this.games, ...without(games, this.games)];
    this.#next = next;
  }

  /** Let a seat of a shared device count for this person, or none. */
  async choose(table: string, seat: number | null): Promise<void> {
    await chooseSeat(table, seat);
    await this.load();
  }
}

function without(games: readonly MyGame[], others: readonly MyGame[]): MyGame[] {
  return games.filter(({ table }) => !others.some((other) => other.table === table));
}
