import { isIdentifierHole } from "../../policy/sql-text.ts";

/** What a hole of a statement takes: a value in quotes, a bare value, or the name of a table or column. */
export type HoleKind = "quoted" | "bare" | "name";

/** What each hole takes, in turn. Undefined as soon as one is none of these, or the statement is not plain. */
export function holeKinds(text: string): HoleKind[] | undefined {
  if (/--|\/\*|;\s*\S/.test(text) || text.length > 20_000) return undefined;
  const kinds: HoleKind[] = [];
  for (let at = text.indexOf("\0"); at >= 0; at = text.indexOf("\0", at + 1)) {
    const kind = kindOf(text.slice(0, at), text.slice(at + 1));
    if (kind === undefined) return undefined;
    kinds.push(kind);
  }
  return kinds;
}

function kindOf(before: string, after: string): HoleKind | undefined {
  const quote = /['"]$/.exec(before)?.[0];
  if (quote !== undefined && after.startsWith(quote) && !after.startsWith(quote + quote)) {
    const outside = before.slice(0, -1);
    return !isInQuotes(outside) && takesValue(outside, true, after.slice(1)) ? "quoted" : undefined;
  }
  if (isInQuotes(before)) return undefined;
  if (takesValue(before, false, after) && endsValue.test(after)) return "bare";
  return isIdentifierHole(before) && !/\(\s*$|,\s*$/.test(before) ? "name" : undefined;
}

function isInQuotes(text: string): boolean {
  let open = "";
  for (const sign of text) {
    if (open === "" && (sign === "'" || sign === '"')) open = sign;
    else if (sign === open) open = "";
  }
  return open !== "";
}

const endsValue = /^(?:\s*(?:$|[,);=<>!+*/|-])|\s+[A-Za-z])/;
const comparing =
  /(?:[\w)"\]]\s*(?:==?|<=?|>=?|<>|!=)|[\w)]\s*[+-]|\b(?:LIKE|GLOB|BETWEEN|LIMIT|OFFSET|THEN|ELSE))\s*$/i;
const secondOfTwo = /\bBETWEEN\s+['"]?\0['"]?\s+AND\s*$|\bLIMIT\s+\0\s*,\s*$/i;

function takesValue(before: string, isQuoted: boolean, after: string): boolean {
  if (comparing.test(before) || secondOfTwo.test(before)) return true;
  return /[(,]\s*$/.test(before) && isInList(before, isQuoted, after);
}

const rows = /\bVALUES\s*(?:\([^()]*\)\s*,\s*)*$/i;
const functions =
  /\b(?:lower|upper|trim|ltrim|rtrim|date|time|datetime|strftime|julianday|length|abs|round|coalesce|ifnull|nullif|substr|replace|instr)\s*$/i;

/** In `VALUES (…)`, in `IN (…)` or among the arguments of a function. */
function isInList(before: string, isQuoted: boolean, after: string): boolean {
  const open = innermost(before);
  if (open === undefined) return false;
  const head = before.slice(0, open);
  if (isQuoted) return rows.test(head) || /\bIN\s*$/i.test(head) || functions.test(head);
  // A bare hole that fills a whole list may stand for many values.
  const isAlone = !before.slice(open).includes(",") && /^\s*\)/.test(after);
  return rows.test(head) && !isAlone;
}

function innermost(text: string): number | undefined {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] === ")") depth += 1;
    else if (text[at] === "(" && depth-- === 0) return at;
  }
  return undefined;
}
