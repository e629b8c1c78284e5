import type { ProgramFacts } from "../../program/facts.ts";
import { onlyValue } from "../../program/lengths.ts";
import type { Expression, Subscript } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { reportedNodes } from "./reported-at.ts";
import { namesBuiltin } from "../../program/builtin-names.ts";
import { annotationOf, isDict } from "../../program/only-binding.ts";

export const missingStart: Repair = {
  id: "missing-start",
  kind: "certain",
  *propose(program) {
    for (const node of reportedNodes(program, "Subscript", "python:missing-key")) {
      if (node.value.kind !== "Name" || !isDict(program.facts, node.value)) continue;
      const rewrite = node.ctx === "Load" ? withCollection(program, node) : withNumber(program, node);
      if (rewrite) yield rewrite;
    }
  },
};

/** A key that may be worked out twice. */
function isSteady(facts: ProgramFacts, key: Expression): boolean {
  return [key, ...facts.parts(key)].every((part) => {
    if (part.kind !== "Call") return steady.has(part.kind);
    if (part.keywords.length > 0) return false;
    return part.func.kind === "Attribute"
      ? plainMethods.has(part.func.attr)
      : namesBuiltin(facts, part.func, "len", "str", "int", "tuple");
  });
}

const steady = new Set(["Tuple", "Name", "Constant", "Attribute", "Subscript"]);
const plainMethods = new Set("lower upper strip lstrip rstrip title casefold capitalize".split(" "));

/** `counts[key] += 1` → `counts[key] = counts.get(key, 0) + 1`. */
function withNumber(program: RepairableProgram, node: Subscript): Rewrite | undefined {
  const { parent } = node;
  if (parent?.kind !== "AugAssign" || parent.target !== node || !isSteady(program.facts, node.slice))
    return undefined;
  const start = startOf(program.facts, parent.value);
  if (
    start === undefined ||
    (parent.op !== "Add" && parent.op !== "Sub") ||
    (start !== "0" && parent.op === "Sub")
  )
    return undefined;
  const owner = program.source(node.value);
  const got = `${owner}.get(${written(program, node.slice)}, ${start})`;
  const sign = parent.op === "Add" ? "+" : "-";
  return {
    splices: [{ start: node.end, end: parent.value.start, text: ` = ${got} ${sign} ` }],
    description: `counted from ${start} where \`${owner}\` has no such key yet`,
  };
}

/** What a sum with this starts from, where its type is plain. */
function startOf(facts: ProgramFacts, node: Expression): string | undefined {
  if (node.kind === "Constant") {
    if (node.value.type === "int" || node.value.type === "float") return "0";
    return node.value.type === "str" ? '""' : undefined;
  }
  if (node.kind === "List") return "[]";
  if (node.kind === "Call")
    return namesBuiltin(facts, node.func, "len", "int", "float", "abs", "ord", "round") ? "0" : undefined;
  if (node.kind === "BinOp" && node.op === "Mult")
    return startOf(facts, node.left) === "0" && startOf(facts, node.right) === "0" ? "0" : undefined;
  if (node.kind !== "Name") return undefined;
  const arg = annotationOf(facts, node);
  if (arg?.kind === "Name") return ["int", "float"].includes(arg.id) ? "0" : undefined;
  const value = onlyValue(facts, node);
  return value && value.kind !== "Name" ? startOf(facts, value) : undefined;
}

/** `groups[key].append(item)` → `groups.setdefault(key, []).append(item)`. */
function withCollection(program: RepairableProgram, node: Subscript): Rewrite | undefined {
  const { source } = program;
  const method = node.parent;
  if (method?.kind !== "Attribute" || method.parent?.kind !== "Call" || method.parent.func !== method)
    return undefined;
  const empty =
    method.attr === "append" || method.attr === "extend" ? "[]" : method.attr === "add" ? "set()" : undefined;
  if (empty === undefined || method.parent.parent?.kind !== "Expr") return undefined;
  return {
    splices: [
      {
        start: node.value.end,
        end: node.end,
        text: `.setdefault(${written(program, node.slice)}, ${empty})`,
      },
    ],
    description: `started with an empty ${empty === "[]" ? "list" : "set"} where \`${source(node.value)}\` has no such key yet`,
  };
}

/** A key as an argument: one that is several things keeps its parentheses, or gets them. */
function written({ source }: RepairableProgram, key: Expression): string {
  return key.kind === "Tuple" ? `(${key.elts.map((part) => source(part)).join(", ")})` : source(key);
}
