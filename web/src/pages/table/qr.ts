// A QR code of a short text, after ISO 18004: bytes, versions 1 to 6, which hold 134 of them. That is more than any
// link to a table has, and spares the version marks and uneven blocks of larger codes.

/** Rows of modules, true for dark; without the quiet zone, four modules wide, that must be around it. */
export type Matrix = boolean[][];

/** By level of correction, for versions 1 to 6: codewords of correction in each block, and blocks. */
const LEVELS = {
  L: { bits: 1, correction: [7, 10, 15, 20, 26, 18], blocks: [1, 1, 1, 1, 1, 2] },
  M: { bits: 0, correction: [10, 16, 26, 18, 24, 16], blocks: [1, 1, 1, 2, 2, 4] },
};
const CODEWORDS = [26, 44, 70, 100, 134, 172];

/** Draw a text as a QR code; null if it is too long. */
export function encode(text: string): Matrix | null {
  const bytes = new TextEncoder().encode(text);
  const version = CODEWORDS.findIndex((_, index) => bytes.length <= room("L", index)) + 1;
  if (version === 0) return null;
  // The better correction costs nothing where there is room for it.
  const level = bytes.length <= room("M", version - 1) ? "M" : "L";
  const words = interleave(pack(bytes, dataWords(level, version - 1)), level, version);
  const candidates = MASKS.map((_, mask) => draw(version, LEVELS[level].bits, words, mask));
  const penalties = candidates.map(penalty);
  return candidates[penalties.indexOf(Math.min(...penalties))]!;
}

function dataWords(level: keyof typeof LEVELS, index: number): number {
  const { correction, blocks } = LEVELS[level];
  return CODEWORDS[index]! - correction[index]! * blocks[index]!;
}

/** Bytes of text that fit beside the mode and the length. */
function room(level: keyof typeof LEVELS, index: number): number {
  return dataWords(level, index) - 2;
}

/** Mode, length, the bytes, an end, and padding. */
function pack(bytes: Uint8Array, size: number): number[] {
  const nibbles = [4, bytes.length >> 4, bytes.length & 15, ...[...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const words = Array.from({ length: nibbles.length / 2 }, (_, i) => (nibbles[2 * i]! << 4) | nibbles[2 * i + 1]!);
  for (let pad = 0xec; words.length < size; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

function interleave(words: number[], level: keyof typeof LEVELS, version: number): number[] {
  const count = LEVELS[level].blocks[version - 1]!;
  const length = words.length / count;
  const blocks = Array.from({ length: count }, (_, block) => words.slice(block * length, (block + 1) * length));
  const corrections = blocks.map((block) => correct(block, LEVELS[level].correction[version - 1]!));
  const across = (rows: number[][]): number[] => rows[0]!.flatMap((_, column) => rows.map((row) => row[column]!));
  return [...across(blocks), ...across(corrections)];
}

// --- Reed and Solomon's correction, over the field of 256 elements ------------------------------------------------

const POWERS: number[] = [];
for (let power = 1; POWERS.length < 255; power = (power << 1) ^ (power & 128 ? 0x11d : 0)) POWERS.push(power);

function times(a: number, b: number): number {
  return a && b ? POWERS[(POWERS.indexOf(a) + POWERS.indexOf(b)) % 255]! : 0;
}

/** The remainder of a block, shifted by so many words, under the generator of that degree. */
function correct(block: number[], degree: number): number[] {
  let generator = [1];
  for (let root = 0; root < degree; root++) {
    generator = [...generator, 0].map((term, i) => term ^ times(generator[i - 1] ?? 0, POWERS[root]!));
  }
  let rest = [...block, ...Array<number>(degree).fill(0)];
  while (rest.length > degree) {
    const [lead = 0, ...others] = rest;
    rest = others.map((term, i) => term ^ times(generator[i + 1] ?? 0, lead));
  }
  return rest;
}

// --- The drawing ---------------------------------------------------------------------------------------------------

const MASKS: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

function draw(version: number, levelBits: number, words: number[], mask: number): Matrix {
  const size = 17 + 4 * version;
  const matrix: (boolean | null)[][] = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const set = (row: number, column: number, isDark: boolean): void => {
    if (matrix[row]?.[column] !== undefined) matrix[row]![column] = isDark;
  };
  /** Rings round a middle: dark but for those whose distance is named. */
  const rings = (row: number, column: number, reach: number, light: number[]): void => {
    for (let down = -reach; down <= reach; down++) {
      for (let right = -reach; right <= reach; right++) {
        set(row + down, column + right, !light.includes(Math.max(Math.abs(down), Math.abs(right))));
      }
    }
  };
  for (let i = 8; i < size - 8; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) rings(row, column, 4, [2, 4]); // prettier-ignore
  if (version > 1) rings(size - 7, size - 7, 2, [1]);
  const format = formatBits((levelBits << 3) | mask);
  for (let i = 0; i < 15; i++) {
    const isDark = ((format >> i) & 1) === 1;
    // Beside the upper left finder, past the timing line; and a second time below and right.
    if (i < 8) set(i < 6 ? i : i + 1, 8, isDark);
    else set(8, i === 8 ? 7 : 14 - i, isDark);
    if (i < 8) set(8, size - 1 - i, isDark);
    else set(size - 15 + i, 8, isDark);
  }
  set(size - 8, 8, true);
  fill(matrix, words, mask);
  return matrix as Matrix;
}

/** Five bits with their correction, and a pattern over them so that they are never all light. */
function formatBits(bits: number): number {
  let rest = bits << 10;
  for (let degree = 14; degree >= 10; degree--) if ((rest >> degree) & 1) rest ^= 0x537 << (degree - 10);
  return ((bits << 10) | rest) ^ 0x5412;
}

/** Words into what is still empty: columns in pairs from the right, upwards and downwards by turns. */
function fill(matrix: (boolean | null)[][], words: number[], mask: number): void {
  const size = matrix.length;
  let bit = 0;
  for (let pair = 0, right = size - 1; right > 0; pair++, right -= 2) {
    if (right === 6) right = 5; // the timing line
    for (let step = 0; step < size; step++) {
      const row = pair % 2 === 0 ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (matrix[row]![column] !== null) continue;
        const isDark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        matrix[row]![column] = isDark !== MASKS[mask]!(row, column);
        bit += 1;
      }
    }
  }
}

/** How hard a reader would find it: long runs, blocks, what looks like a finder, too much of one colour. */
function penalty(matrix: Matrix): number {
  const size = matrix.length;
  const lines = [...matrix, ...matrix.map((_, column) => matrix.map((row) => row[column]!))];
  let sum = 0;
  for (const line of lines) {
    const text = line.map(Number).join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  let dark = 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const isDark = matrix[row]![column]!;
      dark += Number(isDark);
      const others = [matrix[row + 1]?.[column], matrix[row]![column + 1], matrix[row + 1]?.[column + 1]];
      if (others.every((other) => other === isDark)) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((100 * dark) / size ** 2 - 50) / 5);
}
