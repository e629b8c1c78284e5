import type { Edit } from "./mutant.ts";

/** SQL, PL/pgSQL and Lua hold the stores' decisions: comparisons, conditions and sums inside their texts are changed too. */
const isQuery = /\b(?:SELECT|INSERT|UPDATE|DELETE|PERFORM|redis\.call)\b/;
const swaps: readonly (readonly [RegExp, string])[] = [
  [/ <= /g, " < "],
  [/ >= /g, " > "],
  [/ < /g, " <= "],
  [/ > /g, " >= "],
  [/ AND /g, " OR "],
  [/ and /g, " or "],
  [/ \+ /g, " - "],
  [/ - /g, " + "],
  [/ == /g, " ~= "],
  [/ ~= /g, " == "],
  [/ OR /g, " AND "],
  [/ IS NULL/g, " IS NOT NULL"],
  [/ IS NOT NULL/g, " IS NULL"],
  [/\bNOT FOUND\b/g, "FOUND"],
  [/\bMIN\(/g, "MAX("],
  [/\bMAX\(/g, "MIN("],
  // Only what is a statement on one line: anything else would be no Lua any more.
  [
    /(?<=^ *|then )redis\.call\('(?:SET|HSET|HSETNX|HINCRBY|INCRBY|ZADD|DEL|ZREM|HDEL|RPUSH|SADD|SREM)'[^\n]*?\)(?=$| end$)/gm,
    "local _ = 0",
  ],
  // The statements of PL/pgSQL that only do something, locks among them.
  [/(?<=^ *|THEN |LOOP )PERFORM [^;\n]*;/gm, "NULL;"],
];

/** Edits inside the text of a query that starts at this offset; none where the text is none. */
export function queryEdits(text: string, offset: number): Edit[] {
  if (!isQuery.test(text)) return [];
  return swaps.flatMap(([pattern, replacement]) =>
    Array.from(text.matchAll(pattern), (match) => ({
      start: offset + match.index,
      end: offset + match.index + match[0].length,
      replacement,
      change: `${match[0].trim()} → ${replacement.trim()} in a query`,
    })),
  );
}
