import type { SecurityFinding } from "../verdict.ts";

// PEP 263: a comment on the first line, or on the second when the first holds nothing but a comment.
const cookie = /^(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))?[ \t\f]*#[^\r\n]*?(coding)[:=][ \t]*([-\w.]+)/;
const utf8Names = /^(?:utf[-_]?8(?:[-_]sig)?|u8|utf)$/i;

/** It is judged before there is a tree, apart from the rules over the followed program. */
export const codingCookie = { id: "coding-cookie", cwe: "CWE-838" } as const;

/**
 * A coding cookie makes Python read other characters than everyone else sees: under utf-7 a comment can hold code.
 * The text is judged, and later run, with the cookie made harmless; no position in it moves.
 */
export function neutraliseCookie(text: string): { text: string; finding?: SecurityFinding } {
  const match = cookie.exec(text);
  if (!match || utf8Names.test(match[2]!)) return { text };
  const at = match[0].lastIndexOf("coding");
  const finding: SecurityFinding = {
    tool: "policy",
    ...codingCookie,
    severity: "error",
    confidence: "high",
    message: `The coding cookie ${match[2]} makes Python read a different program than the one shown; save the file as UTF-8 and remove the cookie.`,
    line: text.slice(0, at).split(/\r\n|\r|\n/).length,
  };
  return { text: `${text.slice(0, at)}c0ding${text.slice(at + "coding".length)}`, finding };
}
