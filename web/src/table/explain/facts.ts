// What explanations are made of: the table as the page shows it. Nothing in it is hidden from whoever looks at the page.
import type { Odds } from "../../game/odds.ts";
import type { SeatForm, TableForm, View } from "../../game/protocol.ts";

export interface Facts {
  view: View;
  /** As the table shows them: nothing, hints, chances or values. */
  odds: Odds;
  setting: TableForm["settings"]["odds"];
  seats: readonly SeatForm[];
  names: readonly string[];
  /** The seat whose view it is; null for a watcher. */
  seat: number | null;
  /** The seats that may be asked to be a partner now. */
  partners: ReadonlySet<number>;
  onpartner: (seat: number) => void;
}
