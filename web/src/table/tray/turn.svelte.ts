// The player's turn: the legal actions, what has been chosen so far, and the action held back for a moment before it is
// sent, so that a slip of the finger can be cancelled. A roll is sent at once. Nothing can be undone afterwards.
import { untrack } from "svelte";
import { Refusal } from "../connection/api.ts";
import type { RaceConnection } from "../connection/tableConnection.ts";
import type { Action, Deck, RacingCamel, Side, View } from "../../game/protocol.ts";
import { type AllowedActions, NOTHING, sortActions } from "../../game/actions.ts";

/** How long a bet or a tile is held back, in ms. */
export const HOLD = 1500;
/** How long before the clock runs out, in ms, a held action is sent anyway, so that the table does not act instead. */
const EARLY = 700;

export interface Chosen {
  camel?: RacingCamel;
  deck?: Deck;
  isTile?: boolean;
  space?: number;
  side?: Side;
  isPartner?: boolean;
}

export class Turn {
  #connection: RaceConnection;
  #read: () => View | null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Called when a roll is sent and when it is refused: the pyramid shakes meanwhile. */
  onroll: ((isRefused: boolean) => void) | null = null;

  chosen = $state.raw<Chosen>({});
  held = $state.raw<Action | null>(null);
  /** The action that the server has not answered yet. */
  sent = $state.raw<Action | null>(null);
  /** On a shared device, the seat whose hand is uncovered. */
  uncovered = $state<number | null>(null);
  /** Why the last action was refused. */
  refusal = $state<string | null>(null);
  readonly view = $derived.by(() => this.#read());
  readonly allowed: AllowedActions = $derived(this.view && !this.sent ? sortActions(this.view.legal) : NOTHING);
  readonly isOn = $derived(this.allowed.roll);

  /** `read` gives the view of the seat that may act, or null if it is not its turn. */
  constructor(connection: RaceConnection, read: () => View | null) {
    this.#connection = connection;
    this.#read = read;
    // A choice is valid for one turn only.
    $effect(() => {
      void this.view?.seat;
      void this.view?.legal;
      untrack(() => this.cancel());
    });
    $effect(() => () => this.#stop());
  }

  get isChoosing(): boolean {
    const { camel, deck, isTile, isPartner } = this.chosen;
    return Boolean(camel || deck || isTile || isPartner);
  }

  roll(): void {
    if (!this.allowed.roll || this.held) return;
    this.chosen = {};
    this.onroll?.(false);
    void this.#send({ type: "roll" });
  }

  takeTicket(camel: RacingCamel): void {
    if (this.allowed.tickets.has(camel)) this.#hold({ type: "take_ticket", camel });
  }

  pickCard(camel: RacingCamel): void {
    if (this.held?.type === "play_card" && this.held.camel === camel) return this.#hold(this.held);
    if (!this.allowed.cards.has(camel) || this.held) return;
    const { deck } = this.chosen;
    if (deck) this.#hold({ type: "play_card", deck, camel });
    else this.#choose(this.chosen.camel === camel ? {} : { camel });
  }

  pickDeck(deck: Deck): void {
    if (this.held?.type === "play_card" && this.held.deck === deck) return this.#hold(this.held);
    if (!this.allowed.cards.size || this.held) return;
    const { camel } = this.chosen;
    if (camel) this.#hold({ type: "play_card", deck, camel });
    else this.#choose(this.chosen.deck === deck ? {} : { deck });
  }

  pickTile(side?: Side): void {
    if (this.held?.type === "place_tile" && this.held.side === side) return this.#hold(this.held);
    if (!this.allowed.tiles.size || this.held) return;
    const { space, isTile } = this.chosen;
    if (side && space !== undefined) this.#place(space, side);
    else if (isTile && side === this.chosen.side) this.#choose({});
    else this.#choose({ isTile: true, ...(side && { side }) });
  }

  pickSpace(space: number): void {
    if (!this.allowed.tiles.has(space) || this.held) return;
    const { side } = this.chosen;
    if (side) this.#place(space, side);
    else this.#choose(this.chosen.space === space ? {} : { isTile: true, space });
  }

  pickPartner(seat?: number): void {
    if (this.held?.type === "join_partner" && this.held.seat === seat) return this.#hold(this.held);
    if (!this.allowed.partners.size || this.held) return;
    if (seat === undefined) this.#choose(this.chosen.isPartner ? {} : { isPartner: true });
    else if (this.allowed.partners.has(seat)) this.#hold({ type: "join_partner", seat });
  }

  cancel(): void {
    this.#stop();
    this.chosen = {};
    this.held = null;
    this.refusal = null;
  }

  #choose(chosen: Chosen): void {
    this.refusal = null;
    this.chosen = chosen;
  }

  #place(space: number, side: Side): void {
    if (this.allowed.tiles.get(space)?.includes(side)) this.#hold({ type: "place_tile", space, side });
    else {
      this.refusal = "Your tile is already there with this side up.";
      this.chosen = {};
    }
  }

  /** Hold an action back; choosing the same again sends it at once, and another one replaces it. */
  #hold(action: Action): void {
    const isAgain = this.held !== null && JSON.stringify(this.held) === JSON.stringify(action);
    this.#stop();
    this.refusal = null;
    this.held = action;
    if (isAgain) void this.#send(action);
    else this.#timer = setTimeout(() => void this.#send(action), this.#holdFor());
  }

  #holdFor(): number {
    const ends = this.#connection.state.turnEnds;
    return ends === null ? HOLD : Math.max(0, Math.min(HOLD, ends - Date.now() - EARLY));
  }

  async #send(action: Action): Promise<void> {
    this.#stop();
    const view = this.view;
    if (!view || view.seat === null || this.sent) return;
    this.sent = action;
    this.refusal = null;
    let refusal: string | null = null;
    try {
      await this.#connection.send({ type: "act", seat: view.seat, ply: this.#connection.state.ply, action });
    } catch (error) {
      // An action is not repeated after a lost connection: the table shows after the reconnect whether it was done.
      refusal = error instanceof Refusal ? error.message : String(error);
      if (action.type === "roll") this.onroll?.(true);
    }
    this.sent = null;
    this.chosen = {};
    this.held = null;
    this.refusal = refusal;
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
