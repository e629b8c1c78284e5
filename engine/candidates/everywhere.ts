import type { BinOp, Constant, Expression, FunctionDef } from "../tree/nodes.ts";
import type { Splice } from "../text/splices.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { operatorSigns } from "../tree/operator-signs.ts";
import { comparisonSymbols, operatorPlace, sides } from "./comparison.ts";
import { became, type CandidateContext } from "./context.ts";
import { namesByStatement } from "./variable.ts";
import { compatible } from "./value-types.ts";

/** The same edit at every place of a function. */
export const everywhere: Family = {
  name: "everywhere",
  base: 0.9,
  *propose(context) {
    for (const node of context.functions) {
      const inside = context.tree.nodes.filter(
        ({ start, end }) => start >= node.start && end <= node.end,
      ) as Expression[];
      yield* booleans(context, node, inside);
      yield* operators(context, node, inside);
      yield* constants(context, node, inside);
    }
    for (const [statement, names] of namesByStatement(context)) {
      for (const name of new Set(names.map(({ id }) => id))) {
        const places = names.filter(({ id }) => id === name);
        if (places.length < 2) continue;
        for (const other of context.variables(places[0]!)) {
          if (other.name === name || !compatible(context.typesOf(places[0]!), other.types)) continue;
          const splices = places.map(({ start, end }) => ({ start, end, text: other.name }));
          yield context.edit(statement, splices, 0.7, became(name, other.name));
        }
      }
    }
  },
};

function* booleans(
  context: CandidateContext,
  node: FunctionDef,
  inside: readonly Expression[],
): Generator<EditProposal> {
  const places = inside.filter(
    (part): part is Constant =>
      part.kind === "Constant" && part.value.type === "bool" && part.parent?.kind === "Return",
  );
  if (places.length < 2) return;
  const splices = places.map(({ start, end, value }) => ({
    start,
    end,
    text: value.type === "bool" && value.value ? "False" : "True",
  }));
  yield context.edit(node, splices, 0.2, "every returned truth value was turned round");
}

const exchanges: readonly (readonly [string, string])[] = [
  ["/", "//"],
  ["//", "/"],
  ["+", "-"],
  ["-", "+"],
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["<", ">"],
  [">", "<"],
  ["==", "!="],
];

function* operators(
  context: CandidateContext,
  node: FunctionDef,
  inside: readonly Expression[],
): Generator<EditProposal> {
  const places = new Map<string, Splice[]>();
  const note = (symbol: string, place: { start: number; end: number } | undefined): void => {
    if (place) places.set(symbol, [...(places.get(symbol) ?? []), { ...place, text: "" }]);
  };
  for (const part of inside) {
    if (part.kind === "BinOp")
      note(operatorSigns[(part as BinOp).op], operatorPlace(context.source, part.left, part.right));
    if (part.kind !== "Compare") continue;
    for (const [n, op] of part.ops.entries()) {
      const { left, right } = sides(part, n);
      note(comparisonSymbols[op], operatorPlace(context.source, left, right));
    }
  }
  for (const [from, to] of exchanges) {
    const found = places.get(from) ?? [];
    if (found.length < 2) continue;
    yield context.edit(
      node,
      found.map((splice) => ({ ...splice, text: to })),
      0.3,
      `every ${became(from, to)}`,
    );
  }
}

function* constants(
  context: CandidateContext,
  node: FunctionDef,
  inside: readonly Expression[],
): Generator<EditProposal> {
  const integers = new Map<string, Constant[]>();
  const strings = new Map<string, Constant[]>();
  for (const part of inside) {
    if (part.kind !== "Constant" || part.parent?.kind === "JoinedStr") continue;
    if (part.value.type !== "int" && (part.value.type !== "str" || part.value.value.trim() !== "")) continue;
    const text = context.text(part);
    const groups = part.value.type === "int" ? integers : strings;
    groups.set(text, [...(groups.get(text) ?? []), part]);
  }
  for (const [text, places] of strings) {
    for (const other of ["''", "' '"]) {
      if (places.length < 2 || other === text) continue;
      const splices = places.map(({ start, end }) => ({ start, end, text: other }));
      yield context.edit(node, splices, 0.8, `every ${became(text, other)}`);
    }
  }
  for (const [text, places] of integers) {
    if (places.length < 2 || !/^\d+$/.test(text)) continue;
    const value = BigInt(text);
    for (const other of [value + 1n, value - 1n]) {
      if (other < 0n) continue;
      const splices = places.map(({ start, end }) => ({ start, end, text: String(other) }));
      yield context.edit(node, splices, 0.8, `every ${became(text, String(other))}`);
    }
  }
}
