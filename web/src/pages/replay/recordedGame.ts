// A recorded game: what each seat saw of each step, or everything with open cards.
import type { Card, RacingCamel, Replay, ReplayStep, State, View } from "../../game/protocol.ts";

/** Whose view is shown: a seat's, a watcher's (null), or one with open cards. */
export type Eyes = number | null | "open";

export interface Leg {
  leg: number;
  /** Its first and last step. */
  from: number;
  to: number;
}

/** The table after a step, as somebody saw it, without legal actions. */
export function viewOf({ steps, hides_money: hidesMoney }: Replay, index: number, eyes: Eyes): View {
  const { state } = steps[index]!;
  const isEnd = index === steps.length - 1 && isOver(state);
  const isOpen = eyes === "open" || isEnd;
  const known = (card: Card): Card => (isOpen || card.seat === eyes ? card : { ...card, camel: null });
  const hidden = (hand: RacingCamel[]): (RacingCamel | null)[] => hand.map(() => null);
  return {
    ...state,
    type: "view",
    winner_deck: state.winner_deck.map(known),
    loser_deck: state.loser_deck.map(known),
    hands: state.hands.map((hand, seat) => (isOpen || seat === eyes ? hand : hidden(hand))),
    money: state.money.map((money, seat) => (hidesMoney && !isOpen && seat !== eyes ? null : money)),
    seat: typeof eyes === "number" ? eyes : null,
    legal: [],
  };
}

/** Whether a unit has crossed the line, either way: a crazy camel alone ends the race too. */
export function isOver({ track }: Pick<State, "track">): boolean {
  return Object.keys(track).some((space) => Number(space) > 16 || Number(space) < 1);
}

/** The dice out after each step. */
export function diceOut(steps: readonly ReplayStep[]): string[][] {
  let out: string[] = [];
  return steps.map(({ events }) => {
    for (const event of events) {
      if (event.type === "die_revealed") out = [...out, event.face];
      else if (event.type === "leg_started") out = [];
    }
    return out;
  });
}

/** Where legs start and end; the roll that ends a leg belongs to it. */
export function legsOf(steps: readonly ReplayStep[]): Leg[] {
  const legs: Leg[] = [{ leg: steps[0]!.state.leg, from: 0, to: steps.length - 1 }];
  for (const [index, { events }] of steps.entries()) {
    const started = events.find((event) => event.type === "leg_started");
    if (started && index < steps.length - 1) {
      legs.at(-1)!.to = index;
      legs.push({ leg: started.leg, from: index, to: steps.length - 1 });
    }
  }
  return legs;
}

/** The start of the leg before or after a step. */
export function legFrom(legs: readonly Leg[], at: number, step: 1 | -1): number {
  const starts = [...legs.map(({ from }) => from), legs.at(-1)!.to];
  const found = step === 1 ? starts.find((start) => start > at) : starts.findLast((start) => start < at);
  return found ?? at;
}
