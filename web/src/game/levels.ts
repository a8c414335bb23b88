// The faces and strengths of computer players.
import { LEVELS } from "./editions.ts";

/** The face of a level; players of other servers, and programs, share one. */
export function faceOf(level: string | null): string {
  return LEVELS.some((known) => known.level === level) ? `face-${level}` : "face-own";
}

/** From 1 for the weakest; 0 for a player that is not built in. */
export function strengthOf(level: string): number {
  return LEVELS.findIndex((known) => known.level === level) + 1;
}

export function isLevel(level: unknown): level is string {
  return LEVELS.some((known) => known.level === level);
}
