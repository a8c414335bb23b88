// Quick reactions: shown beside who reacts, for a moment, and kept by nobody.
import type { Reacted } from "../../game/protocol.ts";

export interface ShownReaction extends Reacted {
  key: number;
}

/** How long one is seen, in ms. */
export const SEEN = 2600;

export const WORDS: { [reaction in Reacted["reaction"]]: string } = {
  camel: "Camel!",
  clap: "Well done",
  laugh: "Ha ha",
  cry: "Oh no",
  wow: "Wow",
  sand: "Sand in my eyes",
};
