/** Does the text hold characters that JavaScript counts as two? */
function hasPairs(text: string): boolean {
  return /[\ud800-\udbff]/.test(text);
}

/** The length of a text as Python counts it. */
export function textLength(text: string): number {
  if (!hasPairs(text)) return text.length;
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Its characters as Python counts them: a text that can be indexed, or a list of texts. */
export function codePoints(text: string): string | string[] {
  return hasPairs(text) ? Array.from(text) : text;
}

/** The index Python gives to a place in JavaScript's text. */
export function pointIndex(text: string, at: number): number {
  return at <= 0 ? at : textLength(text.slice(0, at));
}

/** The place in JavaScript's text of an index of Python. */
export function unitIndex(text: string, index: number): number {
  if (!hasPairs(text)) return Math.min(index, text.length);
  let at = 0;
  for (let left = index; left > 0 && at < text.length; left--) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return at;
}

export function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- all of ASCII is meant
  return /^[\0-\x7f]*$/.test(text);
}

/** Orders texts by code points: JavaScript puts 😀 before U+FF00, Python after it. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const high = /[\ud800-\uffff]/;
  if (!high.test(a) || !high.test(b)) return a < b ? -1 : 1;
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((char, index) => char !== right[index]);
  if (at < 0 || at >= right.length) return left.length - right.length;
  return left[at]!.codePointAt(0)! - right[at]!.codePointAt(0)!;
}
