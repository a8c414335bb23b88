// The layout of the table page by window size. It is in script because it changes components, not only styles.
import { innerHeight, innerWidth } from "svelte/reactivity/window";

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

const width = $derived(innerWidth.current ?? 1440);
const height = $derived(innerHeight.current ?? 900);
const kind = $derived(layOut(width, height));

export const layout = {
  get kind(): Layout {
    return kind;
  },
  /** Whether all parts of the tray are side by side. */
  get isOneRow(): boolean {
    return kind === "desk" || (kind === "tablet" && width > 900);
  },
  /** Whether there is room for headings in the tray. */
  get hasHeadings(): boolean {
    return kind === "desk" && height > 800;
  },
};
