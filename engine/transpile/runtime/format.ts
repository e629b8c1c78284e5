import {
  canGroup,
  formatFloat,
  formatInt,
  formatText,
  readSpec,
  type FormatSpec,
} from "../../kernel/format.ts";
import { OverflowError, TypeError, ValueError } from "./errors.ts";
import { hasMethod, isNumeric, typeName } from "./kinds.ts";
import { chr } from "./numbers-text.ts";
import { toFloat } from "./numbers.ts";
import { intText, str } from "./repr.ts";

/** Python's `format`, as in `f"{value:spec}"`. */
export function format(value: unknown, spec: string = ""): string {
  if (hasMethod(value, "__format__")) return value.__format__(spec);
  if (spec === "") return str(value);
  if (typeof value !== "string" && !isNumeric(value))
    throw new TypeError(`unsupported format string passed to ${typeName(value)}.__format__`);
  const kind = typeName(value);
  const parts = readSpec(spec, kind === "str");
  if (parts === undefined) throw new ValueError(specProblem(spec, kind));
  const problem = partProblem(parts, kind);
  if (problem !== undefined) throw new ValueError(problem);
  if (typeof value === "string") return formatText(value, parts)!;
  if (typeof value === "number" || /[eEfFgG%]/.test(parts.type)) return formatFloat(toFloat(value), parts)!;
  if (parts.type === "c") charFor(BigInt(value));
  else if (!/[boxX]/.test(parts.type)) intText(BigInt(value));
  return formatInt(BigInt(value), parts)!;
}

export function specProblem(spec: string, kind: string): string {
  if (/\.(?!\d)/.test(spec)) return "Format specifier missing precision";
  if (/,_|_,/.test(spec)) return "Cannot specify both ',' and '_'.";
  return `Invalid format specifier '${spec}' for object of type '${kind}'`;
}

/** Why Python refuses to format a value of a kind in that way. */
export function partProblem(spec: FormatSpec, kind: string): string | undefined {
  const { type, grouping } = spec;
  if (!canGroup(spec)) return `Cannot specify '${grouping}' with '${type}'.`;
  if (kind === "str") return textSpecProblem(spec);
  const isFloat = kind === "float" || /[eEfFgG%]/.test(type);
  if (isFloat ? !/^[eEfFgGn%]?$/.test(type) : !/^[bcdoxXn]?$/.test(type)) return unknownCode(type, kind);
  return isFloat ? undefined : intSpecProblem(spec);
}

export function unknownCode(type: string, kind: string): string {
  return `Unknown format code '${type}' for object of type '${kind}'`;
}

export function textSpecProblem({
  type,
  sign,
  noNegativeZero,
  alternate,
  align,
}: FormatSpec): string | undefined {
  if (type !== "s") return unknownCode(type, "str");
  if (sign === " ") return "Space not allowed in string format specifier";
  if (sign !== "") return "Sign not allowed in string format specifier";
  if (noNegativeZero) return "Negative zero coercion (z) not allowed in string format specifier";
  if (alternate) return "Alternate form (#) not allowed in string format specifier";
  return align === "=" ? "'=' alignment not allowed in string format specifier" : undefined;
}

export function intSpecProblem({
  type,
  sign,
  noNegativeZero,
  alternate,
  precision,
}: FormatSpec): string | undefined {
  if (precision !== undefined) return "Precision not allowed in integer format specifier";
  if (noNegativeZero)
    return "Negative zero coercion (z) not allowed in format specifier with integer presentation type";
  if (type === "c" && sign !== "") return "Sign not allowed with integer format specifier 'c'";
  return type === "c" && alternate
    ? "Alternate form (#) not allowed with integer format specifier 'c'"
    : undefined;
}

export function charFor(value: bigint): string {
  if (value >= 0n && value <= 0x10ffffn) return chr(value);
  throw new OverflowError("%c arg not in range(0x110000)");
}
