import type { Expression } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { became, type CandidateContext, isCallOf } from "./context.ts";
import { within, Level } from "../tree/code.ts";
import { compatible } from "./value-types.ts";
import { replacement } from "../text/splices.ts";

/** Two neighbours in the wrong order: arguments, targets, elements, indices, values. */
export const argumentSwap: Family = {
  name: "argument-swap",
  base: 0.1,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind === "Call") yield* pairs(context, node, node.args, isCallOf(node, "range") ? 0.8 : 0);
      else if (node.kind === "Tuple" && node.ctx === "Store") yield* pairs(context, node, node.elts, 0.2);
      else if (node.kind === "List" || node.kind === "Tuple")
        yield* pairs(context, node, node.elts.slice(0, 6), 0.3);
      else if (node.kind === "Dict") yield* pairs(context, node, node.values.slice(0, 6), 0.6);
      else if (node.kind === "Subscript" && node.value.kind === "Subscript") {
        yield exchange(context, node, node.value.slice, node.slice, 0.1);
      }
    }
  },
};

function* pairs(
  context: CandidateContext,
  whole: Expression,
  items: readonly Expression[],
  detail: number,
): Generator<EditProposal> {
  for (const [n, first] of items.entries()) {
    for (const second of items.slice(n + 1)) {
      if (isFixed(first) || isFixed(second) || context.text(first) === context.text(second)) continue;
      // Constants in a display of data are rarely out of order, and every pair of a call is worth a look.
      if (whole.kind !== "Call" && !compatible(context.typesOf(first), context.typesOf(second))) continue;
      yield exchange(context, whole, first, second, detail);
    }
  }
}

/** Stars and slices mean something only where they stand. */
const isFixed = ({ kind }: Expression): boolean => kind === "Starred" || kind === "Slice";

export function exchange(
  context: CandidateContext,
  whole: Expression,
  first: Expression,
  second: Expression,
  detail: number,
): EditProposal {
  const [a, b] = [within(context.code(first), Level.lambda), within(context.code(second), Level.lambda)];
  const splices = [replacement(first, b), replacement(second, a)];
  const before = context.text(whole);
  const after =
    before.slice(0, first.start - whole.start) +
    b +
    before.slice(first.end - whole.start, second.start - whole.start) +
    a +
    before.slice(second.end - whole.start);
  return context.edit(whole, splices, detail, became(before, after));
}
