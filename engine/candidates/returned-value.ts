import { indentOf } from "../tree/layout.ts";
import type { FunctionDef, Return, Statement } from "../tree/nodes.ts";
import { functionAround } from "../tree/around.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { atom } from "../tree/code.ts";
import { became, type CandidateContext } from "./context.ts";
import { exchange } from "./argument-swap.ts";
import { insertAfter } from "./lines.ts";
import { isName } from "../tree/written-names.ts";

const constants = ["True", "False", "None", "0", "1", "-1", "[]", "''"];

/** Another value returned, printed where it should be returned, or nothing returned at all. */
export const returnedValue: Family = {
  name: "returned-value",
  base: 0.8,
  *propose(context) {
    for (const statement of context.statements) {
      if (statement.kind === "Return") yield* otherValue(context, statement);
      else if (statement.kind === "Expr" && functionAround(statement)) yield* asReturn(context, statement);
      else if ((statement.kind === "Break" || statement.kind === "Continue") && functionAround(statement))
        yield* leave(context, statement);
    }
    for (const node of context.functions) yield* missingReturn(context, node);
    for (const node of context.expressions) {
      const word = node.kind === "Yield" ? "yield" : "yield from";
      const other = node.kind === "Yield" ? "yield from" : "yield";
      if ((node.kind !== "Yield" && node.kind !== "YieldFrom") || node.value === undefined) continue;
      yield context.edit(
        node,
        [{ start: node.start, end: node.start + word.length, text: other }],
        0.4,
        became(word, other),
      );
    }
  },
};

function* otherValue(context: CandidateContext, { value }: Return): Generator<EditProposal> {
  if (value === undefined) return;
  for (const { name } of context.variables(value)) {
    if (context.text(value) !== name) yield context.replace(value, atom(name), 0.3);
  }
  for (const text of constants) if (context.text(value) !== text) yield context.replace(value, atom(text), 1);
}

/** A truth value that should have been one of the conditions before it. */
export const returnedCondition: Family = {
  name: "returned-condition",
  base: 0.8,
  *propose(context) {
    for (const statement of context.statements) {
      const value = statement.kind === "Return" ? statement.value : undefined;
      if (value?.kind !== "Constant" || value.value.type !== "bool") continue;
      for (const condition of context.expressions)
        if (condition.kind === "Compare" && condition.end < value.start)
          yield context.replace(value, context.code(condition), 1);
    }
  },
};

function* asReturn(
  context: CandidateContext,
  statement: Statement & { kind: "Expr" },
): Generator<EditProposal> {
  const { value } = statement;
  if (value.kind === "Call" && isName(value.func, "print") && value.args.length === 1) {
    const text = `return ${context.text(value.args[0]!)}`;
    yield context.edit(
      statement,
      [{ start: statement.start, end: statement.end, text }],
      -0.3,
      became(context.text(value), text),
    );
  } else if (value.kind !== "Yield" && value.kind !== "YieldFrom" && value.kind !== "Await") {
    const text = `return ${context.text(value)}`;
    yield context.edit(
      statement,
      [{ start: statement.start, end: statement.start, text: "return " }],
      0.6,
      became(context.text(value), text),
    );
  }
}

function* leave(context: CandidateContext, statement: Statement): Generator<EditProposal> {
  const names = context.variables(statement).map(({ name }) => name);
  for (const text of [...names.slice(0, 6), "True", "False"]) {
    yield context.edit(
      statement,
      [{ start: statement.start, end: statement.end, text: `return ${text}` }],
      0.7,
      became(context.text(statement), `return ${text}`),
    );
  }
}

/** A function that computes and never says what. */
function* missingReturn(context: CandidateContext, node: FunctionDef): Generator<EditProposal> {
  const last = node.body.at(-1);
  if (
    !last ||
    last.kind === "Return" ||
    last.kind === "Raise" ||
    node.name === "__init__" ||
    hasYield(context, node)
  )
    return;
  if (indentOf(context.tree, last) === undefined) return;
  for (const { name } of context.variables(last))
    yield* optional(insertAfter(context, last, [`return ${name}`], 0));
  for (const [n, text] of ["False", "True", "0", "-1", "[]", "''", "None"].entries()) {
    yield* optional(insertAfter(context, last, [`return ${text}`], n < 2 ? 0.2 : 0.6));
  }
}

export function* optional(proposal: EditProposal | undefined): Generator<EditProposal> {
  if (proposal) yield proposal;
}

function hasYield(context: CandidateContext, node: FunctionDef): boolean {
  return context.tree.nodes.some(
    ({ kind, start, end }) =>
      (kind === "Yield" || kind === "YieldFrom") && start >= node.start && end <= node.end,
  );
}

/** Two returned or assigned values in each other's place. */
export const valueSwap: Family = {
  name: "value-swap",
  base: 1,
  *propose(context) {
    for (const node of context.functions) {
      const inside = context.statements.filter(({ start, end }) => start >= node.start && end <= node.end);
      const returned = inside.flatMap((statement) =>
        statement.kind === "Return" && statement.value ? [statement.value] : [],
      );
      const assigned = inside.flatMap((statement) => (statement.kind === "Assign" ? [statement.value] : []));
      for (const [values, max, detail] of [
        [returned, 8, 0.5],
        [assigned, 10, 0.9],
      ] as const) {
        for (const [n, first] of values.slice(0, max).entries()) {
          for (const second of values.slice(n + 1, max)) {
            if (context.text(first) === context.text(second) || second.start < first.end) continue;
            const { splices } = exchange(context, first, first, second, detail);
            yield context.edit(
              first,
              splices,
              detail,
              `\`${context.text(first)}\` and \`${context.text(second)}\` were exchanged`,
            );
          }
        }
      }
    }
  },
};
