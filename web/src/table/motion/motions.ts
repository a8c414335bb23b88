// What can move on a board. `Playback` says what moves and for how long, `MotionLayer` draws it.
import type { Deck, Edition, Side, Ticket } from "../../game/protocol.ts";
import type { Manner } from "./timing.ts";

interface Timed {
  id: number;
  /** Its duration and its start, in ms of performance.now(). */
  ms: number;
  since: number;
}

/** The pyramid is shaken, until the answer comes. */
export interface Shake extends Timed {
  kind: "shake";
}
/** Its cap opens. */
export interface Open extends Timed {
  kind: "open";
}
/** A die falls out of the pyramid, and shows its number after a while. */
export interface Drop extends Timed {
  kind: "drop";
  face: string;
  isShown: boolean;
}
/** It flies to its tent, the nth. */
export interface ToTent extends Timed {
  kind: "tent";
  face: string;
  nth: number;
}
/** A unit on its way. */
export interface Walk extends Timed {
  kind: "walk";
  unit: string;
  start: number;
  end: number;
  manner: Manner;
  isUnder: boolean;
  /** The camels left behind at the start, and those already at the end. */
  left: string;
  there: string;
  /** The duration of each hop; a stack's lift and drop come before and after the last one. */
  hops: number[];
}
/** A tile springs or tips under a unit. */
export interface Tip extends Timed {
  kind: "tip";
  unit: string;
  space: number;
  side: Side;
  seat: number;
}
/** A stack is squashed by a landing unit. */
export interface Squash extends Timed {
  kind: "squash";
  space: number;
}
/** A place of the page or of the board. */
export type Place =
  | { at: "seat"; seat: number }
  | { at: "tickets"; camel: string }
  | { at: "card"; camel: string | null; seat: number }
  | { at: "space"; space: number }
  | { at: "deck"; deck: Deck };
/** What flies from here to there. */
export type Piece =
  | { is: "ticket"; ticket: Ticket }
  | { is: "card"; seat: number }
  | { is: "tile"; side: Side; seat: number; edition: Edition }
  | { is: "coin" };
export interface Flight extends Timed {
  kind: "flight";
  piece: Piece;
  from: Place;
  to: Place;
}
/** Dice hop back into the pyramid, and the sun crosses the sky. */
export interface Back extends Timed {
  kind: "back";
  dice: string[];
}
/** With reduced motion: what has changed fades in. */
export interface Mark extends Timed {
  kind: "mark";
  /** Selectors in the board. */
  places: string[];
}
/** What has changed, or whom it is about, is outlined. */
export interface Outline extends Timed {
  kind: "outline";
  /** Selectors in the page. */
  places: string[];
}

export type Motion = Shake | Open | Drop | ToTent | Walk | Tip | Squash | Flight | Back | Mark | Outline;
type Omitted<Kind> = Kind extends Motion ? Omit<Kind, "id" | "since"> : never;
/** A motion that has not started. */
export type NewMotion = Omitted<Motion>;
