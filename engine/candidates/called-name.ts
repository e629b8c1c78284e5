import type { Call } from "../tree/nodes.ts";
import { positionalParameters } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { atom } from "../tree/code.ts";
import { became, type CandidateContext } from "./context.ts";

export const similarFunctions: readonly string[][] = [
  ["any", "all"],
  ["min", "max"],
  ["sum", "len"],
  ["sorted", "reversed", "set", "list"],
  ["int", "round", "float", "abs", "str"],
  ["floor", "ceil"],
  ["ord", "chr"],
  ["enumerate", "zip", "range"],
  ["heappush", "heappop", "heapify", "heappushpop", "heapreplace"],
  ["bisect_left", "bisect_right"],
  ["permutations", "combinations", "product"],
];
export const similarMethods: readonly string[][] = [
  ["append", "extend", "add", "insert", "update"],
  ["appendleft", "append"],
  ["upper", "lower", "title", "capitalize", "swapcase"],
  ["startswith", "endswith"],
  ["find", "rfind", "index", "count"],
  ["strip", "lstrip", "rstrip"],
  ["keys", "values", "items"],
  ["isdigit", "isalpha", "isalnum", "isupper", "islower", "isspace", "isnumeric"],
  ["pop", "popleft"],
  ["union", "intersection", "difference", "symmetric_difference"],
  ["floor", "ceil"],
  ["remove", "discard"],
];

/** Another function or method of the same kind. */
export const calledFunction: Family = {
  name: "called-function",
  base: 0.2,
  *propose(context) {
    const own = ownFunctions(context);
    for (const node of context.expressions) {
      if (node.kind !== "Call") continue;
      if (node.func.kind === "Name") {
        const { id } = node.func;
        for (const [other, detail] of group(similarFunctions, id))
          yield context.replace(node.func, atom(other), detail);
        const arity = own.get(id);
        for (const [other, count] of own) {
          if (other !== id && arity === count) yield context.replace(node.func, atom(other), 0.5);
        }
      } else if (node.func.kind === "Attribute") {
        for (const [other, detail] of group(similarMethods, node.func.attr))
          yield renameAttribute(context, node, other, detail);
        if (node.func.attr === "pop") yield* pops(context, node);
      }
    }
  },
};

function* group(all: readonly string[][], name: string): Generator<readonly [string, number]> {
  for (const members of all) {
    if (!members.includes(name)) continue;
    for (const other of members) if (other !== name) yield [other, members.length <= 3 ? 0.2 : 0.5];
  }
}

function renameAttribute(context: CandidateContext, node: Call, other: string, detail: number): EditProposal {
  const { end } = node.func;
  const old = node.func.kind === "Attribute" ? node.func.attr : "";
  return context.edit(node, [{ start: end - old.length, end, text: other }], detail, became(old, other));
}

function* pops(context: CandidateContext, node: Call): Generator<EditProposal> {
  const inner = { start: node.func.end, end: node.end };
  if (node.args.length === 0)
    yield context.edit(node, [{ ...inner, text: "(0)" }], 0.2, became("pop()", "pop(0)"));
  else if (node.args.length === 1) {
    yield context.edit(
      node,
      [{ ...inner, text: "()" }],
      0.2,
      became(`pop(${context.text(node.args[0]!)})`, "pop()"),
    );
  }
}

/** The functions of the module itself and how many arguments each takes. */
export function ownFunctions(context: CandidateContext): Map<string, number> {
  const own = new Map<string, number>();
  for (const node of context.tree.module.body) {
    if (node.kind === "FunctionDef") own.set(node.name, positionalParameters(node.args).length);
  }
  return own;
}
