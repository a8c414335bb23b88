// What a link means, and what editions are called.

/** The code in what somebody typed or pasted: a code, a path or a whole link; null if there is none. */
export function codeIn(text: string): string | null {
  const typed = text.trim();
  const code = /\/(?:table|game)\/([^/?#\s]+)/.exec(typed)?.[1] ?? typed;
  return /^[a-z0-9]{1,40}$/i.test(code) ? code.toLowerCase() : null;
}

/** "Second edition", as people call it. */
export function editionName(edition: number): string {
  return edition === 1 ? "First edition" : "Second edition";
}
