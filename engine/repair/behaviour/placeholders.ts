import type { Constant } from "../../tree/nodes.ts";

/** A place in a format string where a value is put; offsets are of the program's text. */
export type Placeholder = Readonly<{
  start: number;
  end: number;
  /** What it asks for: a name, a number, or nothing. */
  name: string;
  nameStart: number;
}>;

/** The inside of a literal that is one piece of text, as it is written, and where it starts. */
export function bodyOf(text: string, { start, end }: Constant): { body: string; start: number } | undefined {
  const found = /^([rRuU]?)("""|'''|"|')/.exec(text.slice(start, end));
  if (!found) return undefined;
  const [opening, , quotes] = found;
  const body = text.slice(start + opening.length, end - quotes!.length);
  const hasMore = body.replaceAll(/\\[^]/g, "").includes(quotes!);
  return hasMore || /\\N\{/.test(body) ? undefined : { body, start: start + opening.length };
}

/** The fields of a `.format` string; undefined where one holds another. */
export function braceFields(text: string, literal: Constant): Placeholder[] | undefined {
  const inside = bodyOf(text, literal);
  if (!inside) return undefined;
  const fields: Placeholder[] = [];
  let rest = inside.body;
  rest = rest.replaceAll(/\{\{|\}\}/g, "..");
  for (const { 0: whole, 1: name, index } of rest.matchAll(/\{(\w*)(?:[^\w{}][^{}]*)?\}/g)) {
    const start = inside.start + index;
    fields.push({ start, end: start + whole.length, name: name!, nameStart: start + 1 });
  }
  return /[{}]/.test(rest.replaceAll(/\{[^{}]*\}/g, "")) ? undefined : fields;
}

const conversion = /%(?:\((\w+)\))?[#0\- +]*(?:[1-9]\d*)?(?:\.\d+)?[diouxXeEfFgGcrsa%]/g;

/** The placeholders of a `%` format string that are whole, `%%` left out. */
export function percentFields(text: string, literal: Constant): Placeholder[] {
  const inside = bodyOf(text, literal);
  if (!inside) return [];
  return Array.from(inside.body.matchAll(conversion), ({ 0: whole, 1: name = "", index }) => {
    const start = inside.start + index;
    return { start, end: start + whole.length, name, nameStart: start + 2, isPercent: whole === "%%" };
  }).filter(({ isPercent }) => !isPercent);
}
