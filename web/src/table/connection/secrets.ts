// Secrets of this browser, from its cryptographic random numbers (which work without https, too).

function draw(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes));
}

/** A token that owns seats. */
export function drawToken(): string {
  return btoa(String.fromCharCode(...draw(32)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** A player's seed for the dice. */
export function drawSeed(): string {
  return Array.from(draw(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
