// The layout of the table page by window size. It is in script because it changes components, not only styles.
import { innerHeight, innerWidth } from "svelte/reactivity/window";
import type { Ring } from "../board/ring.ts";

/**
 * desk: players and log in a rail on the right. tablet, phone: players as chips above the board, the log in a drawer.
 * low: a wide and low window, such as a phone in landscape or a page at 200%: everything except the board in a rail.
 */
export type Layout = "desk" | "tablet" | "phone" | "low";

export function layOut(width: number, height: number): Layout {
  if (height < 560 && width > height) return "low";
  if (width > 1100) return "desk";
  return width > 700 ? "tablet" : "phone";
}

/**
 * The shape of the ring in a window, which has to last while other parts of the page come and go; undefined leaves it
 * to the board's box.
 */
export function ringFor(width: number, height: number): Ring["kind"] | undefined {
  return width <= 900 && height >= width ? "tall" : undefined;
}

const width = $derived(innerWidth.current ?? 1440);
const height = $derived(innerHeight.current ?? 900);
const kind = $derived(layOut(width, height));

export const layout = {
  get kind(): Layout {
    return kind;
  },
  get ring(): Ring["kind"] | undefined {
    return ringFor(width, height);
  },
  /** Whether all parts of the tray are side by side. */
  get isOneRow(): boolean {
    return kind === "desk" || (kind === "tablet" && width > 900);
  },
  /** Where the strip of what rivals did is: in a row, in the status line, or there only in one's own turn. */
  get strip(): "row" | "inline" | "own turn" {
    if (kind === "desk") return height > 800 ? "row" : "inline";
    return kind === "phone" && height < 700 ? "own turn" : "row";
  },
  /** Whether there is room for headings in the tray. */
  get hasHeadings(): boolean {
    return kind === "desk" && height > 800;
  },
};
