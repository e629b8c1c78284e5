/** How a number was written, so that what becomes of it is written alike. */
export type Look = Readonly<{ base: 2 | 8 | 10 | 16; grouped: boolean }>;

/** A Python value that is known in full. */
export type Value =
  | Readonly<{ type: "int"; value: bigint; look: Look | undefined }>
  | Readonly<{ type: "float"; value: number }>
  | Readonly<{ type: "bool"; value: boolean }>
  | Readonly<{ type: "none" }>
  /** `quote` is the mark its first piece was written in. Bytes are held one a character. */
  | Readonly<{ type: "str" | "bytes"; value: string; quote: string }>
  | Readonly<{ type: "tuple" | "list"; items: readonly Value[] }>;

const maxBits = 4096n;
const largest = 1n << maxBits;
const longest = 4096;

export function int(value: bigint, look?: Look): Value | undefined {
  return value > largest || value < -largest ? undefined : { type: "int", value, look };
}

/** No infinity, no nan and no negative zero: what they print as, or equal, is easily got wrong. */
export function float(value: number): Value | undefined {
  return Number.isFinite(value) && !Object.is(value, -0) ? { type: "float", value } : undefined;
}

export const bool = (value: boolean): Value => ({ type: "bool", value });

export function text(type: "str" | "bytes", value: string, quote: string): Value | undefined {
  // Strings that hold examples are read by whoever runs them.
  return value.length > longest || value.includes(">>>") ? undefined : { type, value, quote };
}

/** The characters of a text as Python counts them. */
export function charactersOf(value: string): readonly string[] {
  return Array.from(value);
}

export function isTrue(value: Value): boolean {
  switch (value.type) {
    case "int":
      return value.value !== 0n;
    case "float":
      return value.value !== 0;
    case "bool":
      return value.value;
    case "none":
      return false;
    case "str":
    case "bytes":
      return value.value !== "";
    case "tuple":
    case "list":
      return value.items.length > 0;
  }
}

/** A number as Python calculates with it: True is 1. */
export function numberOf(value: Value): bigint | number | undefined {
  if (value.type === "int" || value.type === "float") return value.value;
  return value.type === "bool" ? BigInt(value.value) : undefined;
}
