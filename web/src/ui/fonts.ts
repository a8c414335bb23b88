// Where text need not have its fonts at once: the HTML of a table says so (build/pages.ts), so that on a first
// visit the camels come before the fonts.
import { keep, recall } from "./storage.ts";

/** Show all text in its fonts, and from the beginning on the next visit: the browser has them then. */
export function useFonts(): void {
  delete document.documentElement.dataset["fonts"];
  keep("fonts", "known");
}

if (recall("fonts")) useFonts();
