// The settings of a new table as the player chooses them, stored for the next time.
import { MAX_PLAYERS, MIN_PLAYERS } from "../../game/editions.ts";
import { isLevel } from "../../game/levels.ts";
import { type NewTable, type Settings } from "../../game/protocol.ts";
import { keep, recall } from "../../ui/storage.ts";

export interface Choices {
  edition: 1 | 2;
  seats: number;
  /** The level of the computer at each seat; null for an open seat. */
  computers: (string | null)[];
  odds: Settings["odds"];
  clock: number | null;
  hidesMoney: boolean;
  isOpen: boolean;
  /** Whether the player has the first turn; otherwise it is random. */
  isFirst: boolean;
}

export const USUAL: Choices = {
  edition: 2,
  seats: 4,
  computers: [],
  odds: "leg",
  clock: 60,
  hidesMoney: false,
  isOpen: true,
  isFirst: false,
};

/** Whether nobody else can join, so that full odds are allowed. */
export function isPractice({ seats, computers }: Choices): boolean {
  return computers.slice(0, seats).filter((level) => level).length === seats - 1;
}

/** Add a computer at the first open seat, or at a new one if all are taken. The first seat is the player's. */
export function withComputer(choices: Choices, level: string): Choices {
  const free = Array.from({ length: choices.seats - 1 }, (_, index) => index + 1).find((i) => !choices.computers[i]);
  const place = free ?? choices.seats;
  if (place >= MAX_PLAYERS) return choices;
  const computers = Array.from({ length: Math.max(choices.seats, place + 1) }, (_, i) => choices.computers[i] ?? null);
  computers[place] = level;
  return fitting({ ...choices, seats: computers.length, computers });
}

/**
 * Handle a tap on a seat: a computer is removed, an open or unused seat becomes the last one, and the last open seat is
 * removed.
 */
export function withPlaceTapped(choices: Choices, place: number): Choices {
  const { seats, computers } = choices;
  if (place === 0) return choices;
  if (place < seats && computers[place]) {
    return fitting({ ...choices, computers: computers.map((level, index) => (index === place ? null : level)) });
  }
  const wanted = place === seats - 1 ? place : place + 1;
  const next = Math.max(MIN_PLAYERS, wanted);
  return fitting({ ...choices, seats: next, computers: computers.slice(0, next) });
}

/** Full odds are for practice only. */
export function fitting(choices: Choices): Choices {
  return choices.odds === "full" && !isPractice(choices) ? { ...choices, odds: "leg" } : choices;
}

export function tableOf(choices: Choices): NewTable {
  const { edition, seats, odds, clock, hidesMoney, isOpen, isFirst } = choices;
  return {
    settings: { edition, seats, odds, clock, hides_money: hidesMoney, is_open: isOpen, first: isFirst ? 0 : null },
    computers: computersOf(choices.computers.slice(0, seats)),
  };
}

function computersOf(levels: (string | null)[]): { level: string; seat: number }[] {
  return levels.flatMap((level, seat) => (level === null ? [] : [{ level, seat }]));
}

/** The opponents of "Play now". */
export interface Practice {
  edition: 1 | 2;
  levels: string[];
}

const USUAL_PRACTICE: Practice = { edition: 2, levels: ["novice", "greedy", "shark"] };

export function practiceTable({ edition, levels }: Practice): NewTable {
  return {
    settings: { edition, seats: levels.length + 1, is_open: false, odds: "leg" },
    computers: computersOf([null, ...levels]),
  };
}

/** A table for players who share one device, with computers in the other seats. */
export function deviceTable(edition: 1 | 2, people: number, levels: string[]): NewTable {
  return {
    settings: { edition, seats: people + levels.length, is_open: false, odds: "off" },
    computers: computersOf([...Array<null>(people).fill(null), ...levels]),
  };
}

// --- What is kept --------------------------------------------------------------------------------------------------

export function lastPractice(): Practice {
  const { edition, levels } = { ...USUAL_PRACTICE, ...read<Practice>("practice") };
  const known = Array.isArray(levels) ? levels.filter(isLevel).slice(0, MAX_PLAYERS - 1) : [];
  return { edition: edition === 1 ? 1 : 2, levels: known.length ? known : USUAL_PRACTICE.levels };
}

export function keepPractice(practice: Practice): void {
  keep("practice", JSON.stringify(practice));
}

export function lastChoices(): Choices {
  const kept = { ...USUAL, ...read<Choices>("choices") };
  const seats = Math.min(MAX_PLAYERS, Math.max(MIN_PLAYERS, Math.trunc(Number(kept.seats)) || USUAL.seats));
  const levels: unknown[] = Array.isArray(kept.computers) ? kept.computers : [];
  return fitting({
    edition: kept.edition === 1 ? 1 : 2,
    seats,
    computers: Array.from({ length: seats }, (_, i) => (i > 0 && isLevel(levels[i]) ? levels[i] : null)),
    odds: ["off", "hints", "leg", "full"].includes(kept.odds) ? kept.odds : USUAL.odds,
    clock: kept.clock === null || (kept.clock >= 5 && kept.clock <= 86_400) ? kept.clock : USUAL.clock,
    hidesMoney: Boolean(kept.hidesMoney),
    isOpen: Boolean(kept.isOpen),
    isFirst: Boolean(kept.isFirst),
  });
}

export function keepChoices(choices: Choices): void {
  keep("choices", JSON.stringify(choices));
}

function read<T extends object>(key: string): Partial<T> {
  try {
    const kept: unknown = JSON.parse(recall(key) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}
