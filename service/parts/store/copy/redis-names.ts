const prefix = "assay:";

/** The names of a kind, as a pattern that Redis searches by. */
export function namesOf(kind: string): string {
  return `${prefix}${kind}:*`;
}

/** What a name of this kind is the name of. */
export function named(kind: string, name: string): string {
  return name.slice(`${prefix}${kind}:`.length);
}

/** The two parts of a name that holds the length of the first, as keys.ts writes it. */
export function twoNamed(kind: string, name: string): readonly [string, string] {
  return splitByLength(named(kind, name));
}

export function splitByLength(text: string): readonly [string, string] {
  const start = text.indexOf(":") + 1;
  const end = start + Number(text.slice(0, start - 1));
  return [text.slice(start, end), text.slice(end + 1)];
}
