// What a browser keeps for us. Some refuse to keep anything: then it is kept until the page is closed.
const memory = new Map<string, string>();

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`camelup.${key}`) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Whether it will still be known after a reload. */
export function keep(key: string, value: string): boolean {
  memory.set(key, value);
  try {
    localStorage.setItem(`camelup.${key}`, value);
    return true;
  } catch {
    return false;
  }
}

/** Whether this browser keeps anything at all. */
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
