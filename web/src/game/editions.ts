// Written by tools/client_editions.py from core/edition.py and players/registry.py (`make types`): do not edit.
// Ask an edition what it has (`EDITIONS[edition].crazy`), never which one it is.
import type { Edition } from "./protocol.ts";

export interface EditionData {
  readonly number: Edition;
  /** What people call it: "first". */
  readonly ordinal: string;
  /** Camels by their letters: small ones race, in the order of their tents; capitals are crazy. */
  readonly racing: string;
  readonly crazy: string;
  /** All of them. */
  readonly camels: string;
  /** The letters of all dice; "x" is the grey one. */
  readonly dice: string;
  /** The values of a colour's tickets, top first. */
  readonly ticketValues: readonly (2 | 3 | 5)[];
  /** From how many players on there are partnerships; null: never. */
  readonly partnershipsFrom: number | null;
  readonly words: EditionWords;
}

/** A computer player. */
export interface Level {
  readonly level: string;
  /** What people call it. */
  readonly name: string;
  /** How it plays, in a few words. */
  readonly summary: string;
}

/** What the edition's rulebook calls things. */
export interface EditionWords {
  readonly ticket: string;
  readonly pyramidTicket: string;
  readonly tile: string;
  readonly cheering: string;
  readonly booing: string;
  readonly cheer: string;
  readonly boo: string;
  readonly card: string;
}

export const SPACES = 16;
export const DICE_PER_LEG = 5;
export const STARTING_MONEY = 3;
export const MIN_PLAYERS = 2;
export const MAX_PLAYERS = 8;
export const FINISH_REWARDS = [8, 5, 3, 2];
export const LATER_FINISH_REWARD = 1;
export const SECOND_PLACE_REWARD = 1;
export const WRONG_BET = -1;
export const PYRAMID_TICKET_REWARD = 1;
export const TILE_REWARD = 1;
export const GREY_DIE = "x";
export const NAME_LENGTH = 40;
export const SHORTEST_CLOCK = 5;
export const LONGEST_CLOCK = 86400;

export const EDITIONS: { readonly [edition in Edition]: EditionData } = {
  "1": {
    "number": 1,
    "ordinal": "first",
    "racing": "bgowy",
    "crazy": "",
    "camels": "bgowy",
    "dice": "bgowy",
    "ticketValues": [
      5,
      3,
      2
    ],
    "partnershipsFrom": null,
    "words": {
      "ticket": "leg betting tile",
      "pyramidTicket": "pyramid tile",
      "tile": "desert tile",
      "cheering": "oasis",
      "booing": "mirage",
      "cheer": "oasis",
      "boo": "mirage",
      "card": "race betting card"
    }
  },
  "2": {
    "number": 2,
    "ordinal": "second",
    "racing": "bgpry",
    "crazy": "KW",
    "camels": "bgpryKW",
    "dice": "bgpryx",
    "ticketValues": [
      5,
      3,
      2,
      2
    ],
    "partnershipsFrom": 6,
    "words": {
      "ticket": "betting ticket",
      "pyramidTicket": "pyramid ticket",
      "tile": "spectator tile",
      "cheering": "cheering",
      "booing": "booing",
      "cheer": "cheer",
      "boo": "boo",
      "card": "finish card"
    }
  }
};

/** The computer players, the weakest first. */
export const LEVELS: readonly Level[] = [
  {
    "level": "random",
    "name": "Tumble",
    "summary": "Anything goes, without a plan"
  },
  {
    "level": "novice",
    "name": "Chick",
    "summary": "Knows the rules, follows the crowd"
  },
  {
    "level": "greedy",
    "name": "Pouch",
    "summary": "Takes what pays most right now"
  },
  {
    "level": "shark",
    "name": "Fin",
    "summary": "Thinks of the race, and of you"
  },
  {
    "level": "learned",
    "name": "Thoth",
    "summary": "Has taught itself, decides at a glance"
  },
  {
    "level": "champion",
    "name": "Sekhet",
    "summary": "Plays out thousands of legs in its head"
  }
];
