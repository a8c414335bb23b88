import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { qrModules } from "../src/table/qr/qrModules.ts";

function rows(text: string): string[] {
  return qrModules(text)!.map((row) => row.map(Number).join(""));
}

// Both were compared with another encoder, and read with a scanner.
const KNOWN = `
1111111001110100001111111
1000001001010111101000001
1011101010000011101011101
1011101010001111001011101
1011101011110010101011101
1000001010011011001000001
1111111010101010101111111
0000000011101001100000000
1011111001111110001111100
0001100011110000100000010
0110011010001001010111011
0111100000001011000000001
1011101011011111111010111
1011000111001000100101010
1010001010101101111111011
1010010101011001111110001
1011001000001110111110100
0000000011110101100011000
1111111001100010101010111
1000001011101000100011000
1011101011101111111110100
1011101011010000011011111
1011101011100011010001101
1000001001010011100111001
1111111011111100001111111`;

test("a link becomes the code that others make of it", () => {
  expect(rows("https://c.example/table/ab")).toEqual(KNOWN.trim().split("\n"));
});

test("blocks are woven together in the largest code", () => {
  const drawn = rows("w".repeat(134)).join("\n");
  expect(createHash("sha256").update(drawn).digest("hex").slice(0, 16)).toBe("a31af04893c70e32");
});

test.each([
  ["x", 21],
  ["http://localhost:8000/table/abcd2345", 29],
  ["http://192.168.100.200:8000/table/abcd2345", 29],
  ["y".repeat(134), 41],
])("%s takes the smallest code that holds it", (text, size) => {
  expect(qrModules(text)).toHaveLength(size);
});

test("what is too long is left undrawn", () => {
  expect(qrModules("y".repeat(135))).toBeNull();
  expect(qrModules("🐫".repeat(34))).toBeNull();
});
