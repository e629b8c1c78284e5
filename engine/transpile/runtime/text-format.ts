import { asciiText } from "../../kernel/text-quotes.ts";
import { attr } from "./attributes.ts";
import { Dict } from "./dict.ts";
import { IndexError, KeyError, ValueError } from "./errors.ts";
import { format } from "./format.ts";
import { getItem } from "./items.ts";
import { repr, str } from "./repr.ts";

/** The arguments of `format`, and how its fields have been numbered so far. */
export type TemplateFields = {
  values: readonly unknown[];
  named: Dict;
  next: number;
  manual: boolean | undefined;
};

/** Python's `text.format(…)`. */
export function str_format(text: string, values: readonly unknown[], named?: Dict): string {
  return fillTemplate(text, { values, named: named ?? new Dict(), next: 0, manual: undefined }, 2);
}

export function fillTemplate(text: string, fields: TemplateFields, depth: number): string {
  if (depth === 0) throw new ValueError("Max string recursion exceeded");
  let result = "";
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char !== "{" && char !== "}") result += char;
    else if (text.charAt(at + 1) === char) {
      result += char;
      at += 1;
    } else if (char === "}") throw new ValueError("Single '}' encountered in format string");
    else {
      const end = fieldEnd(text, at + 1);
      result += fillField(text.slice(at + 1, end), fields, depth);
      at = end;
    }
  }
  return result;
}

/** Where the field that begins here is closed. */
export function fieldEnd(text: string, start: number): number {
  let open = 1;
  for (let at = start; at < text.length; at++) {
    if (text.charAt(at) === "{") open += 1;
    if (text.charAt(at) === "}") open -= 1;
    if (open === 0) return at;
  }
  throw new ValueError(
    start === text.length ? "Single '{' encountered in format string" : "expected '}' before end of string",
  );
}

export function fillField(field: string, fields: TemplateFields, depth: number): string {
  const [, name = "", conversion, spec = ""] =
    /^((?:[^![:]|\[[^\]]*(?:\]|$))*)(?:!([^:]*))?(?::(.*))?$/s.exec(field) ?? [];
  if (name.includes("{")) throw new ValueError("unexpected '{' in field name");
  const value = fieldValue(name, fields);
  return format(
    converted(value, conversion),
    spec.includes("{") ? fillTemplate(spec, fields, depth - 1) : spec,
  );
}

/** `!r`, `!s` and `!a`. */
export function converted(value: unknown, conversion: string | undefined): unknown {
  if (conversion === undefined) return value;
  if (conversion === "r") return repr(value);
  if (conversion === "s") return str(value);
  if (conversion === "a") return asciiText(repr(value));
  if (conversion === "") throw new ValueError("end of string while looking for conversion specifier");
  if (conversion.length > 1) throw new ValueError("expected ':' after conversion specifier");
  throw new ValueError(`Unknown conversion specifier ${conversion}`);
}

export function fieldValue(path: string, fields: TemplateFields): unknown {
  const [, first = "", rest = ""] = /^([^.[]*)(.*)/s.exec(path) ?? [];
  let value = firstValue(first, fields);
  for (const [, attribute, item, end] of rest.matchAll(/\.([^.[]*)|\[([^\]]*)(\]?)|./gs)) {
    if (end === "") throw new ValueError("Missing ']' in format string");
    if (attribute === "" || item === "") throw new ValueError("Empty attribute in format string");
    if (attribute !== undefined) value = attr(value, attribute);
    else if (item !== undefined) value = getItem(value, /^\d+$/.test(item) ? BigInt(item) : item);
    else throw new ValueError("Only '.' or '[' may follow ']' in format field specifier");
  }
  return value;
}

export function firstValue(name: string, fields: TemplateFields): unknown {
  if (name !== "" && !/^\d+$/.test(name)) {
    const entry = fields.named.table.find(name);
    if (entry === undefined) throw new KeyError(name);
    return entry.value;
  }
  const manual = name !== "";
  if (fields.manual !== undefined && fields.manual !== manual)
    throw new ValueError(
      manual
        ? "cannot switch from automatic field numbering to manual field specification"
        : "cannot switch from manual field specification to automatic field numbering",
    );
  fields.manual = manual;
  const index = manual ? Number(name) : fields.next++;
  if (index < fields.values.length) return fields.values[index];
  throw new IndexError(`Replacement index ${index} out of range for positional args tuple`);
}
