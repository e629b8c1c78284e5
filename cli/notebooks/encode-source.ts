import { itemsAt, valueAt, type JsonPlace } from "./json-places.ts";

/** Another source in the form of the one that is there: one text, or a list of lines, indented alike. */
export function encodeLike(json: string, place: JsonPlace, source: string): string {
  const raw = sliceOf(json, place);
  const encode = encoderLike(raw);
  const items = itemsAt(json, place);
  if (!items) return encode(source);
  // Lines that stay are written as they were.
  const known = new Map(items.map((item) => [valueAt(json, item), sliceOf(json, item)]));
  if (source === "") return "[]";
  const lines = source.split(/(?<=\n)/);
  const [, open = ""] = /^\[(\s*)/.exec(raw) ?? [];
  const inside = raw.slice(0, -1);
  const close = inside.slice(inside.trimEnd().length);
  const [first, second] = items;
  const gap = first && second ? json.slice(first.end, second.start) : `,${open}`;
  return `[${open}${lines.map((line) => known.get(line) ?? encode(line)).join(gap)}${close}]`;
}

function sliceOf(json: string, { start, end }: JsonPlace): string {
  return json.slice(start, end);
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
