// The table of the guided first leg: a live table as the race page knows it, but played here, by the rules in the client
// and a script. What the learner does has to be what comes next; computer players do what the script says.
import { Refusal } from "../../table/connection/api.ts";
import { apply, eventsFor, type GameState, start, viewOf } from "../../game/rules/index.ts";
import { legOdds } from "../../game/leg/leg.ts";
import {
  linesOf,
  type LiveTable,
  type LogLine,
  type Snapshot,
  START,
  stepsFrom,
} from "../../table/connection/tableConnection.ts";
import { DEFAULT_SETTINGS, type OddsForm, type Played, type TableForm, type View } from "../../game/protocol.ts";
import { writeAction } from "../../game/actions.ts";
import { seatsFor } from "./lessons.ts";
import type { Script } from "./script.ts";

/** The learner's seat. */
export const LEARNER = 0;

const BEGAN: LogLine = {
  key: "began",
  ply: 0,
  seat: null,
  by: null,
  text: "Leg 1 begins. You start.",
  face: null,
};

/** A ply as it was played, and how the table stood after it. */
interface Done {
  played: Played;
  state: GameState;
}

export class Guide implements LiveTable {
  state: Snapshot;
  #script: Script;
  #listeners = new Set<(state: Snapshot) => void>();
  #first: GameState;
  /** The whole leg, played ahead: the script is given, so is what comes of it. */
  #plies: Done[] = [];

  constructor(script: Script) {
    this.#script = script;
    this.#first = start({ edition: script.edition, players: script.players, track: script.track });
    let state = this.#first;
    for (const [index, { action, face, said }] of script.plies.entries()) {
      const seat = state.turn;
      const step = apply(state, action, face);
      state = step.state;
      const seen = {
        seat: LEARNER,
        events: eventsFor(step.events, LEARNER),
        sentences: said,
        changes: viewOf(state, LEARNER),
      };
      const played: Played = {
        type: "played",
        ply: index + 1,
        seat,
        by: seat === LEARNER ? "owner" : "computer",
        seen: [seen],
        turn_ends: null,
        now: 0,
        sentence: null,
      };
      this.#plies.push({ played, state });
    }
    this.state = this.#at(0);
  }

  /** The contract of a Svelte store. */
  subscribe(listener: (state: Snapshot) => void): () => void {
    this.#listeners.add(listener);
    listener(this.state);
    return () => this.#listeners.delete(listener);
  }

  /** Do what the learner chose, if it is what comes next. */
  send(message: Parameters<LiveTable["send"]>[0]): Promise<number | null> {
    const next = this.#script.plies[this.state.ply];
    const isNext =
      message.type === "act" &&
      next !== undefined &&
      this.isLearners &&
      writeAction(message.action) === writeAction(next.action);
    if (!isNext) return Promise.reject(new Refusal("lesson", "That is a good thing to know, but not yet."));
    this.play();
    return Promise.resolve(null);
  }

  /** Whether it is the learner's turn. */
  get isLearners(): boolean {
    return this.state.latest[0]?.turn === LEARNER;
  }

  /** Play what comes next. */
  play(): void {
    const { ply, queue, latest, out, log } = this.state;
    const done = this.#plies[ply];
    if (!done) return;
    const steps = stepsFrom(latest, queue.at(-1)?.out ?? out, [done.played]);
    this.#set({
      ...this.state,
      latest: steps.at(-1)?.after ?? latest,
      queue: [...queue, ...steps],
      ply: ply + 1,
      log: [...log, ...linesOf(done.played)],
      odds: this.#oddsAt(ply + 1),
    });
  }

  /** Go to how the table stood after so many plies, at once. */
  seek(ply: number): void {
    this.#set(this.#at(ply));
  }

  shift(): void {
    const [step, ...queue] = this.state.queue;
    if (step) this.#set({ ...this.state, queue, views: step.after, out: step.out });
  }

  onReaction(): () => void {
    return () => undefined;
  }

  retry(): void {
    // There is no connection that could be lost.
  }

  #at(ply: number): Snapshot {
    const before = this.#plies.slice(0, ply).map(({ played }) => played);
    const views: View[] = [viewOf(this.#stateAt(ply), LEARNER)];
    const steps = stepsFrom([viewOf(this.#first, LEARNER)], [], before);
    return {
      ...START,
      status: "live",
      table: tableOf(this.#script, ply),
      seats: [LEARNER],
      latest: views,
      views,
      out: steps.at(-1)?.out ?? [],
      ply,
      log: [BEGAN, ...before.flatMap(linesOf)],
      odds: this.#oddsAt(ply),
    };
  }

  #stateAt(ply: number): GameState {
    return ply === 0 ? this.#first : this.#plies[ply - 1]!.state;
  }

  /** The odds of the leg, as a table tells them that has them on its tickets. */
  #oddsAt(ply: number): Snapshot["odds"] {
    const { edition, track, dice, tiles } = this.#stateAt(ply);
    const leg = legOdds({ edition, track, dice, tiles: tiles.filter((tile) => tile !== null) });
    const odds: OddsForm = { edition, hints: null, leg, race: null, values: null };
    return { ply, odds };
  }

  #set(state: Snapshot): void {
    this.state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

function tableOf({ edition, players }: Script, ply: number): TableForm {
  return {
    id: "lesson",
    status: "playing",
    settings: { ...DEFAULT_SETTINGS, edition, seats: players, odds: "leg", first: LEARNER },
    seats: seatsFor(players),
    dice: { commitment: "", seeds: [], secret: null },
    ply,
    turn_ends: null,
    now: 0,
    rematch: null,
    before: null,
  };
}
