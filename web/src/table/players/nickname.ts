// What somebody wants to be called, kept from table to table.
import { keep, recall } from "../../ui/storage.ts";

/** The server takes no longer ones. */
export const NAME_LENGTH = 40;
/** Who plays alone need not have a name. */
export const NAMELESS = "Guest";

export function nickname(): string {
  return recall("name")?.slice(0, NAME_LENGTH) ?? "";
}

export function keepNickname(name: string): void {
  keep("name", name.trim().slice(0, NAME_LENGTH));
}
