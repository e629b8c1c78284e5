import type { ProgramFacts } from "../../program/facts.ts";
import { addedImport } from "../../tree/layout.ts";
import type { Compare, Expression, Name } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { isReportedWithin } from "./reported-at.ts";
import { namesBuiltin } from "../../program/builtin-names.ts";
import { dottedName } from "../../tree/written-names.ts";
import { annotationOf } from "../../program/only-binding.ts";
import { definitionOf } from "../../program/classes.ts";

export const nanComparison: Repair = {
  id: "nan-comparison",
  kind: "changing",
  *propose(program) {
    for (const node of program.facts.all("Compare")) {
      if (node.ops.length !== 1 || !isReportedWithin(program, node, "ruff:PLW0177")) continue;
      const rewrite = rewriteOf(program, node);
      if (rewrite) yield rewrite;
    }
  },
};

/** `x == nan` is never true, whatever `x` is. */
function rewriteOf(
  program: RepairableProgram,
  { left, comparators, ops, start, end }: Compare,
): Rewrite | undefined {
  const [value, home] = isNan(program.facts, comparators[0]!)
    ? [left, homeOf(comparators[0]!)]
    : [comparators[0]!, homeOf(left)];
  if (!isNumber(program, value)) return undefined;
  if (home === undefined || (ops[0] !== "Eq" && ops[0] !== "NotEq") || isNan(program.facts, value))
    return undefined;
  const module = program.facts.names.module.variables.get(home)?.bindings;
  const isImported = module?.length === 1 && module[0]!.kind === "Alias";
  if (module && !isImported) return undefined;
  const test = `${home}.isnan(${program.source(value)})`;
  const added = isImported ? [] : [addedImport(program.tree, `import ${home}`)];
  if (!isImported && home !== "math") return undefined;
  return {
    splices: [...added, { start, end, text: ops[0] === "Eq" ? test : `not ${test}` }],
    description: `tested with \`${home}.isnan\`; nothing equals NaN`,
    at: start,
  };
}

/** `isnan` takes numbers only, where `==` took anything. */
function isNumber(program: RepairableProgram, node: Expression): boolean {
  const { facts, source } = program;
  if (node.kind === "BinOp") return node.op !== "Add" && node.op !== "Mod";
  if (node.kind === "Call") return namesBuiltin(facts, node.func, "float", "sum", "abs");
  if (node.kind !== "Name") return false;
  const only = definitionOf(facts, node);
  if (!only) return false;
  if (only.kind === "Arg")
    return only.annotation !== undefined && /^(?:int|float)$/.test(source(only.annotation));
  const { parent } = only;
  if (parent?.kind === "Assign") return parent.value.kind !== "Name" && isNumber(program, parent.value);
  if (parent?.kind !== "For" && parent?.kind !== "Comprehension") return false;
  return parent.target === only && parent.iter.kind === "Name" && holdsNumbers(program, parent.iter);
}

function holdsNumbers({ facts, source }: RepairableProgram, node: Name): boolean {
  const annotation = annotationOf(facts, node);
  return annotation !== undefined && /^\w+\[(?:int|float)\]$/.test(source(annotation));
}

function isNan(facts: ProgramFacts, node: Expression): boolean {
  if (node.kind === "Call")
    return (
      namesBuiltin(facts, node.func, "float") && node.args[0]?.kind === "Constant" && node.args.length === 1
    );
  return /\.nan$/i.test(dottedName(node) ?? "");
}

/** The module whose `isnan` fits. */
function homeOf(node: Expression): string | undefined {
  if (node.kind === "Call") return "math";
  const path = dottedName(node)?.split(".");
  return path?.length === 2 ? path[0] : undefined;
}
