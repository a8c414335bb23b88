// Local storage. Where a browser refuses it, values live until the page is closed.
const memory = new Map<string, string>();

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`camelup.${key}`) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Store a value; returns whether it will survive a reload. */
export function keep(key: string, value: string): boolean {
  memory.set(key, value);
  try {
    localStorage.setItem(`camelup.${key}`, value);
    return true;
  } catch {
    return false;
  }
}

/** Whether this browser stores anything at all. */
export function isKept(): boolean {
  return keep("kept", "yes");
}

export function forget(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(`camelup.${key}`);
  } catch {
    // It was never kept.
  }
}
