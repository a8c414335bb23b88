// How a table is followed: what a link means, and how long a step is shown.

/** The code in what somebody typed or pasted: a code, a path or a whole link; null if there is none. */
export function codeIn(text: string): string | null {
  const typed = text.trim();
  const code = /\/(?:table|game)\/([^/?#\s]+)/.exec(typed)?.[1] ?? typed;
  return /^[a-z0-9]{1,40}$/i.test(code) ? code.toLowerCase() : null;
}

const STEP = 900;
const SHORTEST = 120;

/** How long to wait before the next step is shown, in ms: the more wait, the shorter. */
export function pauseBefore(waiting: number): number {
  return Math.max(SHORTEST, STEP / Math.max(1, waiting));
}

/** "Second edition", as people call it. */
export function editionName(edition: number): string {
  return edition === 1 ? "First edition" : "Second edition";
}
