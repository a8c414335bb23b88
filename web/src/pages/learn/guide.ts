// The table of the guided first leg: a live table as the race page knows it, but played here, by the client's rules and
// a script. What the learner does has to be what comes next; computer players do what the script says.
import { Refusal } from "../../table/connection/api.ts";
import { apply, eventsFor, type GameState, start, viewOf } from "../../game/rules/index.ts";
import { legOdds } from "../../game/leg/leg.ts";
import { linesOf, tableLine } from "../../table/connection/raceLog.ts";
import { frameOf, type Snapshot, START } from "../../table/connection/snapshot.ts";
import { type Follower, type Frame, stepsFrom, type TableSource } from "../../table/connection/steps.ts";
import type { RaceConnection } from "../../table/connection/tableConnection.ts";
import { DEFAULT_SETTINGS, type OddsForm, type Played, type TableForm } from "../../game/protocol.ts";
import { writeAction } from "../../game/actions.ts";
import type { OddsAt } from "../../game/odds.ts";
import { seatsFor } from "./lessons.ts";
import type { Script } from "./script.ts";

/** The learner's seat. */
export const LEARNER = 0;

const BEGAN = tableLine("began", 0, "Leg 1. You start.");

/** A ply as it was played, and how the table stood after it. */
interface Done {
  played: Played;
  state: GameState;
}

export class Guide implements RaceConnection, TableSource {
  state: Snapshot;
  #script: Script;
  #listeners = new Set<(state: Snapshot) => void>();
  #followers = new Set<Follower>();
  #first: GameState;
  /** The whole leg, played in advance, because the script is fixed. */
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
        card: null,
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

  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    follower.jump(frameOf(this.state));
    return () => this.#followers.delete(follower);
  }

  /** Do what the learner chose, if the script has it next. */
  send(message: Parameters<RaceConnection["send"]>[0]): Promise<number | null> {
    const next = this.#script.plies[this.state.ply];
    const isNext =
      message.type === "act" &&
      next !== undefined &&
      this.isLearners &&
      writeAction(message.action) === writeAction(next.action);
    if (!isNext) return Promise.reject(new Refusal("lesson", "Good idea, but not yet."));
    this.play();
    return Promise.resolve(null);
  }

  /** Whether it is the learner's turn. */
  get isLearners(): boolean {
    return this.state.latest[0]?.turn === LEARNER;
  }

  /** Play what comes next. */
  play(): void {
    const { ply, log, odds } = this.state;
    const done = this.#plies[ply];
    if (!done) return;
    const steps = stepsFrom(frameOf(this.state), [done.played]);
    const { views: latest, diceOut } = steps[0]!.after;
    this.#set({
      ...this.state,
      latest,
      diceOut,
      ply: ply + 1,
      log: [...log, ...linesOf(done.played)],
      odds: [...odds.slice(-1), this.#oddsAt(ply + 1)],
    });
    for (const follower of this.#followers) follower.enqueue(steps);
  }

  /** Go at once to how the table stood after a number of plies. */
  seek(ply: number): void {
    this.#set(this.#at(ply));
    for (const follower of this.#followers) follower.jump(frameOf(this.state));
  }

  onReaction(): () => void {
    return () => undefined;
  }

  retry(): void {
    // There is no connection that could be lost.
  }

  #at(ply: number): Snapshot {
    const before = this.#plies.slice(0, ply).map(({ played }) => played);
    const first: Frame = { views: [viewOf(this.#first, LEARNER)], diceOut: [], ply: 0 };
    const { views, diceOut } = stepsFrom(first, before).at(-1)?.after ?? first;
    return {
      ...START,
      status: "live",
      table: tableOf(this.#script, ply),
      seats: [LEARNER],
      latest: views,
      diceOut,
      ply,
      log: [BEGAN, ...before.flatMap(linesOf)],
      odds: ply === 0 ? [this.#oddsAt(0)] : [this.#oddsAt(ply - 1), this.#oddsAt(ply)],
    };
  }

  #stateAt(ply: number): GameState {
    return ply === 0 ? this.#first : this.#plies[ply - 1]!.state;
  }

  /** The leg odds, as a table with the setting "leg" sends them. */
  #oddsAt(ply: number): OddsAt {
    const { edition, track, dice, tiles } = this.#stateAt(ply);
    const leg = legOdds({ edition, track, dice, tiles: tiles.filter((tile) => tile !== null) });
    const odds: OddsForm = { edition, hints: null, leg, race: null, values: null, best: null };
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
    dice: { commitment: "", seeds: [], secret: null, is_first_random: null },
    ply,
    turn_ends: null,
    now: 0,
    rematch: null,
    before: null,
    closed: null,
    is_claimed: false,
    title: null,
  };
}
