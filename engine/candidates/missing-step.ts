import { blockOf, indentOf } from "../tree/layout.ts";
import type { Node, Statement } from "../tree/nodes.ts";
import { functionAround } from "../tree/around.ts";
import { isInLoop } from "../program/roles.ts";
import type { EditProposal } from "./candidate.ts";
import { quote, type CandidateContext } from "./context.ts";
import type { Family } from "./family.ts";
import { insertAfter, insertBefore } from "./lines.ts";
import { optional } from "./returned-value.ts";

/** A counter that is set, and that no loop counts on. */
export const missingStep: Family = {
  name: "missing-step",
  base: 0.7,
  *propose(context) {
    for (const statement of context.statements) {
      if (!isInLoop(statement) || blockOf(statement).block.at(-1) !== statement) continue;
      for (const { name } of context.variables(statement)) {
        if (!isNeverChanged(context, statement, name)) continue;
        yield* added(context, statement, `${name} += 1`, 0);
        yield* added(context, statement, `${name} -= 1`, 0.5);
      }
    }
  },
};

/** Whether all that a function does to a variable is to set it to a number. */
function isNeverChanged({ names }: CandidateContext, place: Node, name: string): boolean {
  const bindings = names.lookUp(place, name)?.bindings ?? [];
  const around = functionAround(place);
  return (
    bindings.length > 0 &&
    bindings.every((binding) => functionAround(binding) === around && isSetToNumber(binding))
  );
}

function isSetToNumber({ parent }: Node): boolean {
  const value = parent?.kind === "Assign" ? parent.value : undefined;
  return value?.kind === "Constant" && value.value.type === "int";
}

/** At the end of a block: in the place of `pass`, before what leaves the block, behind everything else. */
function* added(
  context: CandidateContext,
  statement: Statement,
  text: string,
  detail: number,
): Generator<EditProposal> {
  const { start, end, kind } = statement;
  if (kind === "Pass") {
    if (indentOf(context.tree, statement) !== undefined)
      yield context.edit(statement, [{ start, end, text }], detail, `${quote(text)} was added`);
  } else if (kind === "Continue") {
    yield* optional(insertBefore(context, statement, [text], detail));
  } else if (!/^(?:Break|Return|Raise)$/.test(kind)) {
    yield* optional(insertAfter(context, statement, [text], detail));
  }
}
