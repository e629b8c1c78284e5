import { asciiText } from "../../kernel/text-quotes.ts";
import { Dict } from "./dict.ts";
import { textLength } from "../../kernel/characters.ts";
import { TypeError, ValueError } from "./errors.ts";
import { floatDigits } from "../../kernel/float-digits.ts";
import { charFor } from "./format.ts";
import { hasMethod, isIntegral, isNumeric, typeName } from "./kinds.ts";
import { float, int } from "./numbers-text.ts";
import { intText, repr, str } from "./repr.ts";
import { Tuple } from "./tuple.ts";

/** One place of the text that takes a value. */
export type PercentPiece = { type: string; flags: string; width: number; precision: number | undefined };

/** The values on the right, and how many the text has taken. */
export type PercentArguments = { items: readonly unknown[]; used: number };

/** Python's `text % values`. */
export function percentFormat(text: string, values: unknown): string {
  const args = { items: values instanceof Tuple ? values.items : [values], used: 0 };
  const place = /%(?:\(((?:[^()]|\([^()]*\))*)\))?([-+ #0]*)(\*|\d+)?(?:\.(\*|\d*))?[hlL]?(.?)/gsu;
  const result = text.replace(place, (...found) => {
    const [whole, key, flags, width, precision, type] = found;
    if (type === "%") return "%";
    if (type === "") throw new ValueError("incomplete format");
    const piece = sizedPiece(type, flags, sizeOf(width, args), sizeOf(precision, args));
    const value = key === undefined ? nextArgument(args) : namedArgument(values, key);
    if ("diouxXeEfFgGcrsa".includes(type)) return formatPiece(value, piece);
    throw unsupportedCharacter(text, type, found.at(-2) + whole.length - type.length);
  });
  const mayHaveMore =
    Array.isArray(values) || (hasMethod(values, "__getitem__") && !(values instanceof Tuple));
  if (args.used === args.items.length || mayHaveMore) return result;
  throw new TypeError("not all arguments converted during string formatting");
}

/** A width below 0 means that the text stands on the left. */
export function sizedPiece(type: string, flags: string, width: number = 0, precision?: number): PercentPiece {
  return { type, flags: width < 0 ? `${flags}-` : flags, width: Math.abs(width), precision };
}

export function namedArgument(values: unknown, key: string): unknown {
  if (!(values instanceof Dict)) throw new TypeError("format requires a mapping");
  return values.__getitem__(key);
}

export function unsupportedCharacter(text: string, type: string, at: number): Error {
  const code = type.codePointAt(0)!.toString(16);
  return new ValueError(
    `unsupported format character '${type}' (0x${code}) at index ${textLength(text.slice(0, at))}`,
  );
}

export function nextArgument(args: PercentArguments): unknown {
  if (args.used >= args.items.length) throw new TypeError("not enough arguments for format string");
  return args.items[args.used++];
}

/** A width or precision: written out, or `*` for the next argument. */
export function sizeOf(size: string | undefined, args: PercentArguments): number | undefined {
  if (size !== "*") return size === undefined ? undefined : Number(size);
  const value = nextArgument(args);
  if (isIntegral(value)) return Number(value);
  throw new TypeError("* wants int");
}

export function formatPiece(value: unknown, piece: PercentPiece): string {
  const { type, precision } = piece;
  if (type === "c") return padPiece("", charPiece(value), piece, false);
  if (type === "s" || type === "r" || type === "a") {
    const shown = type === "s" ? str(value) : type === "r" ? repr(value) : asciiText(repr(value));
    return padPiece(
      "",
      precision === undefined ? shown : Array.from(shown).slice(0, precision).join(""),
      piece,
      false,
    );
  }
  return "diouxX".includes(type) ? intPiece(value, piece) : floatPiece(value, piece);
}

export function charPiece(value: unknown): string {
  if (isIntegral(value)) return charFor(BigInt(value));
  if (typeof value === "string" && textLength(value) === 1) return value;
  throw new TypeError("%c requires int or char");
}

export function intPiece(value: unknown, piece: PercentPiece): string {
  const { type, flags, precision = 0 } = piece;
  const decimal = "diu".includes(type);
  if (!isIntegral(value) && !(decimal && typeof value === "number") && !hasMethod(value, "__index__"))
    throw new TypeError(
      `%${type} format: ${decimal ? "a real number" : "an integer"} is required, not ${typeName(value)}`,
    );
  const number = int(value);
  const size = number < 0n ? -number : number;
  const radix = type === "o" ? 8 : decimal ? 10 : 16;
  const digits = (decimal ? intText(size) : size.toString(radix)).padStart(precision, "0");
  const prefix = flags.includes("#") && !decimal ? `0${type}` : "";
  return padPiece(
    signOf(number < 0n, flags) + prefix,
    type === "X" ? digits.toUpperCase() : digits,
    piece,
    true,
  );
}

export function floatPiece(value: unknown, piece: PercentPiece): string {
  if (!isNumeric(value) && !hasMethod(value, "__float__"))
    throw new TypeError(`must be real number, not ${typeName(value)}`);
  const number = float(value);
  const digits = floatDigits(number, piece.type, piece.precision, piece.flags.includes("#"));
  return padPiece(signOf(number < 0 || Object.is(number, -0), piece.flags), digits, piece, true);
}

export function signOf(negative: boolean, flags: string): string {
  return negative ? "-" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
}

export function padPiece(sign: string, body: string, piece: PercentPiece, number: boolean): string {
  const space = Math.max(0, piece.width - textLength(sign + body));
  if (piece.flags.includes("-")) return sign + body + " ".repeat(space);
  return number && piece.flags.includes("0")
    ? sign + "0".repeat(space) + body
    : " ".repeat(space) + sign + body;
}
