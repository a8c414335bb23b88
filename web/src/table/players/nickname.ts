// The player's nickname, stored in the browser.
import { NAME_LENGTH } from "../../game/editions.ts";
import { keep, recall } from "../../ui/storage.ts";

/** The default name. */
export const NAMELESS = "Guest";

export function nickname(): string {
  return recall("name")?.slice(0, NAME_LENGTH) ?? "";
}

export function keepNickname(name: string): void {
  keep("name", name.trim().slice(0, NAME_LENGTH));
}
