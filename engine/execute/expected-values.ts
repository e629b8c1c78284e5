import type { Example } from "./protocol.ts";

/** How much the examples that failed say of what is wanted. */
export type Wanted = Readonly<{
  /** About so many bits, in the different values that are expected. */
  bits: number;
  /** Whether all that is expected is true, false or None. */
  isOneBit: boolean;
}>;

/** Where nothing is written that a result is compared with. */
const unknownBits = 3;

export function wantedBy(examples: readonly Example[]): Wanted {
  const values = examples.map(expectedIn);
  const known = [...new Set(values.filter((value) => value !== undefined))];
  const bits = known.reduce((sum, value) => sum + bitsOf(value), 0);
  return {
    bits: known.length === 0 ? unknownBits : bits,
    isOneBit: known.length > 0 && values.every((value) => value !== undefined && oneBit.test(value)),
  };
}

const oneBit = /^(?:True|False|None)$/;
/** How `assert is_prime(7)` begins, with or without `not`. Nothing is compared in it. */
const asked = /^\s*(?:assert\s+)?(not\s+)?[\w.]+\(/;
const compared = /[=<>]/;

/** What an example expects, as it is written. */
function expectedIn({ kind, text, expected }: Example): string | undefined {
  if (expected !== null) return expected.trim();
  if (kind !== "assertion") return undefined;
  const told = compared.test(text) ? null : asked.exec(text);
  return told ? (told[1] === undefined ? "True" : "False") : undefined;
}

const empty = /^(?:\[\s*\]|\(\s*\)|\{\s*\}|set\(\)|dict\(\)|[rbuf]*(?:''|""))$/i;
const integer = /^[+-]?\d[\d_]*$/;
const decimal = /^[+-]?(?:\d+\.\d*|\.\d+|\d+)(?:e[+-]?\d+)?j?$/i;
const quoted = /^[rbuf]*["']/i;
const opened = /^(?:[[({]|\w+\()/;

/** A rough measure: how many other values could have stood there. */
function bitsOf(value: string): number {
  if (oneBit.test(value)) return 1;
  if (empty.test(value)) return 2;
  if (/^[+-]?[01]$/.test(value)) return 1.5;
  if (integer.test(value))
    return Math.min(20, 2 + Math.log2(Math.abs(Number(value.replaceAll("_", ""))) + 1));
  if (decimal.test(value)) return Math.min(20, 3 + 2 * value.length);
  if (quoted.test(value)) return Math.min(30, 1 + 3 * (value.length - 2));
  if (opened.test(value)) return Math.min(40, 2 + 2.5 * (value.match(/[\w.]+/g)?.length ?? 0));
  return Math.min(30, 1 + 3 * value.length);
}
