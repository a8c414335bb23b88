// The link to a table, and the ways to hand it on.
import { showServer } from "./api.ts";

export function linkTo(code: string, origin = location.origin): string {
  return `${origin}/table/${code}`;
}

/** The address for others; null if only this machine has one that leads here. */
export async function originForOthers(show = showServer): Promise<string | null> {
  if (!isOnlyHere()) return location.origin;
  return show().then(
    ({ network }) => network,
    () => null,
  );
}

/** A link of this machine's own name leads nowhere on another. */
export function isOnlyHere(hostname = location.hostname): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || /^127\.|^\[?::1\]?$/.test(hostname);
}

/** Whether it was copied; browsers have the new way only on secure pages, and at home a page is seldom secure. */
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
    // Then the link is there to be copied by hand.
  }
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

export function canShare(): boolean {
  return typeof navigator.share === "function";
}

export async function share(url: string): Promise<void> {
  // Who closes the panel of the system has not failed.
  await navigator.share({ title: "camelup", text: "Come to my table:", url }).catch(() => undefined);
}
