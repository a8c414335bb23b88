// Focus for keyboard users. A control that is disabled loses the focus and gets it back when it is enabled again, so
// that nobody starts over at every turn. If it is removed, the focus goes to what comes next, or to the main element.
// Pointer users are not affected.

/** Restore the keyboard focus within an element, or go on with `next` if it was removed; an attachment. */
export function keepFocus(root: HTMLElement, next = "main"): () => void {
  let last: HTMLElement | null = null;

  function note({ target }: FocusEvent): void {
    last = target instanceof HTMLElement && target.matches(":focus-visible") ? target : null;
  }
  function forget(): void {
    last = null;
  }
  /** Deferred, because the focus is also nowhere for a moment while tabbing. */
  function restoreSoon(): void {
    if (last) setTimeout(restore);
  }
  function restore(): void {
    if (!last || document.activeElement !== document.body) return;
    const found = last.isConnected ? last : (root.querySelector<HTMLElement>(next) ?? document.querySelector("main"));
    found?.focus({ preventScroll: true });
  }

  const observer = new MutationObserver(restoreSoon);
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ["disabled"] });
  root.addEventListener("focusin", note);
  addEventListener("pointerdown", forget);
  return () => {
    observer.disconnect();
    root.removeEventListener("focusin", note);
    removeEventListener("pointerdown", forget);
  };
}

/** Focus a space for a tile. */
export function focusSpace(space: number | undefined): void {
  document.querySelector<HTMLElement>(`[data-tile-space="${space}"]`)?.focus();
}

/** Move the focus along the spaces for a tile with an arrow key, wrapping around. */
export function moveFocus(key: string, spaces: number[]): void {
  const at = Number((document.activeElement as HTMLElement | null)?.dataset["tileSpace"] ?? spaces[0]);
  const step = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  focusSpace(spaces[(spaces.indexOf(at) + step + spaces.length) % spaces.length]);
}
