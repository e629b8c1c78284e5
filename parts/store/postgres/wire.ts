/** PostgreSQL's text holds every character but this one; it travels as the next, followed by a digit. */
const zero = "\u0000";
const escape = "\u0001";
const toBeEscaped = new RegExp(`[${zero}${escape}]`, "g");
const escaped = new RegExp(`${escape}([01])`, "g");

export function escapeText(text: string): string {
  return text
    .replace(toBeEscaped, (character) => (character === zero ? `${escape}0` : `${escape}1`))
    .toWellFormed();
}

export function restoreText(text: string): string {
  return text.replace(escaped, (_, digit) => (digit === "0" ? zero : escape));
}
