import type { Node } from "jsonc-parser";

/** Another source in the form of the one that is there: one text, or a list of lines, indented alike. */
export function encodeLike(json: string, value: Node, source: string): string {
  const raw = json.slice(value.offset, value.offset + value.length);
  const encode = encoderLike(raw);
  if (value.type !== "array") return encode(source);
  const items = value.children ?? [];
  // Lines that stay are written as they were.
  const known = new Map(
    items.map((item) => [item.value as string, json.slice(item.offset, item.offset + item.length)]),
  );
  const lines = source.match(/[^\n]*\n|[^\n]+/g) ?? [];
  if (lines.length === 0) return "[]";
  const [, open = ""] = /^\[(\s*)/.exec(raw) ?? [];
  const [, close = ""] = /(\s*)\]$/.exec(raw) ?? [];
  const [, between = open] =
    items.length > 1 ? (/^\s*,(\s*)$/.exec(gapBehind(json, items[0]!, items[1]!)) ?? []) : [];
  return `[${open}${lines.map((line) => known.get(line) ?? encode(line)).join(`,${between}`)}${close}]`;
}

function gapBehind(json: string, item: Node, next: Node): string {
  return json.slice(item.offset + item.length, next.offset);
}

/** Some programs write only ASCII. */
function encoderLike(raw: string): (text: string) => string {
  const isAscii = /\\u(?!00[01])[0-9a-f]{4}/i.test(raw);
  return (text) => {
    const written = JSON.stringify(text);
    if (!isAscii) return written;
    return written.replaceAll(
      /[\u007f-\uffff]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  };
}
