import type { Compare, ComparisonOperator, Expression } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { became, type CandidateContext } from "./context.ts";
import { may, sized, numeric } from "./value-types.ts";

export const comparisonSymbols: Readonly<Record<ComparisonOperator, string>> = {
  Eq: "==",
  NotEq: "!=",
  Lt: "<",
  LtE: "<=",
  Gt: ">",
  GtE: ">=",
  Is: "is",
  IsNot: "is not",
  In: "in",
  NotIn: "not in",
};

type Choice = readonly [symbol: string, detail: number];

const choices: Readonly<Record<ComparisonOperator, readonly Choice[]>> = {
  Lt: [
    ["<=", 0],
    [">", 0.05],
    [">=", 0.05],
    ["==", 0.3],
    ["!=", 0.3],
  ],
  LtE: [
    ["<", 0],
    [">=", 0.05],
    [">", 0.05],
    ["==", 0.3],
    ["!=", 0.3],
  ],
  Gt: [
    [">=", 0],
    ["<", 0.05],
    ["<=", 0.05],
    ["==", 0.3],
    ["!=", 0.3],
  ],
  GtE: [
    [">", 0],
    ["<=", 0.05],
    ["<", 0.05],
    ["==", 0.3],
    ["!=", 0.3],
  ],
  Eq: [
    ["!=", 0],
    ["<=", 0.3],
    [">=", 0.3],
    ["<", 0.3],
    [">", 0.3],
    ["in", 1],
    ["is", 1],
  ],
  NotEq: [
    ["==", 0],
    ["<", 0.3],
    [">", 0.3],
    ["<=", 0.3],
    [">=", 0.3],
    ["not in", 1],
  ],
  In: [
    ["not in", 0],
    ["==", 1],
  ],
  NotIn: [
    ["in", 0],
    ["!=", 1],
  ],
  Is: [
    ["is not", 0],
    ["==", 0.5],
  ],
  IsNot: [
    ["is", 0],
    ["!=", 0.5],
  ],
};

/** A comparison whose bound is one out: `<` for `<=`. */
export const comparison: Family = {
  name: "comparison",
  base: 0,
  propose: (context) => others(context, false),
};

/** A comparison that asks something else: `<` for `>`, `==` for `!=`. */
export const otherComparison: Family = {
  name: "other-comparison",
  base: 0,
  propose: (context) => others(context, true),
};

function* others(context: CandidateContext, isReversed: boolean): Generator<EditProposal> {
  for (const node of context.expressions) {
    if (node.kind !== "Compare") continue;
    for (const index of node.ops.keys()) yield* otherOperators(context, node, index, isReversed);
  }
}

function* otherOperators(
  context: CandidateContext,
  node: Compare,
  index: number,
  isReversed: boolean,
): Generator<EditProposal> {
  const { left, right } = sides(node, index);
  const doubt = isReversed && passesMostExamples(context) ? 0.3 : 0;
  for (const [symbol, price] of choices[node.ops[index]!]) {
    const detail = price + doubt;
    if (reverses(node.ops[index]!, symbol) !== isReversed || !fits(context, symbol, left, right)) continue;
    const place = operatorPlace(context.source, left, right);
    if (place === undefined) return;
    const text = apart(context.source, place, symbol);
    yield context.edit(
      left,
      [{ ...place, text }],
      detail,
      became(context.source.slice(place.start, place.end), symbol),
    );
  }
}

/** A program that gets most of its examples right hardly decides everything the wrong way round. */
export function passesMostExamples({ facts: { failedShare } }: CandidateContext): boolean {
  return failedShare !== undefined && failedShare < 0.5;
}

/** Whether a symbol is more than the neighbour of an operator: `<=` is one of `<`, `>` is not. */
function reverses(op: ComparisonOperator, symbol: string): boolean {
  return comparisonSymbols[op].replace("=", "") !== symbol.replace("=", "") || op === "Eq" || op === "NotEq";
}

function fits(context: CandidateContext, symbol: string, left: Expression, right: Expression): boolean {
  if (symbol === "in" || symbol === "not in") return may(context.typesOf(right), sized);
  if (!/^[<>]/.test(symbol)) return true;
  // Order between a container or a string and a number always raises.
  const [a, b] = [context.typesOf(left), context.typesOf(right)];
  if (a?.has("NoneType") && a.size === 1) return false;
  if (b?.has("NoneType") && b.size === 1) return false;
  return (
    a === undefined ||
    b === undefined ||
    may(a, numeric) === may(b, numeric) ||
    may(a, sized) === may(b, sized)
  );
}

export function sides(node: Compare, index: number): { left: Expression; right: Expression } {
  return { left: index === 0 ? node.left : node.comparators[index - 1]!, right: node.comparators[index]! };
}

/** Where the operator between two operands is written. Undefined when a comment stands there too. */
export function operatorPlace(
  source: string,
  left: Expression,
  right: Expression,
): { start: number; end: number } | undefined {
  const between = source.slice(left.end, right.start);
  if (between.includes("#")) return undefined;
  const found = /[^\s()\\]+(?:\s+(?:not|in)\b)?/.exec(between);
  return found ? { start: left.end + found.index, end: left.end + found.index + found[0].length } : undefined;
}

/** A word where a sign stood needs room: `a==b` becomes `a in b`. */
function apart(source: string, { start, end }: { start: number; end: number }, symbol: string): string {
  if (!/^\w/.test(symbol)) return symbol;
  const before = /[\w'"]/.test(source[start - 1] ?? "") ? " " : "";
  const behind = /[\w'"]/.test(source[end] ?? "") ? " " : "";
  return before + symbol + behind;
}
