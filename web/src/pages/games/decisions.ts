// A decision that stood out, in words.
import { readAction, sideName } from "../../game/actions.ts";
import { nameOf } from "../../game/camels.ts";
import { capital } from "../../game/money.ts";
import { actionWords } from "../../table/review/words.ts";
import type { Cost, Edition, MyDecision, MyGame } from "../../game/protocol.ts";

type Which = "best" | "worst";

/** Which piece stands for an action. */
export function kindOf(action: string): Cost["kind"] {
  const read = readAction(action);
  switch (read.type) {
    case "take_ticket":
      return "early_ticket";
    case "play_card":
      return read.deck;
    case "place_tile":
      return "tile";
    case "join_partner":
      return "partner";
    case "roll":
      return "roll";
  }
}

/** "Took yellow, not green", "Bet red to lose". */
export function madeWords({ action, best }: MyDecision, which: Which, game: MyGame | null): string {
  const [made, other] = [readAction(action), readAction(best)];
  if (which === "best" && made.type === "take_ticket" && other.type === "take_ticket") {
    return `Took ${nameOf(made.camel)}, not ${nameOf(other.camel)}`;
  }
  switch (made.type) {
    case "roll":
      return "Rolled";
    case "take_ticket":
      return `Took ${nameOf(made.camel)}`;
    case "play_card":
      return `Bet ${nameOf(made.camel!)} to ${made.deck === "winner" ? "win" : "lose"}`;
    case "place_tile":
      return `${capital(sideName(editionOf(game), made.side))} on ${made.space}`;
    case "join_partner":
      return `Chose ${namesIn(game)[made.seat] ?? "a partner"}`;
  }
}

/** "best of 14" or "best: roll". */
export function noteWords({ best, choices }: MyDecision, which: Which, game: MyGame | null): string {
  return which === "best" ? `best of ${choices}` : `best: ${actionWords(best, editionOf(game), namesIn(game))}`;
}

function editionOf(game: MyGame | null): Edition {
  return game?.edition === 1 ? 1 : 2;
}

function namesIn(game: MyGame | null): string[] {
  return game?.seats.map(({ name }) => name) ?? [];
}
