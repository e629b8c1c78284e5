import type { Expression, Name, Node } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { atom, call } from "../tree/code.ts";
import { became, holdsValue, isStatement, type CandidateContext } from "./context.ts";
import { functionAround } from "../tree/around.ts";
import { isCalled, isTarget } from "../program/roles.ts";
import { compatible, may, numeric, sized, surely } from "./value-types.ts";
import { isName } from "../tree/written-names.ts";

function isRead(node: Expression): node is Name {
  return node.kind === "Name" && !isTarget(node) && !isCalled(node) && !/^(?:self|cls)$/.test(node.id);
}

function isVariable(context: CandidateContext, node: Name): boolean {
  const read = context.names.variableOf(node);
  return read !== undefined && holdsValue(read);
}

/** Another variable read. */
export const variable: Family = {
  name: "variable",
  base: 0.2,
  *propose(context) {
    for (const node of context.expressions) {
      if (!isRead(node) || !isVariable(context, node)) continue;
      const types = context.typesOf(node);
      for (const other of context.variables(node)) {
        if (other.name === node.id || !compatible(types, other.types)) continue;
        const unused = isUnused(context, node, other.name) ? unusedDetail : 0;
        yield context.replace(node, atom(other.name), (types && other.types ? 0 : 0.4) + unused);
      }
    }
  },
};

/** A variable that nobody reads was set for something. */
const unusedDetail = -0.15;

function isUnused({ names }: CandidateContext, place: Node, name: string): boolean {
  const meant = names.lookUp(place, name);
  return meant !== undefined && meant.scope.kind === "function" && meant.reads.length === 0;
}

/** Another variable, or another element, written. */
export const target: Family = {
  name: "target",
  base: 0.6,
  *propose(context) {
    for (const node of context.expressions) {
      if (!isTarget(node)) continue;
      if (node.kind === "Name") {
        for (const { name, types } of context.variables(node)) {
          if (name !== node.id && compatible(context.typesOf(node), types))
            yield context.replace(node, atom(name), 0.3);
        }
      } else if (node.kind === "Subscript") {
        for (const other of elementsAround(context, node)) yield context.replace(node, atom(other), 0.5);
        for (const part of [node.value, node.slice]) {
          if (part.kind !== "Name") continue;
          for (const { name, types } of context.variables(node)) {
            if (name !== part.id && compatible(context.typesOf(part), types))
              yield context.replace(part, atom(name), 0.4);
          }
        }
      }
    }
  },
};

/** The elements the function around a node reads. */
function elementsAround(context: CandidateContext, node: Node): string[] {
  const around = functionAround(node);
  const texts = context.tree.nodes.flatMap((other) =>
    other.kind === "Subscript" && other.slice.kind !== "Slice" && functionAround(other) === around
      ? [context.text(other)]
      : [],
  );
  return [...new Set(texts)].filter((text) => text !== context.text(node)).slice(0, 8);
}

/** A length where the thing itself was meant, or the thing where its length was. */
export const lengthOf: Family = {
  name: "length-of",
  base: 0.5,
  *propose(context) {
    for (const node of context.expressions) {
      if (!isRead(node) || !isVariable(context, node)) continue;
      if (node.parent?.kind === "Call" && isName(node.parent.func, "len")) continue;
      const types = context.typesOf(node);
      const detail = types === undefined || surely(types, numeric) ? 0 : 0.6;
      for (const other of context.variables(node)) {
        if (other.types !== undefined && may(other.types, sized))
          yield context.replace(node, call("len", atom(other.name)), detail);
      }
    }
  },
};

/** A call or an element that should have been a plain variable. */
export const expressionVariable: Family = {
  name: "expression-variable",
  base: 0.9,
  *propose(context) {
    for (const node of context.expressions) {
      if ((node.kind !== "Call" && node.kind !== "Subscript") || isTarget(node) || isCalled(node)) continue;
      if (node.parent?.kind === "Expr") continue;
      const types = context.typesOf(node);
      for (const other of context.variables(node)) {
        if (compatible(types, other.types))
          yield context.replace(node, atom(other.name), types && other.types ? 0 : 0.4);
      }
    }
  },
};

/** Two variables exchanged throughout a statement. */
export const nameSwap: Family = {
  name: "name-swap",
  base: 0.9,
  *propose(context) {
    for (const [statement, names] of namesByStatement(context)) {
      const different = [...new Set(names.map(({ id }) => id))].slice(0, 5);
      for (const [n, a] of different.entries()) {
        for (const b of different.slice(n + 1)) yield swap(context, statement, names, a, b);
      }
    }
  },
};

function swap(
  context: CandidateContext,
  at: Node,
  names: readonly Name[],
  a: string,
  b: string,
): EditProposal {
  const splices = names
    .filter(({ id }) => id === a || id === b)
    .map(({ start, end, id }) => ({ start, end, text: id === a ? b : a }));
  return context.edit(at, splices, 0.5, `${became(a, b)} and the reverse`);
}

export function namesByStatement(context: CandidateContext): Map<Node, Name[]> {
  const groups = new Map<Node, Name[]>();
  for (const node of context.expressions) {
    if (node.kind !== "Name" || isCalled(node) || !isVariable(context, node)) continue;
    let statement: Node = node;
    while (!isStatement(statement)) statement = statement.parent!;
    groups.set(statement, [...(groups.get(statement) ?? []), node]);
  }
  return groups;
}
