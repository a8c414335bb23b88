// A control that appears where another one was is dead for a moment. A finger that taps faster than an eye reads would
// otherwise press it: "Next leg" lies exactly over "Roll" on a phone, and a roll cannot be undone.
import { recall } from "./storage.ts";

/** How long, in ms. */
export const GUARD = 700;
/** How long it then takes to be seen as alive, in ms. */
const AWAKE = 120;

/** Keep a new element from taps and keys for a moment, and let it be seen; an attachment. */
export function guardTaps(element: HTMLElement): (() => void) | undefined {
  // The pace that tests choose: nothing takes time.
  if (recall("pace") === "none") return undefined;
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const wake = (): void => {
    element.removeEventListener("click", swallow, true);
    element.removeAttribute("aria-disabled");
  };
  // Enter and the space bar click, too. The element stays enabled, because a disabled one would lose the focus.
  element.addEventListener("click", swallow, true);
  element.setAttribute("aria-disabled", "true");
  // It ends in whatever the element looks like by then.
  const faded = [{ opacity: 0.6 }, { opacity: 0.6, offset: GUARD / (GUARD + AWAKE) }, {}];
  element.animate?.(faded, { duration: GUARD + AWAKE });
  const timer = setTimeout(wake, GUARD);
  return () => {
    clearTimeout(timer);
    wake();
  };
}

/** Whether an element is still dead: for a shortcut that does the same without a click. */
export function isGuarded(element: Element | null): boolean {
  return element?.getAttribute("aria-disabled") === "true";
}
