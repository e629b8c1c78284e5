/** A piece of the source to be replaced; offsets are UTF-16 units of it. Several are ascending and do not overlap. */
export type Splice = Readonly<{ start: number; end: number; text: string }>;

/** The program with the pieces replaced and every other character as it was. */
export function applySplices(source: string, splices: readonly Splice[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text } of splices) {
    result += source.slice(at, start) + text;
    at = end;
  }
  return result + source.slice(at);
}

/** The same edit without the characters that stay: sorted, trimmed, empty ones left out. Undefined when they overlap. */
export function minimise(source: string, splices: readonly Splice[]): Splice[] | undefined {
  const sorted = splices
    .map((splice) => trim(source, splice))
    .filter(({ start, end, text }) => start < end || text !== "")
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  for (let n = 1; n < sorted.length; n += 1) if (sorted[n]!.start < sorted[n - 1]!.end) return undefined;
  return sorted;
}

function trim(source: string, { start, end, text }: Splice): Splice {
  let from = 0;
  while (start + from < end && from < text.length && source[start + from] === text[from]) from += 1;
  if (isHalf(source, start + from) || isHalf(text, from)) from -= 1;
  let behind = 0;
  const max = Math.min(end - start, text.length) - from;
  while (behind < max && source[end - 1 - behind] === text[text.length - 1 - behind]) behind += 1;
  if (isHalf(source, end - behind) || isHalf(text, text.length - behind)) behind -= 1;
  return { start: start + from, end: end - behind, text: text.slice(from, text.length - behind) };
}

/** Whether an offset falls between the two halves of one character. */
function isHalf(text: string, at: number): boolean {
  return at > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(at - 1, at + 1));
}

/** Puts a text in at an offset. */
export function insertion(at: number, text: string): Splice {
  return { start: at, end: at, text };
}

/** Puts a text in the place of another. */
export function replacement({ start, end }: Readonly<{ start: number; end: number }>, text: string): Splice {
  return { start, end, text };
}

/** Puts one text before a piece of the source and another behind it. */
export function surrounding(
  { start, end }: Readonly<{ start: number; end: number }>,
  before: string,
  behind: string,
): Splice[] {
  return [insertion(start, before), insertion(end, behind)];
}
