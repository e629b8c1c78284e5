/**
 * Reads a QR code back from its modules, after ISO/IEC 18004 and without the code that draws ours. Nothing is fixed: a
 * module that is wrong reads as another text. Byte mode, level M, versions 1 to 9.
 */
export function readQrCode(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length;
  const version = (size - 17) / 4;
  const isData = dataMap(size, version);
  const bits = zigzag(size)
    .filter(([row, column]) => isData[row]![column])
    .map(([row, column]) => modules[row]![column]! !== masks[maskOf(modules)]!(row, column));
  return readBytes(deinterleave(toBytes(bits), version));
}

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** Data codewords of each block at level M, by version. */
const blocks: readonly (readonly number[])[] = [
  [],
  [16],
  [28],
  [44],
  [32, 32],
  [43, 43],
  [27, 27, 27, 27],
  [31, 31, 31, 31],
  [38, 38, 39, 39],
  [36, 36, 36, 37, 37],
];

/** The five bits of the format, without their own mask: level 00 is M, the rest names the mask. */
function maskOf(modules: readonly (readonly boolean[])[]): number {
  const format = modules[8]!.slice(0, 5).reduce((bits, isDark) => bits * 2 + Number(isDark), 0) ^ 0b10101;
  if (format >> 3 !== 0) throw new Error(`the code is of another level than M: ${format >> 3}`);
  return format & 0b111;
}

/** True outside of finders, timing, alignment, format and version. */
function dataMap(size: number, version: number): readonly (readonly boolean[])[] {
  const centre = size - 7;
  const centres = version < 2 ? [] : version < 7 ? [6, centre] : [6, 6 + (centre - 6) / 2, centre];
  const isAlignment = (row: number, column: number): boolean =>
    centres.some((y) =>
      centres.some(
        (x) =>
          Math.abs(row - y) <= 2 &&
          Math.abs(column - x) <= 2 &&
          !((x === 6 && (y === 6 || y === centre)) || (y === 6 && x === centre)),
      ),
    );
  const isVersion = (row: number, column: number): boolean => version >= 7 && row < 6 && column >= size - 11;
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => {
      const isCorner = (row < 9 && (column < 9 || column >= size - 8)) || (row >= size - 8 && column < 9);
      const isTiming = row === 6 || column === 6;
      return !(
        isCorner ||
        isTiming ||
        isAlignment(row, column) ||
        isVersion(row, column) ||
        isVersion(column, row)
      );
    }),
  );
}

/** Two columns at a time from the right, alternately up and down, past the column of the timing pattern. */
function zigzag(size: number): readonly (readonly [number, number])[] {
  const places: [number, number][] = [];
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const row = isUp ? size - 1 - step : step;
      places.push([row, right], [row, right - 1]);
    }
    isUp = !isUp;
  }
  return places;
}

function toBytes(bits: readonly boolean[]): readonly number[] {
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => byte * 2 + Number(bit), 0),
  );
}

/** The blocks' first bytes come first, then their second ones; the longer blocks end last. */
function deinterleave(bytes: readonly number[], version: number): readonly number[] {
  const lengths = blocks[version];
  if (!lengths || lengths.length === 0) throw new Error(`version ${version} is beyond this reader`);
  const read = lengths.map((): number[] => []);
  let at = 0;
  for (let place = 0; place < Math.max(...lengths); place += 1) {
    for (const [index, length] of lengths.entries()) {
      if (place < length) read[index]!.push(bytes[at++]!);
    }
  }
  return read.flat();
}

/** Four bits of mode, eight of length, then the text; its bytes lie across those of the code by half. */
function readBytes(bytes: readonly number[]): string {
  const nibbles = bytes.flatMap((byte) => [byte >> 4, byte & 15]);
  const [mode, high = 0, low = 0, ...rest] = nibbles;
  if (mode !== 0b0100) throw new Error(`the code is not of bytes: ${mode}`);
  const text = Array.from({ length: high * 16 + low }, (_, n) => rest[2 * n]! * 16 + rest[2 * n + 1]!);
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(text));
}
