import { textLength } from "./characters.ts";
import { floatDigits } from "./float-digits.ts";
import { padText } from "./padding.ts";

export type FormatSpec = {
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
export function readSpec(spec: string, isText: boolean): FormatSpec | undefined {
  const shape = /^(?:(.?)([<>=^]))?([-+ ]?)(z?)(#?)(0?)(\d*)([,_]?)(?:\.(\d+))?((?!\.).)?$/su;
  const found = shape.exec(spec);
  if (found === null) return undefined;
  const [, fill = "", align = "", sign, z, alternate, zero, width, grouping, precision, type] = found;
  return {
    fill: fill || (zero ? "0" : " "),
    align: align || (zero && !isText ? "=" : ""),
    sign,
    noNegativeZero: z === "z",
    alternate: alternate === "#",
    width: Number(width),
    grouping,
    precision: precision === undefined ? undefined : Number(precision),
    type: type ?? (isText ? "s" : ""),
  } as FormatSpec;
}

/** Whether digits in that form may be grouped. */
export function canGroup({ grouping, type }: FormatSpec): boolean {
  return grouping === "" || (grouping === "," ? /^[deEfFgG%]?$/ : /^[deEfFgG%boxX]?$/).test(type);
}

export function formatText(value: string, spec: FormatSpec): string | undefined {
  const { type, sign, noNegativeZero, alternate, align, grouping, precision } = spec;
  if (type !== "s" || sign + grouping !== "" || noNegativeZero || alternate || align === "=")
    return undefined;
  return aligned(
    "",
    precision === undefined ? value : Array.from(value).slice(0, precision).join(""),
    spec,
    "<",
  );
}

export function formatInt(value: bigint, spec: FormatSpec): string | undefined {
  const { type, precision, noNegativeZero, alternate } = spec;
  if (!/^[bcdoxXn]?$/.test(type) || precision !== undefined || noNegativeZero || !canGroup(spec))
    return undefined;
  if (type === "c") return formatChar(value, spec);
  const radix = ({ b: 2, o: 8, x: 16, X: 16 } as Record<string, number>)[type] ?? 10;
  const digits = (value < 0n ? -value : value).toString(radix);
  const prefix = alternate && radix !== 10 ? `0${type}` : "";
  const shown = type === "X" ? digits.toUpperCase() : digits;
  return aligned(signFor(value < 0n, spec) + prefix, shown, spec, ">", radix === 10 ? 3 : 4);
}

function formatChar(code: bigint, spec: FormatSpec): string | undefined {
  if (spec.sign !== "" || spec.alternate || code < 0n || code > 0x10ffffn) return undefined;
  const char = String.fromCodePoint(Number(code));
  return char.isWellFormed() ? aligned("", char, spec, ">") : undefined;
}

export function formatFloat(value: number, spec: FormatSpec): string | undefined {
  const { type, precision, alternate } = spec;
  if (!/^[eEfFgGn%]?$/.test(type) || !canGroup(spec)) return undefined;
  const percent = type === "%" ? "%" : "";
  const shown = floatDigits(percent ? value * 100 : value, percent ? "f" : type, precision, alternate);
  const zero = spec.noNegativeZero && Number.isFinite(value) && !/[1-9]/.test(shown.replace(/e.*/i, ""));
  const negative = (value < 0 || Object.is(value, -0)) && !zero;
  return aligned(signFor(negative, spec), shown + percent, spec, ">");
}

function signFor(negative: boolean, spec: FormatSpec): string {
  return negative ? "-" : spec.sign.replace("-", "");
}

/** Fills up to the width; with `=` between the sign and the digits. */
function aligned(sign: string, body: string, spec: FormatSpec, usual: string, group: number = 3): string {
  const inside = spec.align === "=" && spec.fill === "0";
  const plain = spec.grouping === "" || !/^[0-9a-f]/i.test(body);
  const grouped = plain ? body : groupDigits(body, spec, group, inside ? spec.width - sign.length : 0);
  const align = spec.align || usual;
  if (align === "=") return sign + padText(grouped, spec.width - textLength(sign), spec.fill, ">");
  return padText(sign + grouped, spec.width, spec.fill, align);
}

/** Puts separators between the digits before the point, with leading zeros up to the width. */
function groupDigits(body: string, spec: FormatSpec, group: number, width: number): string {
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
