// The computer players, the weakest first: what a level is called and how it plays. The faces are symbols in the page
// (build/faces.ts); a test holds this list to the players of the server.
export interface Level {
  level: string;
  /** What it is called. */
  name: string;
  /** How it plays, in a few words. */
  says: string;
}

export const LEVELS: readonly Level[] = [
  { level: "random", name: "Tumble", says: "Anything goes, without a plan" },
  { level: "novice", name: "Chick", says: "Knows the rules, follows the crowd" },
  { level: "greedy", name: "Pouch", says: "Takes what pays most right now" },
  { level: "shark", name: "Fin", says: "Thinks of the race, and of you" },
  { level: "champion", name: "Sekhet", says: "Plays out thousands of legs in its head" },
];

/** The face of a level; players of other servers, and programs, share one. */
export function faceOf(level: string | null): string {
  return LEVELS.some((known) => known.level === level) ? `face-${level}` : "face-own";
}

/** From 1 to 5; 0 for a player that is not of camelup. */
export function strengthOf(level: string): number {
  return LEVELS.findIndex((known) => known.level === level) + 1;
}

export function isLevel(level: unknown): level is string {
  return LEVELS.some((known) => known.level === level);
}
