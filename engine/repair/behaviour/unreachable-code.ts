import type { ProgramFacts } from "../../program/facts.ts";
import { blockOf, indentOf, lineEnd } from "../../tree/layout.ts";
import type { Node, Statement } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { statementOf } from "./reported-at.ts";

export const unreachableCode: Repair = {
  id: "unreachable-code",
  kind: "preserving",
  *propose(program) {
    const { tree } = program;
    const seen = new Set<Node>();
    for (const { start } of program.found("python:unreachable-code")) {
      const node = tree.nodes.find((each) => each.start === start && statementOf(each) === each);
      if (!node || seen.has(node)) continue;
      seen.add(node);
      const rewrite = rewriteOf(program, node as Statement);
      if (rewrite) yield rewrite;
    }
  },
};

function rewriteOf(program: RepairableProgram, first: Statement): Rewrite | undefined {
  const { tree, text, facts } = program;
  const { block, index } = blockOf(first);
  const [above, last, dead] = [block[index - 1], block.at(-1)!, block.slice(index)];
  // A loop without end may only lack its `break`: then what follows it was meant to be reached.
  if (!above || above.kind === "While" || indentOf(tree, last) === undefined) return undefined;
  if (!isAlone(program, above) || indentOf(tree, first) === undefined) return undefined;
  const between = text.slice(above.end, first.start);
  if (isSwitchedOff(above, dead) || isNet(above, dead) || isKept(between, dead)) return undefined;
  if (!isWithoutTrace(facts, dead)) return undefined;
  return {
    splices: [{ start: lineEnd(text, above.end), end: lineEnd(text, last.end), text: "" }],
    description: `removed ${dead.length === 1 ? "a statement" : `${dead.length} statements`} that ${dead.length === 1 ? "is" : "are"} never reached`,
    at: first.start,
  };
}

/** A function that is left by its first statement was switched off: its body waits to be used again. */
function isSwitchedOff(above: Statement, dead: readonly Statement[]): boolean {
  const { block, index } = blockOf(above);
  const isFirst =
    index === 0 || (index === 1 && block[0]!.kind === "Expr" && block[0]!.value.kind === "Constant");
  return isFirst && dead.length > 1 && above.parent?.kind === "FunctionDef";
}

/** What only raises, behind branches that all leave, is there for the branch that somebody forgets. */
function isNet(above: Statement, dead: readonly Statement[]): boolean {
  const raises = (each: Statement): boolean =>
    each.kind === "Raise" || each.kind === "Assert" || (each.kind === "If" && each.body.every(raises));
  return above.kind === "If" && dead.every(raises);
}

/** Text for people, or code whose comment says that it waits for something. */
function isKept(comments: string, dead: readonly Statement[]): boolean {
  if (dead.every((each) => each.kind === "Expr" && each.value.kind === "Constant")) return true;
  return /\b(?:note|todo|fixme|xxx|hack|disabled|for now|temporar\w*|alternative\w*|fallback|keep|kept)\b/i.test(
    comments,
  );
}

/** Whether nothing but a comment stands behind a statement on its line. */
function isAlone({ text }: RepairableProgram, { end }: Statement): boolean {
  return /^[\t ]*(?:#[^\r\n]*)?(?=[\r\n]|$)/.test(text.slice(end, end + 1000));
}

/** Statements that are never run still decide which names are local, and whether a function is a generator. */
function isWithoutTrace(facts: ProgramFacts, dead: readonly Statement[]): boolean {
  const parts = dead.flatMap((statement) => [statement, ...facts.parts(statement)]);
  if (parts.some(({ kind }) => deciding.has(kind))) return false;
  const [start, end] = [dead[0]!.start, dead.at(-1)!.end];
  const isOutside = (node: Node): boolean => node.start < start || node.end > end;
  const scope = facts.names.scopeOf(dead[0]!);
  for (const { bindings, mentions } of scope.variables.values()) {
    if (bindings.some(isOutside)) continue;
    if (scope.kind === "module" || mentions.some(isOutside)) return false;
  }
  return true;
}

const deciding = new Set([
  "Yield",
  "YieldFrom",
  "Await",
  "AsyncFor",
  "AsyncWith",
  "Global",
  "Nonlocal",
  "NamedExpr",
  "ClassDef",
]);
