// A choice that needs a second tap: the side of a tile, the colour of the user's own card, or a partner.
import type { Deck } from "../../game/protocol.ts";

export type Pick = { kind: "tile"; space: number | null } | { kind: "card"; deck: Deck } | { kind: "partner" };

export class PendingChoice {
  now = $state.raw<Pick | null>(null);

  get space(): number | null {
    return this.now?.kind === "tile" ? this.now.space : null;
  }

  stop(): void {
    this.now = null;
  }
}
