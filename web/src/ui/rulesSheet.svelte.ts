// The rules in a sheet over the current page, so that nobody has to leave a table to look something up. The sheet is
// loaded on first use.

type Edition = 1 | 2;

let isOpen = $state(false);
let edition = $state<Edition | null>(null);

export const sheet = {
  get isOpen(): boolean {
    return isOpen;
  },
  /** The edition of the table from which it was opened. */
  get edition(): Edition | null {
    return edition;
  },
  close(): void {
    isOpen = false;
    if (isOwn(history.state)) history.back();
  },
};

/** The sheet is an entry in the browser's history, so that going back closes it instead of leaving the table. */
const STEP = { rules: true };

function isOwn(state: unknown): boolean {
  return typeof state === "object" && state !== null && "rules" in state;
}

/** Handles a click on a link to the rules; with a modifier key, or on the rules page, it stays a normal link. */
export function openRules(event: MouseEvent, of: Edition | null = null): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || location.pathname === "/rules") return;
  event.preventDefault();
  edition = of;
  isOpen = true;
  history.pushState(STEP, "");
  addEventListener("popstate", () => (isOpen = false), { once: true });
}
