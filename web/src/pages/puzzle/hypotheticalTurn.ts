// A turn that is only thought of: the table's own tray and board choose, and what they would send is an answer to be
// confirmed here.
import type { TableConnection } from "../../table/connection/tableConnection.ts";
import type { Action, ClientMessage, View } from "../../game/protocol.ts";
import { Turn } from "../../table/tray/turn.svelte.ts";

/** Make a turn at a view; `onchosen` hears of an action at once, since it is not done yet. */
export function hypotheticalTurn(read: () => View | null, onchosen: (action: Action) => void): Turn {
  const nobody = {
    // A clock that has run out: nothing is held back, because the answer is asked for once more anyway.
    state: { ply: 0, turnEnds: 0 },
    send: async (message: ClientMessage): Promise<void> => {
      if (message.type === "act") onchosen(message.action);
    },
  };
  return new Turn(nobody as unknown as TableConnection, read);
}
