// A game that is looked at again, as motion knows a live one: steps that are to be shown, and how it stands.
import type { Snapshot, Step } from "../../table/connection/tableConnection.ts";
import type { Played, Replay } from "../../game/protocol.ts";
import { diceOut, type Eyes, viewOf } from "./recordedGame.ts";

type State = Pick<Snapshot, "queue" | "views" | "out" | "ply">;

export class ReplaySource {
  state: State;
  #replay: Replay;
  #dice: string[][];
  #eyes: Eyes = "open";
  #listeners = new Set<(state: State) => void>();

  constructor(replay: Replay) {
    this.#replay = replay;
    this.#dice = diceOut(replay.steps);
    this.state = this.#at(0);
  }

  subscribe(listener: (state: State) => void): () => void {
    this.#listeners.add(listener);
    listener(this.state);
    return () => this.#listeners.delete(listener);
  }

  /** The step was shown. */
  shift(): void {
    const [step] = this.state.queue;
    if (step) this.#set(this.#at(step.played.ply));
  }

  look(eyes: Eyes): void {
    this.#eyes = eyes;
    this.#set(this.#at(this.state.ply));
  }

  /** Go to a step: with motion to the next, at once to any other. */
  seek(to: number, isMoving: boolean): void {
    const { ply } = this.state;
    if (isMoving && to === ply + 1) this.#set({ ...this.#at(ply), queue: [this.#step(to)], ply: to });
    else this.#set(this.#at(to));
  }

  #at(index: number): State {
    return {
      queue: [],
      views: [viewOf(this.#replay, index, this.#eyes)],
      out: this.#dice[index]!,
      ply: index,
    };
  }

  #step(index: number): Step {
    const { seat, events, sentences } = this.#replay.steps[index]!;
    const after = viewOf(this.#replay, index, this.#eyes);
    const seen = { seat: after.seat, events, sentences, changes: {} };
    const played: Played = {
      type: "played",
      ply: index,
      seat: seat ?? 0,
      by: "owner",
      seen: [seen],
      turn_ends: null,
      now: 0,
      sentence: null,
    };
    return { played, seen, after: [after], out: this.#dice[index]! };
  }

  #set(state: State): void {
    this.state = state;
    for (const listener of this.#listeners) listener(state);
  }
}
