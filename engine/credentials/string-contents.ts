import type { LoosePlace } from "./loose-places.ts";

const opening = /(?<prefix>(?<![A-Za-z0-9_])[A-Za-z]{1,2})?(?<quote>"""|'''|"|')/g;

/**
 * What stands between the quotes in a piece of Python, so that masking it leaves a program. The whole piece where it
 * has no strings, or where it is not plain at sight where they end.
 */
export function contentsOf(text: string, { start, end }: LoosePlace): LoosePlace[] {
  const whole = [{ start, end }];
  const contents: LoosePlace[] = [];
  for (let at = start; at < end;) {
    opening.lastIndex = at;
    const open = opening.exec(text);
    if (!open || open.index >= end) break;
    const { prefix = "", quote } = open.groups as { prefix?: string; quote: string };
    const from = open.index + open[0].length;
    const to = closingAt(text, from, end, quote);
    const parts = to === undefined ? undefined : partsOf(text, { start: from, end: to }, prefix);
    if (to === undefined || !parts) return whole;
    contents.push(...parts);
    at = to + quote.length;
  }
  return contents.length > 0 ? contents : whole;
}

function closingAt(text: string, from: number, end: number, quote: string): number | undefined {
  for (let at = from; at < end; at += 1) {
    if (text.startsWith(quote, at)) return at;
    if (text[at] === "\n" && quote.length === 1) return undefined;
    if (text[at] === "\\") at += 1;
  }
  return undefined;
}

/** Names in the braces of an f-string are no secrets; anything else there may hold one, quotes included. */
const plainHole = /\{[A-Za-z_][\w.]*\}/g;

function partsOf(text: string, content: LoosePlace, prefix: string): LoosePlace[] | undefined {
  const inside = text.slice(content.start, content.end);
  if (!/[ft]/i.test(prefix) || !inside.includes("{")) return [content];
  if (inside.replaceAll(plainHole, "").includes("{")) return undefined;
  const parts: LoosePlace[] = [];
  let { start } = content;
  for (const hole of inside.matchAll(plainHole)) {
    parts.push({ start, end: content.start + hole.index });
    start = content.start + hole.index + hole[0].length;
  }
  return [...parts, { start, end: content.end }];
}
