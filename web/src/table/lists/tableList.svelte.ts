// The open tables and how many people are here, polled while the page is visible.
import type { ListedTable } from "../../game/protocol.ts";
import { listTables } from "../connection/api.ts";
import { sentenceOf } from "../connection/seating.ts";
import { canJoin, canWatch } from "./order.ts";

/** In ms. */
const EVERY = 4000;

export class TableList {
  /** Null until the first answer. */
  tables = $state.raw<ListedTable[] | null>(null);
  /** At all tables, also at those that are not listed. */
  people = $state(0);
  problem = $state("");

  /** Keep the list up to date; returns what ends that. */
  start = (): (() => void) => {
    void this.refresh();
    const timer = setInterval(() => void this.refresh(), EVERY);
    return () => clearInterval(timer);
  };

  async refresh(): Promise<void> {
    if (document.visibilityState === "hidden") return;
    try {
      ({ tables: this.tables, people: this.people } = await listTables());
      this.problem = "";
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }

  /** Tables with a free seat, the liveliest first. */
  get joinable(): ListedTable[] {
    return canJoin(this.tables ?? []);
  }

  /** Races to watch, the liveliest first. */
  get watchable(): ListedTable[] {
    return canWatch(this.tables ?? []);
  }
}
