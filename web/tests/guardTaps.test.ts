import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GUARD, guardTaps, isGuarded } from "../src/ui/guardTaps.ts";
import { forget, keep } from "../src/ui/storage.ts";

function appear(): { button: HTMLButtonElement; taps: () => number; leave: () => void } {
  const button = document.createElement("button");
  document.body.append(button);
  let count = 0;
  // Svelte listens above the element.
  const listener = (): void => void (count += 1);
  document.body.addEventListener("click", listener);
  const stop = guardTaps(button);
  const leave = (): void => {
    stop?.();
    button.remove();
    document.body.removeEventListener("click", listener);
  };
  return { button, taps: () => count, leave };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  forget("pace");
});

test("what has just appeared is dead for a moment, and says so", () => {
  const { button, taps, leave } = appear();
  button.click();
  vi.advanceTimersByTime(GUARD - 1);
  button.click();
  expect([taps(), isGuarded(button)]).toEqual([0, true]);
  vi.advanceTimersByTime(1);
  button.click();
  expect([taps(), isGuarded(button)]).toEqual([1, false]);
  leave();
});

test("with the pace of tests it is alive at once", () => {
  keep("pace", "none");
  const { button, taps, leave } = appear();
  button.click();
  expect([taps(), isGuarded(button), isGuarded(null)]).toEqual([1, false, false]);
  leave();
});
