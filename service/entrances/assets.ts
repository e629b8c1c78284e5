import { readFileSync } from "node:fs";

/** A file of `service/assets`, with `{{name}}` filled in. */
export function readAsset(name: string, values: Readonly<Record<string, string>> = {}): string {
  const text = readFileSync(new URL(`../assets/${name}`, import.meta.url), "utf8");
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => escapeHtml(values[key] ?? ""));
}

/** Pages load nothing from elsewhere and run no script but our own files. */
export const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
    "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
} as const;

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
