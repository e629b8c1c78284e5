import { indentOf, indentStep, newlineOf } from "../tree/layout.ts";
import type { Expression, Statement } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { atom, binary } from "../tree/code.ts";
import { conditionAtoms } from "./condition-atoms.ts";
import { quote, type CandidateContext } from "./context.ts";
import { isSimple } from "./lines.ts";
import { isCondition } from "../program/roles.ts";
import { isName } from "../tree/written-names.ts";

/** A condition left out of another. */
export const addedCondition: Family = {
  name: "added-condition",
  base: 1.5,
  *propose(context) {
    for (const node of context.expressions) {
      const returned = node.parent?.kind === "Return" && isTruth(context, node);
      if (!isCondition(node) && !returned) continue;
      const extra = returned ? 0.3 : 0;
      for (const { code, detail } of conditionAtoms(context, node)) {
        if (context.text(node).includes(code.text)) continue;
        yield context.replace(node, binary(context.code(node), "or", code), detail + extra);
        yield context.replace(node, binary(context.code(node), "and", code), detail + extra);
        yield context.replace(node, binary(code, "or", context.code(node)), detail + extra + 0.05);
        yield context.replace(node, binary(code, "and", context.code(node)), detail + extra + 0.05);
      }
    }
    yield* filters(context);
  },
};

function isTruth(context: CandidateContext, node: Expression): boolean {
  if (node.kind === "Constant") return false;
  const types = context.typesOf(node);
  return types === undefined ? node.kind === "BoolOp" || node.kind === "Call" : types.has("bool");
}

/** Elements a comprehension should have left out. */
function* filters(context: CandidateContext): Generator<EditProposal> {
  for (const node of context.expressions) {
    if (
      node.kind !== "ListComp" &&
      node.kind !== "GeneratorExp" &&
      node.kind !== "SetComp" &&
      node.kind !== "DictComp"
    )
      continue;
    const last = node.generators.at(-1)!;
    if (last.ifs.length > 0) continue;
    for (const { code, detail } of conditionAtoms(context, last.target).slice(0, 60)) {
      yield context.edit(
        node,
        [{ start: last.iter.end, end: last.iter.end, text: ` if ${code.text}` }],
        detail + 0.3,
        `${quote(`if ${code.text}`)} was added`,
      );
    }
  }
}

/** Another condition altogether. */
export const otherCondition: Family = {
  name: "other-condition",
  base: 1.6,
  *propose(context) {
    for (const node of context.expressions) {
      if (!isCondition(node)) continue;
      for (const { code, detail } of conditionAtoms(context, node)) {
        if (code.text !== context.text(node)) yield context.replace(node, code, detail + 0.3);
      }
      if (node.kind !== "Constant") {
        yield context.replace(node, atom("True"), 1);
        yield context.replace(node, atom("False"), 1);
      }
    }
  },
};

/** A statement that should only sometimes run. */
export const guardedStatement: Family = {
  name: "guarded-statement",
  base: 1.9,
  *propose(context) {
    for (const statement of context.statements) {
      if (!isSimple(statement) || bindsFirst(context, statement)) continue;
      const indent = indentOf(context.tree, statement);
      if (indent === undefined) continue;
      for (const { code, detail } of conditionAtoms(context, statement))
        yield guarded(context, statement, indent, code.text, detail + 0.4);
    }
  },
};

function guarded(
  context: CandidateContext,
  statement: Statement,
  indent: string,
  condition: string,
  detail: number,
): EditProposal {
  const inner = newlineOf(context.source) + indent + indentStep(context.tree);
  const splice = { start: statement.start, end: statement.start, text: `if ${condition}:${inner}` };
  return context.edit(
    statement,
    [splice],
    detail,
    `${quote(`if ${condition}:`)} was put before ${quote(context.text(statement))}`,
  );
}

/** A variable's first assignment at the top of a function must always run. */
function bindsFirst(context: CandidateContext, statement: Statement): boolean {
  if (statement.kind !== "Assign" || statement.parent?.kind !== "FunctionDef") return false;
  const [target] = statement.targets;
  if (target?.kind !== "Name") return false;
  const around = statement.parent;
  return !context.tree.nodes.some(
    (node) =>
      isName(node, target.id) &&
      node.ctx === "Store" &&
      node.start >= around.start &&
      node.end < statement.start,
  );
}
