import { isAscii } from "./characters.ts";
import type { Concrete } from "./value.ts";

const short = new Map([
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** `repr(value)`. Which characters beyond ASCII are printed as they are depends on the version of Unicode. */
export function reprOf(value: Concrete): string | undefined {
  switch (value.kind) {
    case "none":
      return "None";
    case "bool":
      return value.value ? "True" : "False";
    case "int":
      return String(value.value);
    case "float":
      return floatText(value.value);
    case "bytes":
      return `b${quoted(value.value)}`;
    case "str":
      return isAscii(value.value) ? quoted(value.value) : undefined;
    case "tuple":
    case "list":
      return itemsText(value.kind, value.items.map(reprOf));
  }
}

/** `str(value)`: text as it is, all else as `repr` writes it. */
export function textOf(value: Concrete): string | undefined {
  return value.kind === "str" ? value.value : reprOf(value);
}

function itemsText(kind: "tuple" | "list", items: readonly (string | undefined)[]): string | undefined {
  if (items.includes(undefined)) return undefined;
  if (kind === "list") return `[${items.join(", ")}]`;
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(", ")})`;
}

/** The shortest digits that read back as the same number. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf";
  const [mantissa = "", power = "0"] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const exponent = Number(power);
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (exponent < -4 || exponent >= 16) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${sign}${mantissa}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}

/** `ascii` of text: what is not ASCII is written as an escape. */
export function asciiOf(value: string): string {
  return quoted(value).replaceAll(/[^\0-\x7f]/gu, (one) => {
    const point = one.codePointAt(0)!;
    const [sign, digits] = point < 0x100 ? ["x", 2] : point < 0x10000 ? ["u", 4] : ["U", 8];
    return `\\${sign}${point.toString(16).padStart(Number(digits), "0")}`;
  });
}

function quoted(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const body = value
    // oxlint-disable-next-line no-control-regex -- what is not printed is escaped
    .replaceAll(/[\\\0-\x1f\x7f-\xff]/g, (one) => short.get(one) ?? escape(one))
    .replaceAll(quote, `\\${quote}`);
  return quote + body + quote;
}

function escape(one: string): string {
  return `\\x${one.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
