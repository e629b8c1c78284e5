import { fitsUse, methodIn, pythonForAny } from "../library/foreign-methods.ts";
import { typesWith } from "../library/types.ts";
import type { Attribute, Call, Expression } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { atom, call, type Code, member } from "../tree/code.ts";
import { filled } from "../tree/filled.ts";
import { became, type CandidateContext } from "./context.ts";
import { isCalled } from "../program/roles.ts";

/** A method of another language. */
export const foreignMethod: Family = {
  name: "foreign-method",
  base: 0.6,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind === "Attribute" && !isCalled(node)) yield* inPython(context, node, node, undefined);
      if (node.kind !== "Call" || node.func.kind !== "Attribute") continue;
      yield* inPython(context, node.func, node, node.args);
      yield* asFunction(context, node, node.func.attr, context.code(node.func.value));
    }
  },
};

function* inPython(
  context: CandidateContext,
  { attr, value, end }: Attribute,
  whole: Expression,
  args: readonly Expression[] | undefined,
): Generator<EditProposal> {
  const use = { count: args?.length, isStatement: whole.parent?.kind === "Expr" };
  for (const python of pythonForAny(attr)) {
    const method = methodIn(python);
    if (method !== undefined && args)
      yield context.edit(whole, [{ start: end - attr.length, end, text: method }], 0.2, became(attr, method));
    else if (fitsUse(python, use)) {
      const codes = (args ?? []).map((arg) => context.code(arg));
      // What Python has too, on another type, is likelier to be meant as it stands.
      const detail = typesWith(attr).length > 0 ? 0.4 : 0;
      yield context.replace(whole, filled(python, context.code(value), codes), detail);
    }
  }
}

/** `x.sum()` is `sum(x)` in Python. */
function* asFunction(
  context: CandidateContext,
  node: Call,
  attr: string,
  receiver: Code,
): Generator<EditProposal> {
  if (
    /^(?:sum|max|min|len|abs|sorted|reversed|any|all|round|ord|chr|int|str)$/.test(attr) &&
    node.args.length === 0
  ) {
    yield context.replace(node, call(attr, receiver), 0);
  }
  if (attr === "sort" && node.parent?.kind !== "Expr") {
    yield context.replace(node, member(receiver, "[::-1]"), 0.4);
    yield context.replace(node, call("sorted", receiver), 0);
  }
  if (attr === "join" && node.args.length === 1)
    yield context.replace(node, member(receiver, `.join(map(str, ${context.text(node.args[0]!)}))`), 0.2);
  if (attr === "get" && node.args.length === 1)
    yield context.replace(node, atom(`${context.text(node.func)}(${context.text(node.args[0]!)}, 0)`), 0.3);
}
