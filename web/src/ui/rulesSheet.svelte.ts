// The rules over whatever page one is on, so that nobody leaves a table to look something up. The sheet itself is loaded
// when it is first wanted.

type Edition = 1 | 2;

let isOpen = $state(false);
let edition = $state<Edition | null>(null);

export const sheet = {
  get isOpen(): boolean {
    return isOpen;
  },
  /** That of the table from which it was opened. */
  get edition(): Edition | null {
    return edition;
  },
  close(): void {
    isOpen = false;
    if (isOwn(history.state)) history.back();
  },
};

/** A step of its own in the browser's history: going back closes the sheet, and leaves nobody's table. */
const STEP = { rules: true };

function isOwn(state: unknown): boolean {
  return typeof state === "object" && state !== null && "rules" in state;
}

/** For a click on a link to the rules: with a modifier, and on their own page, it is a link as any other. */
export function openRules(event: MouseEvent, of: Edition | null = null): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || location.pathname === "/rules") return;
  event.preventDefault();
  edition = of;
  isOpen = true;
  history.pushState(STEP, "");
  addEventListener("popstate", () => (isOpen = false), { once: true });
}
