import type { Call } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { atom, binary, call, type Code, Level, negative } from "../tree/code.ts";
import { isCallOf, type CandidateContext } from "./context.ts";
import { may, sized } from "./value-types.ts";

/** Other bounds of a range. */
export const range: Family = {
  name: "range",
  base: 0.6,
  *propose(context) {
    for (const node of context.expressions) {
      if (!isCallOf(node, "range") || node.args.some(({ kind }) => kind === "Starred")) continue;
      for (const [args, detail] of otherBounds(context, node)) yield write(context, node, args, detail);
    }
  },
};

function write(context: CandidateContext, node: Call, args: readonly Code[], detail: number): EditProposal {
  return context.replace(node, call("range", ...args), detail);
}

const one = atom("1");

function* otherBounds(context: CandidateContext, node: Call): Generator<readonly [readonly Code[], number]> {
  const [a, b, step] = node.args.map((arg) => context.code(arg));
  const minusOne: Code = { text: "-1", level: Level.sign };
  if (a === undefined) return;
  if (b === undefined) {
    yield [[one, a], 0.2];
    yield [[one, binary(a, "+", one)], 0.4];
    yield [[atom("2"), a], 0.6];
    yield [[atom("2"), binary(a, "+", one)], 0.7];
    yield [[atom("0"), a, atom("2")], 1];
    yield [[binary(a, "-", one), minusOne, minusOne], 0.8];
    if (may(context.typesOf(node.args[0]!), sized)) yield [[call("len", a)], 0.6];
    return;
  }
  if (step === undefined) {
    yield [[b], 0.3];
    yield [[binary(a, "+", one), binary(b, "+", one)], 0.5];
    yield [[a, b, minusOne], 0.8];
    yield [[b, a, minusOne], 0.8];
    yield [[binary(b, "-", one), binary(a, "-", one), minusOne], 0.8];
    yield [[a, b, atom("2")], 1];
    for (const { name } of context.variables(node).slice(0, 6)) yield [[a, b, atom(name)], 1];
    return;
  }
  yield [[a, b], 0.5];
  yield [
    [a, b, step.text.startsWith("-") ? { text: step.text.slice(1), level: Level.atom } : negative(step)],
    0.5,
  ];
  yield [[binary(a, "-", one), binary(b, "-", one), step], 0.6];
}
