// A turn that is never sent: the board and the tray choose an action, and the puzzle takes it as the answer.
import type { TableConnection } from "../../table/connection/tableConnection.ts";
import type { Action, ClientMessage, View } from "../../game/protocol.ts";
import { Turn } from "../../table/tray/turn.svelte.ts";

/** Make a turn at a view; `onchosen` is called with the action that a real turn would send. */
export function hypotheticalTurn(read: () => View | null, onchosen: (action: Action) => void): Turn {
  const nobody = {
    // A clock that has run out, so that no action is held back: the puzzle asks for confirmation itself.
    state: { ply: 0, turnEnds: 0 },
    send: async (message: ClientMessage): Promise<void> => {
      if (message.type === "act") onchosen(message.action);
    },
  };
  return new Turn(nobody as unknown as TableConnection, read);
}
