// Table codes in links, and the names of editions.
import { capital } from "../../game/money.ts";
import { EDITIONS } from "../../game/editions.ts";

/** The table code in a typed or pasted code, path or link; null if there is none. */
export function codeIn(text: string): string | null {
  const typed = text.trim();
  const code = /\/(?:table|game)\/([^/?#\s]+)/.exec(typed)?.[1] ?? typed;
  return /^[a-z0-9]{1,40}$/i.test(code) ? code.toLowerCase() : null;
}

/** "Second edition". */
export function editionName(edition: number): string {
  return `${capital(EDITIONS[edition === 1 ? 1 : 2].ordinal)} edition`;
}
