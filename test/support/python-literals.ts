import { Dict } from "../../engine/transpile/runtime/dict.ts";
import { FrozenSetValue, SetValue } from "../../engine/transpile/runtime/set.ts";
import { Range } from "../../engine/transpile/runtime/range.ts";
import { Tuple } from "../../engine/transpile/runtime/tuple.ts";

type Reader = { text: string; at: number };

/** A literal of Python, as its value in translated programs. */
export function readLiteral(text: string): any {
  const reader = { text, at: 0 };
  const value = readValue(reader);
  skip(reader);
  if (reader.at !== text.length) throw new Error(`Not a literal: ${text}`);
  return value;
}

function readValue(reader: Reader): any {
  skip(reader);
  const rest = reader.text.slice(reader.at);
  const name = /^(?:None|True|False|nan|inf|set\(\)|frozenset\(\)|frozenset|range)/.exec(rest)?.[0];
  if (name !== undefined) return readName(reader, name);
  if (/^["']/.test(rest)) return readText(reader);
  if (/^[-+]?[\d.]|^-(?:inf|nan)/.test(rest)) return readNumber(reader);
  const open = rest.charAt(0);
  reader.at += 1;
  if (open === "[") return readItems(reader, "]").items;
  if (open === "(") {
    const { items, commas } = readItems(reader, ")");
    return items.length === 1 && commas === 0 ? items[0] : new Tuple(items);
  }
  if (open === "{") return readBraces(reader);
  throw new Error(`Not a literal: ${reader.text}`);
}

function readName(reader: Reader, name: string): any {
  reader.at += name.length;
  const plain: Record<string, any> = { None: null, True: true, False: false, nan: NaN, inf: Infinity };
  if (name in plain) return plain[name];
  if (name === "set()") return new SetValue();
  if (name === "frozenset()") return new FrozenSetValue();
  take(reader, "(");
  const { items } = readItems(reader, ")");
  if (name === "frozenset") return FrozenSetValue.of(items[0].__unordered__?.() ?? items[0]);
  return items.length === 1 ? new Range(0n, items[0]) : new Range(items[0], items[1], items[2] ?? 1n);
}

function readNumber(reader: Reader): any {
  const shape = /[-+]?(?:inf|nan|0x[0-9a-f]+|[\d.]+(?:e[-+]?\d+)?)(?:\*\*\d+)?/y;
  shape.lastIndex = reader.at;
  const [found = ""] = shape.exec(reader.text) ?? [];
  reader.at += found.length;
  const [base = "", exponent] = found.split("**");
  if (exponent !== undefined)
    return base.startsWith("-") ? -((-BigInt(base)) ** BigInt(exponent)) : BigInt(base) ** BigInt(exponent);
  if (/inf|nan/.test(base)) return base.includes("nan") ? NaN : base.startsWith("-") ? -Infinity : Infinity;
  return /^[-+]?(?:\d+|0x.*)$/.test(base) ? BigInt(base) : Number(base);
}

function readText(reader: Reader): string {
  const quote = reader.text.charAt(reader.at);
  let result = "";
  for (reader.at += 1; reader.text.charAt(reader.at) !== quote;) {
    const escape = /\\(?:x(..)|u(....)|U(.{8})|(.))|[^\\]/suy;
    escape.lastIndex = reader.at;
    const [found = "", x, u, long, char] = escape.exec(reader.text) ?? [];
    if (found === "") throw new Error(`Not a literal: ${reader.text}`);
    reader.at += found.length;
    const code = x ?? u ?? long;
    const short: Record<string, string> = { n: "\n", t: "\t", r: "\r" };
    if (code !== undefined) result += String.fromCodePoint(Number.parseInt(code, 16));
    else result += char === undefined ? found : (short[char] ?? char);
  }
  reader.at += 1;
  return result;
}

function readItems(reader: Reader, close: string): { items: any[]; commas: number } {
  const items: any[] = [];
  let commas = 0;
  for (skip(reader); reader.text.charAt(reader.at) !== close; skip(reader)) {
    items.push(readValue(reader));
    skip(reader);
    if (reader.text.charAt(reader.at) !== ",") continue;
    reader.at += 1;
    commas += 1;
  }
  reader.at += 1;
  return { items, commas };
}

function readBraces(reader: Reader): any {
  const pairs: [any, any][] = [];
  const items: any[] = [];
  for (skip(reader); reader.text.charAt(reader.at) !== "}"; skip(reader)) {
    const item = readValue(reader);
    skip(reader);
    if (reader.text.charAt(reader.at) === ":") {
      reader.at += 1;
      pairs.push([item, readValue(reader)]);
      skip(reader);
    } else items.push(item);
    if (reader.text.charAt(reader.at) === ",") reader.at += 1;
  }
  reader.at += 1;
  return items.length > 0 ? SetValue.of(items) : Dict.of(pairs);
}

function skip(reader: Reader): void {
  while (reader.text.charAt(reader.at) === " ") reader.at += 1;
}

function take(reader: Reader, char: string): void {
  if (reader.text.charAt(reader.at) !== char) throw new Error(`Not a literal: ${reader.text}`);
  reader.at += 1;
}
