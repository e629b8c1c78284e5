import { maxBits, type Concrete, type Outcome } from "../values/value.ts";

/** How a number was written, so that the result is written alike. */
export type NumberLook = Readonly<{ base: 2 | 8 | 10 | 16; grouped: boolean }>;

/** A value that literals stand for, with how they were written. */
export type WrittenValue =
  | Exclude<Concrete, { kind: "int" | "str" | "bytes" | "tuple" | "list" }>
  | Readonly<{ kind: "int"; value: bigint; look: NumberLook | undefined }>
  /** `quote` is the mark its first piece was written in. */
  | Readonly<{ kind: "str" | "bytes"; value: string; quote: string }>
  | Readonly<{ kind: "tuple" | "list"; items: readonly WrittenValue[] }>;

const largest = 1n << maxBits;
const maxLength = 4096;

export function int(value: bigint, look?: NumberLook): WrittenValue | undefined {
  return value > largest || value < -largest ? undefined : { kind: "int", value, look };
}

/** No infinity, no nan and no negative zero: what they print as, or equal, is easily got wrong. */
export function float(value: number): WrittenValue | undefined {
  return Number.isFinite(value) && !Object.is(value, -0) ? { kind: "float", value } : undefined;
}

export function text(kind: "str" | "bytes", value: string, quote: string): WrittenValue | undefined {
  // Strings that hold examples are read by the tool that runs them.
  return value.length > maxLength || value.includes(">>>") ? undefined : { kind, value, quote };
}

/** What Python makes of some values, written as they are; undefined where it raises, or no literal is to stand for it. */
export function writtenLike(outcome: Outcome, ...parts: readonly WrittenValue[]): WrittenValue | undefined {
  switch (outcome?.kind) {
    case "int":
      return int(outcome.value, lookOf(parts));
    case "float":
      return float(outcome.value);
    case "str":
    case "bytes":
      return text(outcome.kind, outcome.value, quoteOf(parts));
    case "bool":
    case "none":
      return outcome;
    default:
      return undefined;
  }
}

function lookOf(parts: readonly WrittenValue[]): NumberLook | undefined {
  for (const part of parts) if (part.kind === "int" && part.look) return part.look;
  return undefined;
}

function quoteOf(parts: readonly WrittenValue[]): string {
  for (const part of parts) if ("quote" in part) return part.quote;
  return '"';
}
