import canonicalize from "canonicalize";

/**
 * JSON as RFC 8785 writes it: members in the order of their names, nothing between them. Equal values give equal texts.
 * Throws where a text holds half a character or a number is none: neither can be said so that every reader reads the same.
 */
export function canonicalJson(value: object): string {
  return canonicalize(value)!;
}
