// The link to a table, and how to share it.
import { showServer } from "./api.ts";

export function linkTo(code: string, origin = location.origin): string {
  return `${origin}/table/${code}`;
}

/** The address for other devices; null if the server can only be reached from this machine. */
export async function originForOthers(show = showServer): Promise<string | null> {
  if (!isOnlyHere()) return location.origin;
  return show().then(
    ({ network }) => network,
    () => null,
  );
}

/** A link to localhost leads nowhere on another device. */
export function isOnlyHere(hostname = location.hostname): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || /^127\.|^\[?::1\]?$/.test(hostname);
}

/**
 * Copy a text; returns whether it worked. Browsers have the clipboard API on secure pages only, and pages of a local
 * server are seldom secure.
 */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyTheOldWay(text);
  }
}

function copyTheOldWay(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  let isCopied = false;
  try {
    isCopied = document.execCommand("copy");
  } catch {
    // The link can still be copied by hand.
  }
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

export function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** Share the link to a table, under its name if it has one. */
export async function share(url: string, title: string | null = null): Promise<void> {
  const text = title ? `Come to my table, ${title}:` : "Come to my table:";
  // Closing the system's share sheet is not an error.
  await navigator.share({ title: title ? `${title} · camelup` : "camelup", text, url }).catch(() => undefined);
}
