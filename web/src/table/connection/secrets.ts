// Secrets of this browser, from the browser's own source of chance (which is there without https, too).

function draw(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes));
}

/** What a seat belongs to. */
export function drawToken(): string {
  return btoa(String.fromCharCode(...draw(32)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** A player's own part of the dice. */
export function drawSeed(): string {
  return Array.from(draw(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
