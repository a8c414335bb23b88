// Who plays by Tab and Enter does not start over at every turn: a piece that is off loses the focus, and gets it back when
// it is on again. What is gone for good leaves the focus to the page's main part, so that a reader's place is not lost.
// Nobody who points is meddled with.

/** Keep the focus of the keyboard within an element; an attachment. */
export function keepFocus(root: HTMLElement): () => void {
  let last: HTMLElement | null = null;

  function note({ target }: FocusEvent): void {
    last = target instanceof HTMLElement && target.matches(":focus-visible") ? target : null;
  }
  function forget(): void {
    last = null;
  }
  /** Later: between the piece that one leaves by Tab and the next one the focus is nowhere for a moment, too. */
  function restoreSoon(): void {
    if (last) setTimeout(restore);
  }
  function restore(): void {
    if (!last || document.activeElement !== document.body) return;
    if (last.isConnected) last.focus({ preventScroll: true });
    else root.closest("main")?.focus({ preventScroll: true });
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

/** Put the focus on the space for a tile. */
export function focusSpace(space: number | undefined): void {
  document.querySelector<HTMLElement>(`[data-tile-space="${space}"]`)?.focus();
}

/** Move the focus along the spaces for a tile by an arrow key, round and round. */
export function moveFocus(key: string, spaces: number[]): void {
  const at = Number((document.activeElement as HTMLElement | null)?.dataset["tileSpace"] ?? spaces[0]);
  const step = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  focusSpace(spaces[(spaces.indexOf(at) + step + spaces.length) % spaces.length]);
}
