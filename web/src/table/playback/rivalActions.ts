// What rivals did since the viewer's own turn: the strip over the tray has a place for each, which shows it again.
import type { Event, View } from "../../game/protocol.ts";
import type { Frame, Step } from "../connection/steps.ts";

export interface RivalAction {
  ply: number;
  seat: number;
  /** What was done; what came of it is in the step. */
  event: Event;
  step: Step;
  /** How the table stood, so that it can be shown again. */
  before: Frame;
  /** A leg ended with it. */
  hasPayout: boolean;
}

/** The strip has room for so many; the log has them all. */
export const MOST_PLACES = 7;

/** Whether a seat is one of those whose views these are. */
export function isOwn({ views }: Frame, seat: number): boolean {
  return views.some((view) => view.seat === seat);
}

/** Whether the table waits for one of those whose views these are. */
export function isOwnTurn({ views }: Frame): boolean {
  return views.some(({ seat, legal }) => seat !== null && legal.length > 0);
}

/** The list after another step: one's own action empties it, and the oldest leave when it is full. */
export function withStep(actions: readonly RivalAction[], step: Step, before: Frame): RivalAction[] {
  const { played, seen } = step;
  const event = seen.events[0];
  if (isOwn(before, played.seat)) return [];
  if (!event) return [...actions];
  const hasPayout = seen.events.some(({ type }) => type === "leg_scored");
  return [...actions, { ply: played.ply, seat: played.seat, event, step, before, hasPayout }].slice(-MOST_PLACES);
}

/** The list after steps that nobody was shown, such as those before a page was loaded. */
export function withSteps(steps: readonly Step[], start: Frame): RivalAction[] {
  let before = start;
  let actions: RivalAction[] = [];
  for (const step of steps) {
    actions = withStep(actions, step, before);
    before = step.after;
  }
  return actions;
}

/** The space where the camels of a roll end up. */
export function landingOf(events: readonly Event[]): number | null {
  return events.reduce<number | null>((end, event) => (event.type === "camel_moved" ? event.end : end), null);
}

/** The part of a step until its leg is over, or until that is paid. */
export function beforePayout(step: Step, isPaid: boolean): Step {
  const { events } = step.seen;
  const paid = events.findIndex(({ type }) => type === "leg_scored");
  const over = events.findIndex(({ type }) => type === "race_ended" || type === "leg_scored");
  if (paid < 0) return step;
  const until = isPaid ? paid + 1 : over;
  return { ...step, seen: { ...step.seen, events: events.slice(0, until) } };
}

/** Where a table looks different, as selectors of what is drawn there. */
export function changedPlaces(before: View, after: View): string[] {
  const places: string[] = [];
  for (const [space, camels] of Object.entries(after.track)) {
    if (camels && before.track[Number(space)] !== camels) places.push(`.stack[data-space="${space}"]`);
  }
  const differs = (field: keyof View, seat: number): boolean =>
    JSON.stringify((before[field] as unknown[])[seat]) !== JSON.stringify((after[field] as unknown[])[seat]);
  for (const seat of after.hands.keys()) {
    if (after.tiles[seat] && differs("tiles", seat)) places.push(`.tile[data-owner="${seat}"]`);
    if ((["tickets", "pyramid_tickets", "money", "partners"] as const).some((field) => differs(field, seat))) {
      places.push(`[data-seat="${seat}"]`);
    }
  }
  if (before.dice !== after.dice) places.push(".tents");
  for (const deck of ["winner_deck", "loser_deck"] as const) {
    const owners = after[deck].map(({ seat }) => seat);
    if (before[deck].length !== owners.length) places.push(`.deck[data-owners="${owners.join(" ")}"]`);
  }
  return places;
}
