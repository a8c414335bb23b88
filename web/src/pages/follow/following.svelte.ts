// A scored game: its entries, the position after each, and the last message. Every change is stored at once.
import { isOver, RulesError } from "../../game/rules/index.ts";
import { legOdds, type LegOdds } from "../../game/leg/leg.ts";
import {
  corrected,
  enter,
  type Entry,
  fold,
  isDone,
  type Moment,
  NOTHING_YET,
  type Table,
} from "../../game/entries.ts";
import { storeGame, type StoredGame } from "../../table/followed/storedGames.ts";
import { sayEntry, sayRefusal, type Said } from "./words.ts";

export class Following {
  readonly id: string;
  readonly table: Table;
  #entries = $state.raw<readonly Entry[]>([]);
  /** The moment after each number of entries. */
  #moments = $state.raw<readonly Moment[]>([NOTHING_YET]);
  #count = $state(0);
  /** Why the last tap was refused. */
  refusal = $state("");
  /** The entry being edited: the next tap replaces it. */
  correcting = $state<number | null>(null);
  /** How many entries there were when the last payout was dismissed. */
  seen = $state(0);
  /** Whether this browser stores the entries. */
  isKept = $state(true);

  readonly moment: Moment = $derived(this.#moments[this.correcting ?? this.#count]!);
  readonly last: Said | null = $derived.by(() => {
    const at = this.#count - 1;
    return at < 0 ? null : sayEntry(this.table, this.#moments[at]!, this.#entries[at]!);
  });
  /** The leg odds; null if there is no leg. */
  readonly leg: LegOdds | null = $derived.by(() => {
    const { state } = this.moment;
    if (!state || isOver(state)) return null;
    const start = performance.now();
    const tiles = state.tiles.filter((tile) => tile !== null);
    const odds = legOdds({ edition: state.edition, track: state.track, dice: state.dice, tiles });
    performance.clearMeasures("leg");
    performance.measure("leg", { start });
    return odds;
  });
  /** Whether the last roll ended a leg whose payout is still to be shown. */
  readonly isPaying = $derived(
    this.correcting === null && this.seen < this.#count && this.moment.events.some(({ type }) => type === "leg_scored"),
  );

  constructor(kept: Pick<StoredGame, "id" | "table" | "entries" | "count">) {
    this.id = kept.id;
    this.table = kept.table;
    const moments = fold(kept.table, kept.entries);
    // Entries that are no longer valid are dropped, but not the game.
    this.#moments = moments;
    this.#entries = kept.entries.slice(0, moments.length - 1);
    this.#count = Math.min(kept.count, this.#entries.length);
    this.seen = this.#count;
  }

  get entries(): readonly Entry[] {
    return this.#entries.slice(0, this.#count);
  }

  get canUndo(): boolean {
    return this.#count > 0;
  }

  get canRedo(): boolean {
    return this.#count < this.#entries.length;
  }

  /** The moment before the last entry, because scoring a leg clears the table. */
  get before(): Moment {
    return this.#moments[Math.max(0, this.#count - 1)]!;
  }

  momentBefore(index: number): Moment {
    return this.#moments[index]!;
  }

  momentAfter(index: number): Moment {
    return this.#moments[index + 1]!;
  }

  /** Add an entry, or set `refusal`. */
  enter(entry: Entry): boolean {
    if (this.correcting !== null) return this.#correct(this.correcting, entry);
    try {
      const after = enter(this.table, this.moment, entry);
      this.#moments = [...this.#moments.slice(0, this.#count + 1), after];
      this.#entries = [...this.#entries.slice(0, this.#count), entry];
      this.#go(this.#count + 1);
      return true;
    } catch (error) {
      return this.#refuse(error, this.moment);
    }
  }

  /** Replace an entry; all later ones must stay legal. */
  #correct(index: number, entry: Entry): boolean {
    try {
      enter(this.table, this.#moments[index]!, entry);
    } catch (error) {
      return this.#refuse(error, this.moment);
    }
    const entries = corrected(this.table, this.entries, index, entry);
    const moments = fold(this.table, entries);
    if (moments.length <= entries.length) {
      const at = moments.length - 1;
      const later = sayEntry(this.table, this.#moments[at]!, this.#entries[at]!).text;
      this.refusal = `That would make a later entry illegal: “${later}”. Undo back to it first.`;
      return false;
    }
    this.#moments = moments;
    this.#entries = entries;
    this.correcting = null;
    this.seen = entries.length;
    this.#go(entries.length);
    return true;
  }

  undo(): void {
    if (this.correcting !== null) {
      this.correcting = null;
      this.refusal = "";
    } else if (this.canUndo) {
      this.#go(this.#count - 1);
      this.seen = this.#count;
    }
  }

  redo(): void {
    if (!this.canRedo) return;
    this.correcting = null;
    this.#go(this.#count + 1);
  }

  refuse(text: string): void {
    this.refusal = text;
  }

  #go(count: number): void {
    this.#count = count;
    this.refusal = "";
    this.isKept = storeGame({
      id: this.id,
      table: this.table,
      entries: [...this.#entries],
      count,
      at: Date.now(),
      note: this.note,
    });
  }

  /** A summary for the list of games. */
  get note(): string {
    const { state } = this.#moments[this.#count]!;
    if (!state) return "setting up";
    if (!isOver(state)) return `leg ${state.leg}`;
    if (!isDone(this.#moments[this.#count]!)) return "race over, cards to reveal";
    const most = Math.max(...state.money);
    const won = this.table.names.filter((_, seat) => state.money[seat] === most);
    return `${won.join(" and ")} won with ${most}`;
  }

  #refuse(error: unknown, { state }: Moment): false {
    if (!(error instanceof RulesError)) throw error;
    const name = this.table.names[state?.turn ?? 0]!;
    this.refusal = sayRefusal(error, name);
    return false;
  }
}
