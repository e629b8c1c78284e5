/** PostgreSQL's text holds every character but this one; it travels as the next, followed by a digit. */
const zero = "\u0000";
const escape = "\u0001";
const toBeEscaped = new RegExp(`[${zero}${escape}]`, "g");
const escaped = new RegExp(`${escape}([01])`, "g");

/** Arguments as the functions read them: JSON whose fields are named as columns are. */
export function encode(args: readonly unknown[]): string {
  return JSON.stringify(args.map((value) => rename(value, toSnakeCase, escapeText)));
}

/** What a function answered; nothing where it answered nothing. */
export function decode(told: string | null): unknown {
  return told === null ? undefined : rename(JSON.parse(told), toCamelCase, restoreText);
}

export function escapeText(text: string): string {
  return text
    .replace(toBeEscaped, (character) => (character === zero ? `${escape}0` : `${escape}1`))
    .toWellFormed();
}

export function restoreText(text: string): string {
  return text.replace(escaped, (_, digit) => (digit === "0" ? zero : escape));
}

type Change = (text: string) => string;

function rename(value: unknown, name: Change, change: Change): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => rename(item, name, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [name(key), rename(field, name, change)]),
  );
}

const toSnakeCase: Change = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toCamelCase: Change = (name) =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
