// Animations of the board's own elements: pyramid, tiles, stacks and the sun.
import type { Attachment } from "svelte/attachments";
import { hooves, type Ring } from "../board/ring.ts";
import { start } from "./animate.ts";
import type { Motion } from "./motions.ts";
import { CAP, DROP, SHAKE } from "./timing.ts";

/** A transform round a point of the element's own drawing. */
const round = (x: number, y: number, what: string): string =>
  `translate(${x}px, ${y}px) ${what} translate(${-x}px, ${-y}px)`;

/** Animate the element that a motion is about, in the board that contains `element`. */
export function animateBoard(motion: Motion, ring: Ring): Attachment<SVGGElement> {
  return ({ ownerSVGElement: board }) => (board ? move(board, motion, ring) : undefined);
}

function move(board: SVGSVGElement, motion: Motion, ring: Ring): () => void {
  const found = (selector: string): Element[] => [...board.querySelectorAll(selector)];
  const stops: ((() => void) | undefined)[] = [];
  const play = (selector: string, frames: Keyframe[], more: KeyframeAnimationOptions = {}): void => {
    for (const element of found(selector)) stops.push(start(element, frames, motion, more));
  };
  switch (motion.kind) {
    case "shake": {
      const turns = [0, 3, -3, 3, -3, 3, -3, 0];
      const frames = turns.map((turn) => ({ transform: round(133, 200, `rotate(${turn}deg)`) }));
      play(".pyramid .body", frames, { duration: Math.min(SHAKE, motion.ms), iterations: Infinity });
      break;
    }
    case "open": {
      const [shut, open] = ["rotate(0deg)", "translate(8px, -26px) rotate(9deg)"].map((turn) => ({
        transform: round(133, 40, turn),
      }));
      const up = CAP / (CAP + DROP);
      const frames = [
        { ...shut, easing: "ease-out" },
        { ...open, offset: up },
        { ...open, offset: 0.65, easing: "ease-in" },
        { ...shut, offset: 1 },
      ];
      play(".pyramid .cap", frames);
      break;
    }
    case "tip": {
      const turns = motion.side === "+" ? ["", "scale(1, 0.85)", "scale(1, 1.15)", ""] : ["", "rotate(-12deg)", ""];
      const frames = turns.map((turn) => ({ transform: turn || "none", easing: "ease-out" }));
      play(`.tile[data-owner="${motion.seat}"] .spring`, frames);
      break;
    }
    case "squash": {
      const feet = hooves(ring, motion.space);
      const frames = [1, 0.96, 1.01, 1].map((high) => ({ transform: round(feet.x, feet.y, `scale(1, ${high})`) }));
      for (const [index, rider] of found(`.stack[data-space="${motion.space}"] > g`).entries()) {
        stops.push(start(rider, frames, { ...motion, ms: 150 }, { delay: index * 30 }));
      }
      break;
    }
    case "back": {
      const wide = ring.width;
      const frames = [0, wide, -wide * 0.25, 0].map((x, index) => ({
        transform: `translate(${x}px, 0)`,
        offset: [0, 0.6, 0.6, 1][index]!,
        easing: index ? "ease-out" : "ease-in",
      }));
      play(".sun", frames);
      break;
    }
    case "mark":
      for (const place of motion.places) play(place, [{ opacity: 0.15 }, { opacity: 1 }]);
      break;
    case "outline": {
      const edge = ["2px 0", "-2px 0", "0 2px", "0 -2px"].map((way) => `drop-shadow(${way} 0 var(--sun))`).join(" ");
      for (const element of document.querySelectorAll(motion.places.join() || "no-place")) {
        stops.push(start(element, [{ filter: edge }, { filter: edge }], motion));
      }
      break;
    }
  }
  return () => {
    for (const stop of stops) stop?.();
  };
}
