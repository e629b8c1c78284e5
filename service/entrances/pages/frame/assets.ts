import { readFileSync } from "node:fs";

/** A file of `service/entrances/pages/markup`, with `{{name}}` filled in. */
export function readAsset(name: string, values: Readonly<Record<string, string>> = {}): string {
  return readText(name).replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => escapeHtml(values[key] ?? ""));
}

const texts = new Map<string, string>();

/** Each file is read once. */
function readText(name: string): string {
  const text = texts.get(name) ?? readFileSync(new URL(`../markup/${name}`, import.meta.url), "utf8");
  texts.set(name, text);
  return text;
}

/** Pages load nothing from elsewhere and run no script but our own files. */
export const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
    "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
} as const;

/** For pages that are all our own: nothing inline, no forms, no text taken for markup by a script. */
export const strictPageHeaders = {
  ...pageHeaders,
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
} as const;

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

/** Text with `code` between backticks. */
export function withCode(text: string): string {
  return escapeHtml(text).replaceAll(
    /&#96;([^&]+)&#96;|`([^`]+)`/g,
    (_, a: string, b: string) => `<code>${a ?? b}</code>`,
  );
}
