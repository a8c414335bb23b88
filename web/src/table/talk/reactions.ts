// Quick reactions, shown beside the player for a moment and not stored.
import type { Reacted } from "../../game/protocol.ts";

export interface ShownReaction extends Reacted {
  key: number;
}

/** How long a reaction is shown, in ms. */
export const SEEN = 2600;

export const WORDS: { [reaction in Reacted["reaction"]]: string } = {
  camel: "Camel!",
  clap: "Well done",
  laugh: "Ha ha",
  cry: "Oh no",
  wow: "Wow",
  sand: "Sand in my eyes",
};
