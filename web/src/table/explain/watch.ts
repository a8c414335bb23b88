// When something is to be explained: the pointer rests on it, a finger is held on it, or "?" is pressed while it has
// the focus. A long press never also does what a tap does.
import { isForUs } from "../race/keys.ts";
import { type Thing, thingAt, thingOf } from "./things.ts";

/** How long the pointer rests, a finger presses, and an explanation stays when the pointer has left, in ms. */
export const REST = 350;
export const PRESS = 450;
export const LEAVE = 120;
/** How far a finger may slip, in px. */
const SLIP = 10;

/** rest: goes when the pointer leaves. pinned: stays until it is closed. sheet: over the page, for fingers. */
export type Way = "rest" | "pinned" | "sheet";

export interface Asker {
  ask: (thing: Thing, element: Element, way: Way) => void;
  leave: () => void;
  /** What is explained now. */
  current: () => { element: Element; way: Way } | null;
  /** Whether a tap on a player opens a sheet. */
  hasSheets: () => boolean;
}

/** Whether a point is on what is explained, or on the explanation itself. */
function isOnExplained(element: Element, target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("#explanation") !== null && element.isConnected;
}

/** The box that an explanation must not cover: of a player all of it. */
function boxOf(element: Element): Element {
  return element.closest("[data-seat]") ?? element;
}

/** Follow the pointer, fingers and keys; gives a function that stops it. */
export function watchThings({ ask, leave, current, hasSheets }: Asker): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  let resting: Element | null = null;
  let pressed: { x: number; y: number } | null = null;
  /** The tap that ends a long press does nothing. */
  let isSwallowing = false;
  /** Nothing is explained again where the pointer was pressed, until it leaves. */
  let used: Element | null = null;

  function rest(event: PointerEvent): void {
    if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLIP) release();
    if (event.pointerType !== "mouse" || event.buttons) return;
    const found = thingAt(event.clientX, event.clientY);
    if (found?.element !== used) used = null;
    const open = current();
    if (open?.way === "rest") {
      if (found?.element === open.element || isOnExplained(open.element, event.target)) {
        clearTimeout(leaving);
        leaving = undefined;
      } else leaving ??= setTimeout(leave, LEAVE);
    }
    if (found?.element === resting) return;
    resting = found?.element ?? null;
    clearTimeout(timer);
    if (!found || found.element === open?.element || found.element === used) return;
    timer = setTimeout(() => {
      clearTimeout(leaving);
      leaving = undefined;
      if (current()?.way !== "pinned") ask(found.thing, found.element, "rest");
    }, REST);
  }

  function press(event: PointerEvent): void {
    isSwallowing = false;
    clearTimeout(timer);
    const isOnIt = event.target instanceof Element && event.target.closest("#explanation");
    if (current() && current()?.way !== "sheet" && !isOnIt) leave();
    if (event.pointerType === "mouse") {
      resting = used = thingAt(event.clientX, event.clientY)?.element ?? null;
      return;
    }
    const found = thingAt(event.clientX, event.clientY);
    if (!found) return;
    pressed = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => {
      pressed = null;
      isSwallowing = true;
      ask(found.thing, found.element, "sheet");
    }, PRESS);
  }

  function release(): void {
    if (!pressed) return;
    pressed = null;
    clearTimeout(timer);
  }

  function swallow(event: MouseEvent): void {
    if (!isSwallowing) return;
    isSwallowing = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** A tap on what is there to be explained; after the page's own handlers, which may forbid it. */
  function click(event: MouseEvent): void {
    const found = event.target instanceof Element ? thingOf(event.target.closest("[data-explain]")) : null;
    if (!found || event.defaultPrevented) return;
    ask(found.thing, boxOf(found.element), hasSheets() ? "sheet" : "pinned");
  }

  function menu(event: Event): void {
    if (pressed || isSwallowing) event.preventDefault();
  }

  function key(event: KeyboardEvent): void {
    isSwallowing = false;
    if (event.key === "Escape" && current() && current()?.way !== "sheet") {
      leave();
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "?" && isForUs(event)) {
      const found = thingOf(document.activeElement);
      if (!found) return;
      ask(found.thing, boxOf(found.element), "pinned");
      event.preventDefault();
    }
  }

  function blur({ target, relatedTarget }: FocusEvent): void {
    const open = current();
    if (open?.way === "pinned" && target instanceof Node && relatedTarget && open.element.contains(target)) leave();
  }

  function stop(): void {
    clearTimeout(timer);
    clearTimeout(leaving);
    leave();
  }

  const on = new AbortController();
  const early = { capture: true, signal: on.signal };
  document.addEventListener("pointermove", rest, { passive: true, signal: on.signal });
  document.documentElement.addEventListener("pointerleave", () => current()?.way === "rest" && leave(), {
    signal: on.signal,
  });
  addEventListener("pointerdown", press, early);
  addEventListener("pointerup", release, early);
  addEventListener("pointercancel", release, early);
  addEventListener("click", swallow, early);
  document.addEventListener("click", click, { signal: on.signal });
  addEventListener("contextmenu", menu, early);
  addEventListener("keydown", key, early);
  addEventListener("focusout", blur, early);
  return () => {
    on.abort();
    stop();
  };
}
