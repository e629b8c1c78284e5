import { textLength } from "./code-points.ts";
import { OverflowError, TypeError, ValueError } from "./errors.ts";
import { floatDigits } from "./float-digits.ts";
import { hasMethod, typeName } from "./kinds.ts";
import { chr } from "./numbers-text.ts";
import { toFloat } from "./numbers.ts";
import { intText, str } from "./repr.ts";

/** Python's `format`, as in `f"{value:spec}"`. */
export function format(value: unknown, spec: string = ""): string {
  if (hasMethod(value, "__format__")) return value.__format__(spec);
  if (spec === "") return str(value);
  if (typeof value === "string") return formatText(value, readSpec(spec, "str"));
  if (typeof value === "number") return formatFloat(value, readSpec(spec, "float"));
  if (typeof value === "bigint" || typeof value === "boolean")
    return formatInt(BigInt(value), readSpec(spec, typeName(value)));
  throw new TypeError(`unsupported format string passed to ${typeName(value)}.__format__`);
}

export type FormatSpec = {
  /** The name of the type of what is formatted. */
  kind: string;
  fill: string;
  align: string;
  sign: string;
  noNegativeZero: boolean;
  alternate: boolean;
  width: number;
  grouping: string;
  precision: number | undefined;
  type: string;
};

/** The parts of `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`. */
export function readSpec(spec: string, kind: string): FormatSpec {
  const shape = /^(?:(.?)([<>=^]))?([-+ ]?)(z?)(#?)(0?)(\d*)([,_]?)(?:\.(\d+))?((?!\.).)?$/su;
  const found = shape.exec(spec);
  if (found === null) throw new ValueError(specProblem(spec, kind));
  const [, fill = "", align = "", sign, z, alternate, zero, width, grouping, precision, written = ""] = found;
  const type = written || (kind === "str" ? "s" : "");
  if (grouping === "," ? !/^[deEfFgG%]?$/.test(type) : grouping === "_" && !/^[deEfFgG%boxX]?$/.test(type))
    throw new ValueError(`Cannot specify '${grouping}' with '${type}'.`);
  return {
    kind,
    fill: fill || (zero ? "0" : " "),
    align: align || (zero && kind !== "str" ? "=" : ""),
    sign,
    noNegativeZero: z === "z",
    alternate: alternate === "#",
    width: Number(width),
    grouping,
    precision: precision === undefined ? undefined : Number(precision),
    type,
  } as FormatSpec;
}

export function specProblem(spec: string, kind: string): string {
  if (/\.(?!\d)/.test(spec)) return "Format specifier missing precision";
  if (/,_|_,/.test(spec)) return "Cannot specify both ',' and '_'.";
  return `Invalid format specifier '${spec}' for object of type '${kind}'`;
}

export function unknownCode(spec: FormatSpec): Error {
  return new ValueError(`Unknown format code '${spec.type}' for object of type '${spec.kind}'`);
}

export function formatText(value: string, spec: FormatSpec): string {
  if (spec.type !== "s") throw unknownCode(spec);
  if (spec.sign === " ") throw new ValueError("Space not allowed in string format specifier");
  if (spec.sign !== "") throw new ValueError("Sign not allowed in string format specifier");
  if (spec.noNegativeZero)
    throw new ValueError("Negative zero coercion (z) not allowed in string format specifier");
  if (spec.alternate) throw new ValueError("Alternate form (#) not allowed in string format specifier");
  if (spec.align === "=") throw new ValueError("'=' alignment not allowed in string format specifier");
  const shown = spec.precision === undefined ? value : Array.from(value).slice(0, spec.precision).join("");
  return aligned("", shown, spec, "<");
}

export function formatInt(value: bigint, spec: FormatSpec): string {
  if (/[eEfFgG%]/.test(spec.type)) return formatFloat(toFloat(value), spec);
  checkIntSpec(spec);
  if (spec.type === "c") return aligned("", charFor(value), spec, ">");
  const radix = ({ b: 2, o: 8, x: 16, X: 16 } as Record<string, number>)[spec.type] ?? 10;
  const size = value < 0n ? -value : value;
  const digits = radix === 10 ? intText(size) : size.toString(radix);
  const prefix = spec.alternate && radix !== 10 ? `0${spec.type}` : "";
  const shown = spec.type === "X" ? digits.toUpperCase() : digits;
  return aligned(signFor(value < 0n, spec) + prefix, shown, spec, ">", radix === 10 ? 3 : 4);
}

export function checkIntSpec(spec: FormatSpec): void {
  const { type } = spec;
  if (!/^[bcdoxXn]?$/.test(type)) throw unknownCode(spec);
  if (spec.precision !== undefined) throw new ValueError("Precision not allowed in integer format specifier");
  if (spec.noNegativeZero)
    throw new ValueError(
      "Negative zero coercion (z) not allowed in format specifier with integer presentation type",
    );
  if (type === "c" && spec.sign !== "")
    throw new ValueError("Sign not allowed with integer format specifier 'c'");
  if (type === "c" && spec.alternate)
    throw new ValueError("Alternate form (#) not allowed with integer format specifier 'c'");
}

export function charFor(value: bigint): string {
  if (value >= 0n && value <= 0x10ffffn) return chr(value);
  throw new OverflowError("%c arg not in range(0x110000)");
}

export function formatFloat(value: number, spec: FormatSpec): string {
  if (!/^[eEfFgGn%]?$/.test(spec.type)) throw unknownCode(spec);
  const percent = spec.type === "%" ? "%" : "";
  const shown = floatDigits(
    percent ? value * 100 : value,
    percent ? "f" : spec.type,
    spec.precision,
    spec.alternate,
  );
  const zero = spec.noNegativeZero && Number.isFinite(value) && !/[1-9]/.test(shown.replace(/e.*/i, ""));
  const negative = (value < 0 || Object.is(value, -0)) && !zero;
  return aligned(signFor(negative, spec), shown + percent, spec, ">", 3);
}

export function signFor(negative: boolean, spec: FormatSpec): string {
  return negative ? "-" : spec.sign.replace("-", "");
}

/** Fills up to the width; with `=` between the sign and the digits. */
export function aligned(sign: string, body: string, spec: FormatSpec, usual: string, group = 3): string {
  const inside = spec.align === "=" && spec.fill === "0";
  const plain = spec.grouping === "" || !/^[0-9a-f]/i.test(body);
  const grouped = plain ? body : groupDigits(body, spec, group, inside ? spec.width - sign.length : 0);
  const space = Math.max(0, spec.width - textLength(sign + grouped));
  const align = spec.align || usual;
  if (align === "=") return sign + spec.fill.repeat(space) + grouped;
  const left = align === "<" ? 0 : align === ">" ? space : Math.floor(space / 2);
  return spec.fill.repeat(left) + sign + grouped + spec.fill.repeat(space - left);
}

/** Puts separators between the digits before the point, with leading zeros up to the width. */
export function groupDigits(body: string, spec: FormatSpec, group: number, width: number): string {
  const [whole = ""] = (group === 3 ? /^\d*/ : /^[0-9a-f]*/i).exec(body) ?? [];
  const tail = body.slice(whole.length);
  let count = Math.max(whole.length, 1);
  while (count + Math.floor((count - 1) / group) + tail.length < width) count += 1;
  const digits = whole.padStart(width > 0 ? count : 0, "0");
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= group)
    groups.unshift(digits.slice(Math.max(0, end - group), end));
  return groups.join(spec.grouping) + tail;
}

/** Python's `ascii`, as in `f"{value!a}"`. */
export function asciiText(shown: string): string {
  return shown.replaceAll(/[^\0-\x7f]/gu, (char) => {
    const hex = char.codePointAt(0)!.toString(16);
    if (hex.length <= 2) return `\\x${hex}`;
    return hex.length <= 4 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
  });
}
