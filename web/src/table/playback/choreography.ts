// What each event looks like. A step is a script of cues: it changes the picture, and says how long to wait, when
// somebody is to hear of an event, and when the race stops for something to read. `Playback` keeps the time.
import type { CardScored, Event, GameEnded, LegScored, Track, View } from "../../game/protocol.ts";
import { spacesOf, trackAfter } from "../../game/track.ts";
import type { Step } from "../connection/steps.ts";
import type { Piece, Place, Walk } from "../motion/motions.ts";
import { landingOf } from "./rivalActions.ts";
import { BACK, CAP, COIN, DROP, FLIGHT, hops, hurry, LIFT, type Manner, NUMBER } from "../motion/timing.ts";
import { SETTLE, SHAKE, SKIPPED, SQUASH, SUN, TIP, TO_TENT } from "../motion/timing.ts";
import type { Picture } from "./picture.svelte.ts";

/** What stops the race: what a leg paid, or both decks with the result. */
export type Stage =
  | { phase: "leg"; scored: LegScored; isLastLeg: boolean }
  | { phase: "decks"; cards: CardScored[]; ended: GameEnded | null };

export type Cue =
  /** Wait, in ms. */
  | number
  /** An event begins to be shown. Something is heard of it at the beats, in ms from now. */
  | { event: number; beats: number[]; isUnseen?: true }
  /** Now the board shows an event that was unseen. */
  | { revealed: number }
  /** Wait until somebody has seen it. */
  | { stage: Stage }
  /** These places have changed (selectors in the board); it is marked for those who want no motion. */
  | { changed: string[] };
type Cues = Generator<Cue, void>;

/** Show a step on a picture. `time` says how long something takes at the moment; 0: nothing moves. */
export function choreograph(step: Step, picture: Picture, time: (ms: number) => number): Cues {
  return new Choreography(step, picture, time).play();
}

/** A unit that goes, or is about to. */
interface SetOff {
  id: number;
  motion: Omit<Walk, "id" | "since">;
}

class Choreography {
  #step: Step;
  #events: Event[];
  #picture: Picture;
  #time: (ms: number) => number;
  /** By how much camels must be faster, so that the roll does not take too long. */
  #pace: number;
  /** The unit of a roll is there before it goes, since a heavy one takes a while to be drawn. */
  #prepared: SetOff | null = null;

  constructor(step: Step, picture: Picture, time: (ms: number) => number) {
    this.#step = step;
    this.#events = step.seen.events;
    this.#picture = picture;
    this.#time = time;
    this.#pace = hurry(this.#events);
  }

  *play(): Cues {
    for (const [index, event] of this.#events.entries()) {
      switch (event.type) {
        case "die_revealed":
          yield* this.#roll(index, event.face);
          break;
        case "camel_moved":
          yield* this.#walk(index);
          break;
        case "tile_hit":
          yield* this.#tip(index, event);
          break;
        case "leg_scored": {
          const isLastLeg = this.#events.some(({ type }) => type === "race_ended" || type === "game_ended");
          yield { event: index, beats: [] };
          yield { stage: { phase: "leg", scored: event, isLastLeg } };
          this.#land(index);
          break;
        }
        case "leg_started":
          yield* this.#newLeg(index);
          break;
        case "card_scored":
        case "game_ended":
          yield* this.#decks(index);
          return;
        case "ticket_taken": {
          const { seat, ticket } = event;
          yield* this.#fly(
            index,
            { is: "ticket", ticket },
            { at: "tickets", camel: ticket.camel },
            { at: "seat", seat },
          );
          break;
        }
        case "card_played": {
          const { seat, camel, deck } = event;
          yield* this.#fly(index, { is: "card", seat }, { at: "card", camel, seat }, { at: "deck", deck });
          break;
        }
        case "tile_placed": {
          const { seat, side, space, moved_from: old } = event;
          const from: Place = old === null ? { at: "seat", seat } : { at: "space", space: old };
          const edition = this.#view?.edition ?? 2;
          yield* this.#fly(index, { is: "tile", side, seat, edition }, from, { at: "space", space });
          break;
        }
        case "partners_joined":
        case "race_ended":
          if (event.type === "partners_joined") this.#outline(event.seat, event.partner);
          yield { event: index, beats: [] };
          this.#land(index);
          yield this.#time(FLIGHT);
          break;
      }
    }
  }

  #outline(...seats: number[]): void {
    const places = seats.map((seat) => `[data-seat="${seat}"]`);
    this.#picture.release({ kind: "outline", places, ms: this.#time(SKIPPED.outline) });
  }

  /** The pyramid shakes while room is made for the camels; it opens, and a die falls out and goes to its tent. */
  *#roll(index: number, face: string): Cues {
    const picture = this.#picture;
    const begun = picture.find("shake");
    picture.coming = trackAfterAll(this.#events, this.#view);
    const left = this.#time(SHAKE) - (begun ? performance.now() - begun.since : 0);
    const shake = begun?.id ?? picture.add({ kind: "shake", ms: left });
    if (left > 0) yield left;
    picture.remove(shake);
    const cap = this.#time(CAP);
    picture.release({ kind: "open", ms: cap + this.#time(DROP) });
    yield cap;
    const drop = this.#time(DROP);
    const number = this.#time(NUMBER);
    picture.lift(this.#step, index);
    yield { event: index, beats: drop ? [drop * 0.36, drop * 0.72] : [], isUnseen: true };
    const die = picture.add({ kind: "drop", face, isShown: false, ms: drop });
    yield number;
    picture.showNumber(die);
    yield { revealed: index };
    yield drop - number;
    picture.remove(die);
    const ms = this.#time(TO_TENT);
    const flight = picture.add({ kind: "tent", face, nth: picture.diceOut.length, ms });
    if (ms) this.#prepared = this.#setOff(index + 1, ms);
    yield ms;
    picture.remove(flight);
    picture.diceOut = [...picture.diceOut, face];
    this.#land(index);
    yield { changed: [".tents"] };
  }

  /** A unit goes along the ring, onto a stack or under one. */
  *#walk(index: number): Cues {
    const picture = this.#picture;
    const prepared = this.#prepared;
    this.#prepared = null;
    // Somebody may have skipped it meanwhile.
    const walk = prepared && picture.has(prepared.id) ? prepared : this.#setOff(index);
    if (!walk) return;
    const { unit, start, end, ms, there, isUnder } = walk.motion;
    yield { event: index, beats: ms ? stepTimes(walk.motion.hops) : [] };
    yield ms;
    picture.remove(walk.id);
    this.#land(index);
    picture.away = this.#events[index + 1]?.type === "tile_hit" && ms ? unit : "";
    if (there && !isUnder) picture.release({ kind: "squash", space: end, ms: this.#time(SQUASH + 30 * there.length) });
    yield { changed: [`.stack[data-space="${end}"]`, `.stack[data-space="${start}"]`] };
  }

  /** Let a unit go, now or after a while. */
  #setOff(index: number, delay = 0): SetOff | null {
    const event = this.#events[index];
    if (event?.type !== "camel_moved") return null;
    const { start, end, is_under: isUnder } = event;
    const unit = event.unit.join("");
    const track = this.#view?.track ?? {};
    const left = [...(track[start] ?? "")].filter((camel) => !unit.includes(camel)).join("");
    const there = track[end] ?? "";
    const before = this.#events[index - 1];
    const manner: Manner = before?.type !== "tile_hit" ? "hop" : before.side === "+" ? "thrown" : "slide";
    const ways = hops(unit.length, Math.abs(end - start), there !== "", manner);
    const parts = ways.map((ms) => this.#time(ms / this.#pace));
    const sliding = isUnder && there !== "" ? this.#time((LIFT + SETTLE) / this.#pace) : 0;
    const ms = parts.reduce((sum, part) => sum + part, sliding);
    const motion = { kind: "walk", unit, start, end, manner, isUnder, left, there, hops: parts, ms } as const;
    const gone = this.#picture.way?.spaces ?? [];
    this.#picture.way = { unit, spaces: [...gone, ...spacesOf(event)], end: landingOf(this.#events) ?? end };
    this.#picture.away = ms ? unit + left + there : "";
    return { id: this.#picture.add(motion, delay), motion };
  }

  /** A tile springs or tips, and its owner gets a coin, which flies while the unit goes on. */
  *#tip(index: number, { space, side, seat }: Extract<Event, { type: "tile_hit" }>): Cues {
    const picture = this.#picture;
    const ms = this.#time(TIP / this.#pace);
    yield { event: index, beats: ms ? [0] : [] };
    picture.release({
      kind: "flight",
      piece: { is: "coin" },
      from: { at: "space", space },
      to: { at: "seat", seat },
      ms: this.#time(COIN),
    });
    const id = picture.add({ kind: "tip", unit: this.#view?.track[space] ?? "", space, side, seat, ms });
    yield ms;
    picture.remove(id);
    this.#land(index);
  }

  *#fly(index: number, piece: Piece, from: Place, to: Place): Cues {
    const picture = this.#picture;
    const ms = this.#time(FLIGHT);
    yield { event: index, beats: ms ? [0, ms] : [] };
    const id = picture.add({ kind: "flight", piece, from, to, ms });
    picture.lift(this.#step, index);
    yield ms;
    picture.remove(id);
    this.#land(index);
    if (piece.is === "tile") yield { changed: [`.tile[data-owner="${piece.seat}"]`] };
    if (piece.is === "card") yield { changed: [".deck"] };
  }

  /** The table is cleared, and the dice hop back. */
  *#newLeg(index: number): Cues {
    const picture = this.#picture;
    yield { event: index, beats: [] };
    const dice = picture.diceOut;
    const inside = picture.views.map((view) => view.dice);
    const ms = this.#time(Math.max(SUN, dice.length * BACK.apart + BACK.each));
    picture.diceOut = [];
    this.#land(index);
    const after = picture.views;
    if (ms) picture.views = after.map((view, nth) => ({ ...view, dice: inside[nth]! }));
    const id = picture.add({ kind: "back", dice, ms });
    yield ms;
    picture.remove(id);
    picture.views = after;
    yield { changed: [".tents", ".pyramid"] };
  }

  /** Both decks are turned up at once, and the money is counted. */
  *#decks(first: number): Cues {
    const rest = this.#events.slice(first);
    for (const nth of rest.keys()) yield { event: first + nth, beats: [] };
    const cards = rest.filter((event) => event.type === "card_scored");
    const ended = rest.find((event) => event.type === "game_ended") ?? null;
    yield { stage: { phase: "decks", cards, ended } };
    for (const nth of rest.keys()) this.#land(first + nth);
  }

  #land(index: number): void {
    this.#picture.land(this.#step, index);
  }

  get #view(): View | undefined {
    return this.#picture.views[0];
  }
}

/** Where all camels are after these events. */
function trackAfterAll(events: readonly Event[], view: View | undefined): Track {
  let track = view?.track ?? {};
  for (const event of events) if (event.type === "camel_moved") track = trackAfter(track, event);
  return track;
}

/** When each part of a way ends. */
function stepTimes(parts: readonly number[]): number[] {
  let sum = 0;
  return parts.map((part) => (sum += part));
}
