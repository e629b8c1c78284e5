import type { Call } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { atom, call } from "../tree/code.ts";
import { isBalanced } from "./boolean.ts";
import { isCallOf, methodName, quote, type CandidateContext } from "./context.ts";
import { isTarget } from "../program/roles.ts";
import { numeric, surely } from "./value-types.ts";
import { insertion } from "../text/splices.ts";

/** A call, an index or a pair of brackets too many. */
export const unwrapping: Family = {
  name: "unwrapping",
  base: 0.6,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.parent?.kind === "Expr") continue;
      if (node.kind === "Call") {
        for (const arg of node.args.slice(0, 4))
          if (arg.kind !== "Starred") yield context.replace(node, context.code(arg), 0.3);
        if (node.func.kind === "Attribute") yield context.replace(node, context.code(node.func.value), 0.4);
      } else if (node.kind === "Subscript" && !isTarget(node))
        yield context.replace(node, context.code(node.value), 0.5);
      else if ((node.kind === "List" || node.kind === "Tuple") && node.elts.length === 1 && !isTarget(node)) {
        if (node.elts[0]!.kind !== "Starred") yield context.replace(node, context.code(node.elts[0]!), 0.6);
      }
    }
  },
};

/** An argument too many. */
export const argumentDrop: Family = {
  name: "argument-drop",
  base: 1,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind !== "Call" || node.args.length < 2) continue;
      for (const n of node.args.keys()) {
        const splice = cut(context, node.args, n);
        if (splice)
          yield context.edit(node, [splice], 0.5, `${quote(context.text(node.args[n]!))} was dropped`);
      }
    }
  },
};

function cut(
  context: CandidateContext,
  items: Call["args"],
  n: number,
): { start: number; end: number; text: string } | undefined {
  const [start, end] = n === 0 ? [items[0]!.start, items[1]!.start] : [items[n - 1]!.end, items[n]!.end];
  return isBalanced(context.source.slice(start, end)) ? { start, end, text: "" } : undefined;
}

/** An element too many in a list, a tuple or a set. */
export const elementDrop: Family = {
  name: "element-drop",
  base: 0.9,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind !== "List" && node.kind !== "Tuple" && node.kind !== "Set") continue;
      if (node.elts.length < 2 || isTarget(node) || (node.kind === "Tuple" && node.elts.length < 3)) continue;
      for (const n of node.elts.slice(0, 26).keys()) {
        const splice = cut(context, node.elts, n);
        if (splice)
          yield context.edit(node, [splice], 0.6, `${quote(context.text(node.elts[n]!))} was dropped`);
      }
    }
  },
};

const keys: readonly (readonly [string, number])[] = [
  ["len", 0.8],
  ["lambda x: x[0]", 1],
  ["lambda x: x[1]", 1],
  ["lambda x: -x", 1.2],
  ["abs", 1.4],
  ["str", 1.4],
];

/** A keyword of a call that sorts or chooses: added or taken away. */
export const keyword: Family = {
  name: "keyword",
  base: 0.8,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind !== "Call") continue;
      if (node.args.length === 1 && node.args[0]!.kind === "GeneratorExp") continue;
      const sorts = isCallOf(node, "sorted") || methodName(node) === "sort";
      const chooses = isCallOf(node, "max", "min");
      const has = (name: string): boolean => node.keywords.some(({ arg }) => arg === name);
      if (sorts && !has("reverse")) yield addKeyword(context, node, "reverse=True", 0.3);
      if ((sorts || chooses) && !has("key")) {
        for (const [key, detail] of keys) yield addKeyword(context, node, `key=${key}`, detail);
        for (const { name, types } of context.variables(node)) {
          if (types && surely(types, new Set(["dict", "Counter", "defaultdict"])))
            yield addKeyword(context, node, `key=${name}.get`, 1.6);
        }
      }
      for (const [n, { start, end, arg }] of node.keywords.entries()) {
        const before = n === 0 ? node.args.at(-1)?.end : node.keywords[n - 1]!.end;
        if (arg === undefined || (before !== undefined && !isBalanced(context.source.slice(before, end))))
          continue;
        yield context.edit(
          node,
          [{ start: before ?? start, end, text: "" }],
          0.5,
          `${quote(context.source.slice(start, end))} was dropped`,
        );
      }
    }
  },
};

function addKeyword(context: CandidateContext, node: Call, text: string, detail: number): EditProposal {
  const empty = node.args.length + node.keywords.length === 0;
  const inside = context.source.slice(node.func.end, node.end - 1).trimEnd();
  const comma = empty || inside.endsWith(",") ? "" : ", ";
  return context.edit(node, [insertion(node.end - 1, comma + text)], detail, `${quote(text)} was added`);
}

/** The larger or smaller of other values. */
export const choosing: Family = {
  name: "choosing",
  base: 0.9,
  *propose(context) {
    for (const node of context.expressions) {
      if (!isCallOf(node, "max", "min") || node.keywords.length > 0) continue;
      const name = context.text(node.func);
      const numbers = context
        .variables(node)
        .filter(({ types }) => surely(types, numeric))
        .slice(0, 6);
      for (const [n, a] of numbers.entries()) {
        for (const b of numbers.slice(n + 1))
          yield context.replace(node, call(name, atom(a.name), atom(b.name)), 0);
      }
      if (node.args.length < 2) continue;
      for (const extra of numbers)
        yield context.replace(node, call(name, ...node.args.map(context.code), atom(extra.name)), 0.2);
    }
  },
};
