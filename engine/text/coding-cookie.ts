// PEP 263: a comment on the first line, or on the second when the first holds nothing but a comment.
const cookie = /^(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))?[ \t\f]*#[^\r\n]*?(coding)[:=][ \t]*([-\w.]+)/;
const utf8Names = /^(?:utf[-_]?8(?:[-_]sig)?|u8|utf)$/i;

/** A comment that makes Python read the text in another encoding than UTF-8: its name, and the offset of the word `coding`. */
export type CodingCookie = Readonly<{ encoding: string; at: number }>;

export function findCodingCookie(text: string): CodingCookie | undefined {
  const match = cookie.exec(text);
  if (!match || utf8Names.test(match[2]!)) return undefined;
  return { encoding: match[2]!, at: match[0].lastIndexOf("coding") };
}
