import type { Statement } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { operatorSigns } from "../tree/operator-signs.ts";
import { binary } from "../tree/code.ts";
import { became, type CandidateContext } from "./context.ts";
import { may, numeric, sequences } from "./value-types.ts";

/** `=` for `+=` and back, `==` as a statement, and results that are thrown away. */
export const assignment: Family = {
  name: "assignment",
  base: 0.6,
  *propose(context) {
    for (const statement of context.statements) {
      if (statement.kind === "AugAssign") yield* plain(context, statement);
      else if (statement.kind === "Assign" && statement.targets.length === 1)
        yield* augmented(context, statement);
      else if (statement.kind === "Expr") yield* kept(context, statement);
    }
  },
};

function* plain(
  context: CandidateContext,
  { target, op }: Statement & { kind: "AugAssign" },
): Generator<EditProposal> {
  const at = context.source.indexOf("=", target.end);
  const splice = { start: at - operatorSigns[op].length, end: at + 1, text: "=" };
  yield context.edit(target, [splice], 0.3, became(`${operatorSigns[op]}=`, "="));
}

function* augmented(
  context: CandidateContext,
  { targets, value }: Statement & { kind: "Assign" },
): Generator<EditProposal> {
  const [target] = targets;
  if (!target || target.kind === "Tuple" || target.kind === "List" || value.kind === "Tuple") return;
  const types = context.typesOf(target);
  if (!may(types, numeric) && !may(types, sequences)) return;
  const at = context.source.indexOf("=", target.end);
  for (const [symbol, detail] of [
    ["+=", 0.3],
    ["-=", 0.7],
    ["*=", 0.7],
    ["|=", 0.7],
  ] as const) {
    if (symbol !== "+=" && !may(types, numeric)) continue;
    yield context.edit(target, [{ start: at, end: at + 1, text: symbol }], detail, became("=", symbol));
  }
  yield context.replace(value, binary(context.code(value), "+", context.code(target)), 0.8);
}

function* kept(context: CandidateContext, statement: Statement & { kind: "Expr" }): Generator<EditProposal> {
  const { value } = statement;
  if (
    value.kind === "Compare" &&
    value.ops.length === 1 &&
    value.ops[0] === "Eq" &&
    /^(?:Name|Subscript|Attribute)$/.test(value.left.kind)
  ) {
    const at = context.source.indexOf("==", value.left.end);
    yield context.edit(statement, [{ start: at, end: at + 2, text: "=" }], 0.2, became("==", "="));
  }
  if (value.kind !== "Call") return;
  const receiver = value.func.kind === "Attribute" ? value.func.value : value.args[0];
  if (receiver?.kind !== "Name" && receiver?.kind !== "Subscript") return;
  const text = `${context.text(receiver)} = `;
  const detail = value.func.kind === "Attribute" ? 0.6 : 0.7;
  yield context.edit(
    statement,
    [{ start: statement.start, end: statement.start, text }],
    detail,
    became(context.text(value), text + context.text(value)),
  );
}
