import { floatText } from "../kernel/float-text.ts";
import { reprOf } from "../values/repr.ts";
import type { NumberLook, WrittenValue } from "./value.ts";

/** A value as a literal of Python. Undefined for what no literal stands for by itself. */
export function literalText(value: WrittenValue): string | undefined {
  switch (value.kind) {
    case "int":
      return integerText(value.value, value.look);
    case "float":
      return floatText(value.value);
    case "bool":
    case "none":
      return reprOf(value);
    case "str":
      return quoted(value.value, value.quote);
    case "bytes":
      return `b${quoted(value.value, value.quote)}`;
    case "tuple":
    case "list":
      return undefined;
  }
}

const marks = { 2: "0b", 8: "0o", 10: "", 16: "0x" } as const;

function integerText(value: bigint, look: NumberLook = { base: 10, grouped: false }): string {
  const digits = (value < 0n ? -value : value).toString(look.base);
  const grouped = look.grouped && look.base === 10 ? inThrees(digits) : digits;
  return `${value < 0n ? "-" : ""}${marks[look.base]}${grouped}`;
}

function inThrees(digits: string): string {
  const first = digits.length % 3;
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])];
  return groups.filter((group) => group !== "").join("_");
}

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function quoted(value: string, preferred: string): string {
  const other = preferred === '"' ? "'" : '"';
  const quote = value.includes(preferred) && !value.includes(other) ? other : preferred;
  const body = value
    .replace(/[\\\n\r\t]/g, (character) => escapes[character]!)
    .replaceAll(quote, `\\${quote}`);
  return quote + body + quote;
}
