// What the odds say about each control of a turn. An action may be spread over several controls, such as a card and a
// deck; its mark is on all of them, so that the best action can be found on every screen.
import { type AllowedActions, NOTHING, readAction, writeAction } from "./actions.ts";
import { racingCamels } from "./camels.ts";
import { type Hint, hintOf, type Odds, pounds, valueOf } from "./odds.ts";
import type { Action, Deck, Edition, RacingCamel, Side } from "./protocol.ts";

export interface Mark {
  hint: Hint | null;
  /** In pounds, where the table shows values. */
  value: number | null;
}

/** The better deck for a card. */
export interface CardMark extends Mark {
  /** Null if the decks are level, or if one of them was chosen. */
  deck: Deck | null;
}

/** The better side of a tile on a space. */
export interface SpaceMark extends Mark {
  side: Side;
}

export interface ControlMarks {
  roll: Mark;
  ticket: (camel: RacingCamel) => Mark;
  card: (camel: RacingCamel) => CardMark;
  deck: (deck: Deck) => Mark;
  /** The tile as a whole, its sides, and the best spaces for them. */
  tile: Mark;
  side: (side: Side) => Mark;
  spaces: ReadonlyMap<number, SpaceMark>;
  /** Any partner, and each of them. */
  partner: Mark;
  partnerAt: (seat: number) => Mark;
}

/** What has been chosen of an action so far. */
interface Chosen {
  camel?: RacingCamel;
  deck?: Deck;
  space?: number;
  side?: Side;
}

export const HINT_WORDS: { [hint in Hint]: string } = {
  best: "best",
  up: "better than a roll",
  level: "as good as a roll",
  down: "worse than a roll",
};
const NONE: Mark = { hint: null, value: null };
const ORDER: readonly Hint[] = ["best", "up", "level", "down"];
const SIDES: readonly Side[] = ["+", "-"];
/** Two actions that are this close, in pounds, are both the best. */
const TIED = 0.005;

/**
 * Mark the controls of a turn. `allowed` is what the player may do, which decides what is best for him; off-turn there is
 * no advice, and figures stay. Null is for watchers, who see what the server said.
 */
export function markControls(odds: Odds, allowed: AllowedActions | null, chosen: Chosen = {}): ControlMarks {
  const { cards, tiles, partners } = allowed ?? NOTHING;
  const isBest = findBest(odds, allowed);
  const hasHints = !odds.isStale && (allowed === null || allowed.roll);

  const mark = (action: Action): Mark => {
    const told = hintOf(odds, action);
    const hint = isBest(action) ? "best" : told === "best" ? "up" : told;
    return { hint: hasHints ? hint : null, value: valueOf(odds, action) };
  };
  const markCard = (deck: Deck, camel: RacingCamel): Mark => mark({ type: "play_card", deck, camel });
  const partnerAt = (seat: number): Mark => mark({ type: "join_partner", seat });
  const spots = [...tiles]
    .filter(([space]) => space === (chosen.space ?? space))
    .flatMap(([space, sides]) => sides.map((side) => ({ space, side, ...mark({ type: "place_tile", space, side }) })));
  const spotsOf = (side: Side): typeof spots => spots.filter((spot) => spot.side === side).sort(compare);

  return {
    roll: mark({ type: "roll" }),
    ticket: (camel) => mark({ type: "take_ticket", camel }),
    card: (camel) => {
      if (chosen.deck) return { ...markCard(chosen.deck, camel), deck: null };
      const [winner, loser] = [markCard("winner", camel), markCard("loser", camel)];
      const order = compare(winner, loser);
      return { ...(order > 0 ? loser : winner), deck: order === 0 ? null : order > 0 ? "loser" : "winner" };
    },
    deck: (deck) => better((chosen.camel ? [chosen.camel] : [...cards]).map((camel) => markCard(deck, camel))),
    tile: better(spots),
    side: (side) => better(spotsOf(side)),
    spaces: new Map(
      SIDES.filter((side) => side === (chosen.side ?? side))
        .flatMap((side) => spotsOf(side).slice(0, 1))
        .filter(({ hint, value }) => hasHints && (value !== null || (hint !== null && hint !== "down")))
        .sort((one, other) => compare(other, one)) // if both sides are best on a space, the better one stays
        .map(({ space, ...spot }) => [space, spot]),
    ),
    partner: better([...partners].map(partnerAt)),
    partnerAt,
  };
}

/** What somebody may do as far as everyone knows it: a covered hand must not be guessed from what is best. */
export function publicActions(allowed: AllowedActions, edition: Edition): AllowedActions {
  return allowed.cards.size ? { ...allowed, cards: new Set(racingCamels(edition)) } : allowed;
}

/** A mark for screen readers: "worth +1.45, best"; empty if there is none. */
export function markWords({ hint, value }: Mark): string {
  return [value === null ? "" : `worth ${pounds(value)}`, hint ? HINT_WORDS[hint] : ""].filter(Boolean).join(", ");
}

/**
 * Find out which actions are best. The odds are the same for everyone and know nobody's hand: if the best of all is a
 * card that was already played, the next action is best for this player.
 */
function findBest(odds: Odds, allowed: AllowedActions | null): (action: Action) => boolean {
  const isOpen = (text: string): boolean => allowed === null || isAllowed(readAction(text), allowed);
  const most = odds.values.find(({ action }) => isOpen(action))?.own;
  if (most !== undefined) {
    return (action) => isOpen(writeAction(action)) && (valueOf(odds, action) ?? -Infinity) >= most - TIED;
  }
  const tied = Object.keys(odds.hints).filter((text) => odds.hints[text] === "best" && isOpen(text));
  const found = tied.length ? tied : odds.best.filter(isOpen).slice(0, 1);
  return (action) => found.includes(writeAction(action));
}

function isAllowed(action: Action, allowed: AllowedActions): boolean {
  switch (action.type) {
    case "roll":
      return allowed.roll;
    case "take_ticket":
      return allowed.tickets.has(action.camel);
    case "play_card":
      return action.camel !== null && allowed.cards.has(action.camel);
    case "place_tile":
      return allowed.tiles.get(action.space)?.includes(action.side) ?? false;
    case "join_partner":
      return allowed.partners.has(action.seat);
  }
}

/** Negative if the first one is better, as for `sort`. */
function compare(one: Mark, other: Mark): number {
  if (one.value !== null && other.value !== null && one.value !== other.value) return other.value - one.value;
  return rank(one) - rank(other);
}

function rank({ hint }: Mark): number {
  return hint === null ? ORDER.length : ORDER.indexOf(hint);
}

function better(marks: readonly Mark[]): Mark {
  return [...marks].sort(compare)[0] ?? NONE;
}
