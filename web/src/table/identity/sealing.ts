// Encryption for a transfer: AES-GCM with a key that is drawn for it and travels in the link alone. The server keeps
// what it cannot read.

const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const ALGORITHM = "AES-GCM";

/** Browsers encrypt on secure pages only: https, or the machine itself. */
export function canSeal(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

export interface Sealed {
  /** What the server keeps. */
  bundle: string;
  /** What opens it. */
  key: string;
}

export async function seal(text: string): Promise<Sealed> {
  const key = draw(KEY_BYTES);
  const nonce = draw(NONCE_BYTES);
  const secret = await crypto.subtle.encrypt(
    { name: ALGORITHM, iv: nonce },
    await imported(key, "encrypt"),
    new TextEncoder().encode(text),
  );
  const bundle = new Uint8Array(NONCE_BYTES + secret.byteLength);
  bundle.set(nonce);
  bundle.set(new Uint8Array(secret), NONCE_BYTES);
  return { bundle: toText(bundle), key: toText(key) };
}

/** Give the text back; null if the key is another one's, or something was changed. */
export async function unseal({ bundle, key }: Sealed): Promise<string | null> {
  try {
    const bytes = toBytes(bundle);
    const text = await crypto.subtle.decrypt(
      { name: ALGORITHM, iv: bytes.subarray(0, NONCE_BYTES) },
      await imported(toBytes(key), "decrypt"),
      bytes.subarray(NONCE_BYTES),
    );
    return new TextDecoder("utf-8", { fatal: true }).decode(text);
  } catch {
    return null;
  }
}

function imported(key: Uint8Array<ArrayBuffer>, use: "encrypt" | "decrypt"): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", key, ALGORITHM, false, [use]);
}

function draw(bytes: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(bytes));
}

/** Base64 with letters that links take as they are. */
function toText(bytes: Uint8Array): string {
  // Byte by byte: a call with all of them as arguments would be too long for some browsers.
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
