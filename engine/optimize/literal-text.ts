import type { Look, Value } from "./value.ts";

/** A value as a literal of Python. Undefined for what no literal stands for by itself. */
export function literalText(value: Value): string | undefined {
  switch (value.type) {
    case "int":
      return integerText(value.value, value.look);
    case "float":
      return floatText(value.value);
    case "bool":
      return value.value ? "True" : "False";
    case "none":
      return "None";
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

function integerText(value: bigint, look: Look = { base: 10, grouped: false }): string {
  const digits = (value < 0n ? -value : value).toString(look.base);
  const grouped = look.grouped && look.base === 10 ? digits.replace(/\B(?=(?:\d{3})+$)/g, "_") : digits;
  return `${value < 0n ? "-" : ""}${marks[look.base]}${grouped}`;
}

/** The shortest digits that read back as the same number, laid out as Python's `repr` does. */
function floatText(value: number): string {
  const [mantissa = "", power = "0"] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const exponent = Number(power);
  const sign = value < 0 ? "-" : "";
  if (exponent < -4 || exponent >= 16) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${sign}${mantissa}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
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
