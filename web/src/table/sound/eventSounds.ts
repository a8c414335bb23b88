// The sounds of events at a table. Everything that is heard can also be seen.
import { A, END, F, figure, LEG, type Note } from "../../ui/sound/melodies.ts";
import { sound } from "../../ui/sound/sound.ts";
import type { Playback, ShownEvent } from "../playback/playback.svelte.ts";

/** Play the sounds of the shown events; `own` gives the seats of this device. Returns a function that stops it. */
export function playSounds(playback: Pick<Playback, "onEvent">, own: () => readonly number[] = () => []): () => void {
  const leave = playback.onEvent((shown) => {
    const isForAll = shown.event.type === "leg_scored" || shown.event.type === "game_ended";
    sound.play(notesOf(shown), isForAll || own().includes(shown.played.seat) ? "own" : "others");
  });
  return () => void leave();
}

/** The notes of an event. */
export function notesOf({ event, beats, isPassedOver }: ShownEvent): Note[] {
  if (isPassedOver) return [];
  switch (event.type) {
    case "die_revealed":
      return at(beats, (ms, nth) => ({ instrument: "clack", pitch: 720 + 90 * nth, at: ms, loud: nth ? 0.5 : 0.9 }));
    case "camel_moved": {
      // Taller units sound lower.
      const pitch = 150 / (1 + 0.17 * (event.unit.length - 1));
      return at(beats, (ms, nth) => ({
        instrument: "drum",
        pitch: pitch * (nth % 2 ? 1.06 : 1),
        at: ms,
        loud: nth === beats.length - 1 ? 0.95 : 0.7,
      }));
    }
    case "tile_hit":
      return [{ instrument: "sistrum", pitch: 2600, at: beats.length ? 0.3 : 0, loud: 0.6 }];
    case "ticket_taken":
    case "card_played":
    case "tile_placed":
      return [{ instrument: "snap", pitch: event.type === "tile_placed" ? 1800 : 3600, at: 0, loud: 0.7 }];
    case "partners_joined":
      return figure([
        [F, 0, 0.5],
        [A, 0.1, 0.5],
      ]);
    case "leg_scored":
      return LEG;
    case "game_ended":
      return END;
    case "race_ended":
    case "leg_started":
    case "card_scored":
      return [];
  }
}

function at(beats: readonly number[], note: (seconds: number, nth: number) => Note): Note[] {
  return beats.map((ms, nth) => note(ms / 1000, nth));
}
