import { textLength } from "../../kernel/characters.ts";
import { Dict } from "./dict.ts";
import { TranslationLimit, TypeError, ValueError } from "./errors.ts";
import { typeName } from "./kinds.ts";
import { checkDigits } from "./numbers-text.ts";
import type { Dynamic } from "./tuple.ts";

export class JSONDecodeError extends ValueError {}

/** `json.loads`. */
export function json_loads(text: unknown): Dynamic {
  if (typeof text !== "string")
    throw new TypeError(`the JSON object must be str, bytes or bytearray, not ${typeName(text)}`);
  if (text.startsWith("\ufeff")) throw jsonProblem("Unexpected UTF-8 BOM (decode using utf-8-sig)", text, 0);
  const reader = { text, at: 0 };
  skipSpace(reader);
  const value = readJson(reader);
  skipSpace(reader);
  if (reader.at !== text.length) throw jsonProblem("Extra data", text, reader.at);
  return value;
}

export function jsonProblem(message: string, text: string, at: number): JSONDecodeError {
  const before = text.slice(0, at).split("\n");
  const column = textLength(before.at(-1)!) + 1;
  const place = textLength(text.slice(0, at));
  return new JSONDecodeError(`${message}: line ${before.length} column ${column} (char ${place})`);
}

export function skipSpace(reader: { text: string; at: number }): void {
  while (" \t\n\r".includes(reader.text.charAt(reader.at)) && reader.at < reader.text.length) reader.at += 1;
}

export function readJson(reader: { text: string; at: number }): unknown {
  const { text, at } = reader;
  const first = text.charAt(at);
  if (first === '"') return readJsonString(reader);
  if (first === "{") return readJsonObject(reader);
  if (first === "[") return readJsonArray(reader);
  const words = { null: null, true: true, false: false, NaN, Infinity, "-Infinity": -Infinity };
  for (const [word, value] of Object.entries(words))
    if (text.startsWith(word, at)) {
      reader.at += word.length;
      return value;
    }
  return readJsonNumber(reader);
}

export function readJsonNumber(reader: { text: string; at: number }): bigint | number {
  const shape = /(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
  shape.lastIndex = reader.at;
  const found = shape.exec(reader.text);
  if (found === null) throw jsonProblem("Expecting value", reader.text, reader.at);
  const [whole, digits = "", fraction, exponent] = found;
  reader.at += whole.length;
  if (fraction !== undefined || exponent !== undefined) return Number(whole);
  checkDigits(digits.replace("-", "").length);
  return BigInt(digits);
}

export function readJsonArray(reader: { text: string; at: number }): unknown[] {
  const items: unknown[] = [];
  reader.at += 1;
  skipSpace(reader);
  if (takeChar(reader, "]")) return items;
  for (;;) {
    items.push(readJson(reader));
    skipSpace(reader);
    if (takeChar(reader, "]")) return items;
    const comma = reader.at;
    if (!takeChar(reader, ",")) throw jsonProblem("Expecting ',' delimiter", reader.text, reader.at);
    skipSpace(reader);
    if (reader.text.charAt(reader.at) === "]")
      throw jsonProblem("Illegal trailing comma before end of array", reader.text, comma);
  }
}

export function takeChar(reader: { text: string; at: number }, char: string): boolean {
  const taken = reader.text.charAt(reader.at) === char;
  if (taken) reader.at += 1;
  return taken;
}

export function readJsonObject(reader: { text: string; at: number }): Dict {
  const dict = new Dict();
  reader.at += 1;
  skipSpace(reader);
  if (takeChar(reader, "}")) return dict;
  for (;;) {
    if (reader.text.charAt(reader.at) !== '"')
      throw jsonProblem("Expecting property name enclosed in double quotes", reader.text, reader.at);
    const key = readJsonString(reader);
    skipSpace(reader);
    if (!takeChar(reader, ":")) throw jsonProblem("Expecting ':' delimiter", reader.text, reader.at);
    skipSpace(reader);
    dict.table.set(key, readJson(reader));
    skipSpace(reader);
    if (takeChar(reader, "}")) return dict;
    const comma = reader.at;
    if (!takeChar(reader, ",")) throw jsonProblem("Expecting ',' delimiter", reader.text, reader.at);
    skipSpace(reader);
    if (reader.text.charAt(reader.at) === "}")
      throw jsonProblem("Illegal trailing comma before end of object", reader.text, comma);
  }
}

export function readJsonString(reader: { text: string; at: number }): string {
  const { text } = reader;
  const start = reader.at;
  let result = "";
  reader.at += 1;
  for (;;) {
    const chunk = /[ !#-[\]-\uffff]*/y;
    chunk.lastIndex = reader.at;
    const [plain] = chunk.exec(text)!;
    result += plain;
    reader.at += plain.length;
    const char = text.charAt(reader.at);
    if (char === "") throw jsonProblem("Unterminated string starting at", text, start);
    if (takeChar(reader, '"')) return checkedHalves(result);
    if (char !== "\\") throw jsonProblem("Invalid control character at", text, reader.at);
    result += readEscape(reader, start);
  }
}

export function readEscape(reader: { text: string; at: number }, start: number): string {
  const { text, at } = reader;
  const char = text.charAt(at + 1);
  if (char === "") throw jsonProblem("Unterminated string starting at", text, start);
  const short: Record<string, string> = {
    b: "\b",
    f: "\f",
    n: "\n",
    r: "\r",
    t: "\t",
    '"': '"',
    "\\": "\\",
    "/": "/",
  };
  if (char in short) {
    reader.at += 2;
    return short[char]!;
  }
  if (char !== "u") throw jsonProblem("Invalid \\escape", text, at);
  const digits = text.slice(at + 2, at + 6);
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw jsonProblem("Invalid \\uXXXX escape", text, at + 1);
  reader.at += 6;
  return String.fromCharCode(Number.parseInt(digits, 16));
}

export function checkedHalves(text: string): string {
  if (/\p{Cs}/u.test(text)) throw new TranslationLimit("Half a character is not translated.");
  return text;
}
