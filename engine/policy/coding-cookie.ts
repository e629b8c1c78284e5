import { findCodingCookie } from "../text/coding-cookie.ts";
import type { SecurityFinding } from "../verdict.ts";

/** It is judged before there is a tree, apart from the rules over the followed program. */
export const codingCookie = { id: "coding-cookie", cwe: "CWE-838" } as const;

/**
 * A coding cookie makes Python read other characters than everyone else sees: under utf-7 a comment can hold code.
 * The text is judged, and later run, with the cookie made harmless; no position in it moves.
 */
export function neutraliseCookie(text: string): { text: string; finding?: SecurityFinding } {
  const cookie = findCodingCookie(text);
  if (!cookie) return { text };
  const { at, encoding } = cookie;
  const finding: SecurityFinding = {
    tool: "policy",
    ...codingCookie,
    severity: "error",
    confidence: "high",
    message: `The coding cookie ${encoding} makes Python read a different program than the one shown; save the file as UTF-8 and remove the cookie.`,
    line: text.slice(0, at).split(/\r\n|\r|\n/).length,
  };
  return { text: `${text.slice(0, at)}c0ding${text.slice(at + "coding".length)}`, finding };
}
