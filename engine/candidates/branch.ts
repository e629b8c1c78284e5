import { indentOf, isElif } from "../tree/layout.ts";
import type { If, Statement } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { became, type CandidateContext } from "./context.ts";
import { holdsJump, isInLoop } from "../program/roles.ts";

/** The other branch, another jump, `if` for `elif`. */
export const branch: Family = {
  name: "branch",
  base: 0.6,
  *propose(context) {
    for (const statement of context.statements) yield* others(context, statement);
    for (const node of context.expressions) {
      if (node.kind !== "IfExp") continue;
      const splices = [
        { start: node.body.start, end: node.body.end, text: context.text(node.orelse) },
        { start: node.orelse.start, end: node.orelse.end, text: context.text(node.body) },
      ];
      yield context.edit(node, splices, 0, "the two values were exchanged");
    }
  },
};

function* others(context: CandidateContext, statement: Statement): Generator<EditProposal> {
  const word = (from: string, to: string, detail: number): EditProposal =>
    context.edit(
      statement,
      [{ start: statement.start, end: statement.start + from.length, text: to }],
      detail,
      became(from, to),
    );
  if (statement.kind === "Break") {
    yield word("break", "continue", 0.3);
    return;
  }
  if (statement.kind === "Continue") {
    yield word("continue", "break", 0.3);
    return;
  }
  if (statement.kind === "Pass") {
    if (!isInLoop(statement)) return;
    yield word("pass", "break", 0.6);
    yield word("pass", "continue", 0.6);
    return;
  }
  if (statement.kind === "While") {
    if (statement.orelse.length === 0 && !holdsJump(context.tree.nodes, statement))
      yield word("while", "if", 0.8);
    return;
  }
  if (statement.kind === "If") {
    if (isElif(context.tree, statement)) yield word("elif", "if", 0.4);
    else {
      if (followsIf(context, statement)) yield word("if", "elif", 0.4);
      if (statement.orelse.length === 0) yield word("if", "while", 1);
    }
    yield* swappedBodies(context, statement);
    return;
  }
}

function followsIf(context: CandidateContext, statement: If): boolean {
  const indent = indentOf(context.tree, statement);
  const { parent } = statement;
  if (indent === undefined || !parent || !("body" in parent) || !Array.isArray(parent.body)) return false;
  const before = parent.body[parent.body.indexOf(statement) - 1];
  return before?.kind === "If" && (before as If).orelse.length === 0;
}

function* swappedBodies(context: CandidateContext, { body, orelse }: If): Generator<EditProposal> {
  if (orelse.length === 0 || isElif(context.tree, orelse[0]!)) return;
  const first = { start: body[0]!.start, end: body.at(-1)!.end };
  const second = { start: orelse[0]!.start, end: orelse.at(-1)!.end };
  const [a, b] = [
    context.source.slice(first.start, first.end),
    context.source.slice(second.start, second.end),
  ];
  yield context.edit(
    body[0]!,
    [
      { ...first, text: b },
      { ...second, text: a },
    ],
    0.2,
    "the branches were exchanged",
  );
}
