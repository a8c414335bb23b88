// The setup of a game: dice decide where the camels start.
import { isCrazy } from "../track.ts";
import type { Face, Track } from "../protocol.ts";
import { OVER } from "./state.ts";

/** The space where a face puts its camel: 1 to 3 for a racing one, 16 to 14 for a crazy one. */
export function startingSpace(face: Face): number {
  const number = Number(face[1]);
  return isCrazy(face[0]!) ? OVER - number : number;
}

/** The camels on their starting spaces, from a face for each; later ones stand on top. */
export function startingTrack(faces: readonly Face[]): Track {
  const track: Track = {};
  for (const face of faces) {
    const space = startingSpace(face);
    track[space] = (track[space] ?? "") + face[0]!;
  }
  return track;
}
