// A QR code of a short text.
import { correction, generate } from "lean-qr";

/** The largest version whose modules a phone still reads at the size at which we draw it; it holds 134 bytes. */
const LARGEST = 6;

/**
 * Rows of modules, true for dark, without the quiet zone of four modules that must surround them; null if the text is too
 * long. The error correction is the best for which the smallest code has room.
 */
export function qrModules(text: string): boolean[][] | null {
  try {
    const code = generate(text, { minCorrectionLevel: correction.L, maxVersion: LARGEST });
    const indices = Array.from({ length: code.size }, (_, index) => index);
    return indices.map((y) => indices.map((x) => code.get(x, y)));
  } catch {
    return null;
  }
}
