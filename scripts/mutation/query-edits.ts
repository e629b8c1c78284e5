import type { Edit } from "./mutant.ts";

/** SQL holds decisions of the stores: comparisons, conditions and sums inside its texts are changed too. */
const isQuery = /\b(?:SELECT|INSERT|UPDATE|DELETE)\b/;
const swaps: readonly (readonly [RegExp, string])[] = [
  [/ <= /g, " < "],
  [/ >= /g, " > "],
  [/ < /g, " <= "],
  [/ > /g, " >= "],
  [/ AND /g, " OR "],
  [/ \+ /g, " - "],
  [/ - /g, " + "],
  [/ OR /g, " AND "],
  [/ IS NULL/g, " IS NOT NULL"],
  [/ IS NOT NULL/g, " IS NULL"],
  [/\bMIN\(/g, "MAX("],
  [/\bMAX\(/g, "MIN("],
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
