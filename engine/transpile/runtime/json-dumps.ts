import { call } from "./calls.ts";
import { Dict } from "./dict.ts";
import { TypeError, ValueError } from "./errors.ts";
import { floatText } from "../../kernel/float-text.ts";
import { collect } from "./iterate.ts";
import { isIntegral, typeName } from "./kinds.ts";
import { sortItems } from "./builtins-order.ts";
import { intText } from "./repr.ts";
import { truthy } from "./truth.ts";
import { Tuple } from "./tuple.ts";

/** What the arguments of `json.dumps` ask for. */
export type JsonSettings = {
  skipkeys: boolean;
  ascii: boolean;
  nan: boolean;
  indent: string | null;
  comma: string;
  colon: string;
  fallback: unknown;
  sorted: boolean;
  /** The containers that are being written, for those that contain themselves. */
  open: Set<unknown>;
};

/** `json.dumps`. */
export function json_dumps(
  value: unknown,
  skipkeys: unknown = false,
  ensure_ascii: unknown = true,
  check_circular: unknown = true,
  allow_nan: unknown = true,
  cls: unknown = null,
  indent: unknown = null,
  separators: unknown = null,
  fallback: unknown = null,
  sort_keys: unknown = false,
): string {
  void [check_circular, cls];
  const [comma, colon] = separators === null ? [indent === null ? ", " : ",", ": "] : collect(separators);
  const settings = {
    skipkeys: truthy(skipkeys),
    ascii: truthy(ensure_ascii),
    nan: truthy(allow_nan),
    indent: typeof indent === "string" || indent === null ? indent : " ".repeat(Math.max(0, Number(indent))),
    comma,
    colon,
    fallback,
    sorted: truthy(sort_keys),
    open: new Set<unknown>(),
  };
  return jsonText(value, settings, "\n");
}

export function jsonText(value: unknown, settings: JsonSettings, newline: string): string {
  if (typeof value === "string") return jsonString(value, settings.ascii);
  if (value === null) return "null";
  if (typeof value === "boolean") return value ? "true" : "false";
  if (typeof value === "bigint") return intText(value);
  if (typeof value === "number") return jsonFloat(value, settings);
  if (settings.open.has(value)) throw new ValueError("Circular reference detected");
  settings.open.add(value);
  const text = jsonContainer(value, settings, newline);
  settings.open.delete(value);
  return text;
}

export function jsonContainer(value: unknown, settings: JsonSettings, newline: string): string {
  const inner = settings.indent === null ? newline : newline + settings.indent;
  if (Array.isArray(value) || value instanceof Tuple) {
    const items = collect(value).map((item) => jsonText(item, settings, inner));
    return jsonGroup("[", items, "]", settings, newline, inner);
  }
  if (value instanceof Dict)
    return jsonGroup("{", jsonEntries(value, settings, inner), "}", settings, newline, inner);
  if (settings.fallback !== null) return jsonText(call(settings.fallback, value), settings, newline);
  throw new TypeError(`Object of type ${typeName(value)} is not JSON serializable`);
}

export function jsonGroup(
  open: string,
  parts: string[],
  close: string,
  settings: JsonSettings,
  newline: string,
  inner: string,
): string {
  if (parts.length === 0) return open + close;
  if (settings.indent === null) return open + parts.join(settings.comma) + close;
  return open + inner + parts.join(settings.comma + inner) + newline + close;
}

export function jsonEntries(dict: Dict, settings: JsonSettings, inner: string): string[] {
  const pairs = Array.from(dict.pairs());
  const ordered = settings.sorted ? sortItems(pairs, (pair: unknown[]) => pair[0], false) : pairs;
  return ordered.flatMap(([key, value]) => {
    const name = jsonKey(key, settings);
    if (name === undefined) return [];
    return [jsonString(name, settings.ascii) + settings.colon + jsonText(value, settings, inner)];
  });
}

export function jsonKey(key: unknown, settings: JsonSettings): string | undefined {
  if (typeof key === "string") return key;
  if (key === null) return "null";
  if (typeof key === "number") return jsonFloat(key, settings);
  if (typeof key === "boolean") return key ? "true" : "false";
  if (isIntegral(key)) return intText(BigInt(key));
  if (settings.skipkeys) return undefined;
  throw new TypeError(`keys must be str, int, float, bool or None, not ${typeName(key)}`);
}

export function jsonFloat(value: number, settings: JsonSettings): string {
  if (Number.isFinite(value)) return floatText(value);
  if (!settings.nan)
    throw new ValueError(`Out of range float values are not JSON compliant: ${floatText(value)}`);
  return Number.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}

export function jsonString(value: string, ascii: boolean): string {
  const short: Record<string, string> = {
    '"': '\\"',
    "\\": "\\\\",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\f": "\\f",
    "\b": "\\b",
  };
  const special = ascii ? /["\\]|[^ -~]/g : /["\\]|[^ -\uffff]/g;
  const escape = (char: string): string =>
    short[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `"${value.replaceAll(special, escape)}"`;
}
