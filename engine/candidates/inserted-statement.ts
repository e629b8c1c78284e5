import { blockOf, indentOf } from "../tree/layout.ts";
import type { FunctionDef, Name, Statement } from "../tree/nodes.ts";
import { functionAround } from "../tree/around.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { type CandidateContext } from "./context.ts";
import { firstStatement, insertAfter, insertBefore, isSimple } from "./lines.ts";
import { compatible, integral, may, numeric, sized, surely } from "./value-types.ts";
import { isInLoop } from "../program/roles.ts";
import { optional } from "./returned-value.ts";

const maxCopies = 14;

/** A statement of the function that is needed once more. */
export const copiedStatement: Family = {
  name: "copied-statement",
  base: 1.6,
  *propose(context) {
    for (const statement of context.statements) {
      for (const text of copies(context, statement)) yield* placed(context, statement, text, 0, 0.6);
    }
  },
};

/** The same with one variable exchanged. */
export const adaptedStatement: Family = {
  name: "adapted-statement",
  base: 2,
  *propose(context) {
    for (const statement of context.statements) {
      const around = functionAround(statement);
      if (!around) continue;
      for (const copy of simpleStatements(context, around)) {
        for (const text of renamed(context, copy, statement)) yield* placed(context, statement, text, 1, 1);
      }
    }
  },
};

function* placed(
  context: CandidateContext,
  statement: Statement,
  text: string,
  before: number,
  after: number,
): Generator<EditProposal> {
  if (/^(?:break|continue)$/.test(text) && !isInLoop(statement)) return;
  yield* optional(insertBefore(context, statement, [text], before));
  if (
    blockOf(statement).block.at(-1) === statement &&
    !/^(?:Return|Break|Continue|Raise)$/.test(statement.kind)
  ) {
    yield* optional(insertAfter(context, statement, [text], after));
  }
}

function simpleStatements(context: CandidateContext, node: FunctionDef): Statement[] {
  const own = context.tree.nodes.filter((part) => functionAround(part) === node) as Statement[];
  return own
    .filter((part) => isSimple(part) && part.kind !== "Return" && !/[\r\n]/.test(context.text(part)))
    .slice(0, maxCopies);
}

function copies(context: CandidateContext, statement: Statement): Set<string> {
  const around = functionAround(statement);
  return new Set(around ? simpleStatements(context, around).map((copy) => context.text(copy)) : []);
}

function* renamed(context: CandidateContext, copy: Statement, place: Statement): Generator<string> {
  const names = context.tree.nodes.filter(
    (node): node is Name => node.kind === "Name" && node.start >= copy.start && node.end <= copy.end,
  );
  for (const node of names.slice(0, 6)) {
    const own = context.typesOf(node);
    for (const { name, types } of context.variables(place)) {
      if (name === node.id || !compatible(own, types) || own === undefined) continue;
      yield context.source.slice(copy.start, node.start) + name + context.source.slice(node.end, copy.end);
    }
  }
}

/** What should happen otherwise: the statement of the branch about another variable. */
export const missingElse: Family = {
  name: "missing-else",
  base: 1.6,
  *propose(context) {
    for (const statement of context.statements) {
      if (
        statement.kind !== "If" ||
        statement.orelse.length > 0 ||
        indentOf(context.tree, statement) === undefined
      )
        continue;
      const last = statement.body.at(-1)!;
      if (!isSimple(last) || indentOf(context.tree, last) === undefined) continue;
      for (const text of renamed(context, last, last))
        yield* optional(insertAfter(context, statement, ["else:", `\t${text}`], 0.2));
    }
  },
};

/** A small statement nobody wrote: counting on, collecting, leaving a loop. */
export const newStatement: Family = {
  name: "new-statement",
  base: 2,
  *propose(context) {
    for (const statement of context.statements) {
      if (statement.kind === "FunctionDef") continue;
      for (const [text, detail] of smallStatements(context, statement))
        yield* placed(context, statement, text, detail, detail);
    }
  },
};

function* smallStatements(context: CandidateContext, place: Statement): Generator<readonly [string, number]> {
  const variables = context.variables(place);
  const ints = variables.filter(({ types }) => surely(types, integral));
  for (const { name } of ints) {
    yield [`${name} += 1`, 0.5];
    yield [`${name} -= 1`, 0.6];
    yield [`${name} = 0`, 0.8];
  }
  for (const { name: list, types } of variables) {
    const [isList, isSet] = [surely(types, new Set(["list", "deque"])), surely(types, new Set(["set"]))];
    if (isList) yield [`${list}.sort()`, 0.9];
    for (const { name, types: others } of variables) {
      if (name === list || (others === undefined && !isList && !isSet)) continue;
      if (isList) yield [`${list}.append(${name})`, 0.6];
      if (isSet) yield [`${list}.add(${name})`, 0.5];
      if (isList && may(others, new Set(["list"])) && others !== undefined)
        yield [`${list}.append(${name}[-1])`, 1];
      if (surely(types, new Set(["dict", "Counter", "defaultdict"])) && !surely(others, sized))
        yield [`${list}[${name}] += 1`, 1];
    }
  }
  for (const { name: a, types } of variables) {
    for (const { name: b, types: others } of variables) {
      if (a === b || types === undefined || others === undefined) continue;
      const same =
        (surely(types, numeric) && surely(others, numeric)) || [...types].some((type) => others.has(type));
      if (same) yield [`${a} = ${b}`, 0.9];
    }
  }
  yield ["break", 0.8];
  yield ["continue", 0.9];
}

/** A function that does not think of nothing: `if not items: return 0` at its top. */
export const emptyGuard: Family = {
  name: "empty-guard",
  base: 2,
  *propose(context) {
    for (const node of context.functions) {
      const first = firstStatement(node.body);
      if (!first) continue;
      for (const { arg } of node.args.args.slice(0, 3)) {
        if (arg === "self" || arg === "cls") continue;
        for (const value of baseValues(context, node, arg))
          yield* optional(insertBefore(context, first, [`if not ${arg}:`, `\treturn ${value}`], 0));
      }
    }
  },
};

function baseValues(context: CandidateContext, node: FunctionDef, parameter: string): Set<string> {
  const returned = context.tree.nodes.flatMap((part) =>
    part.kind === "Return" && functionAround(part) === node && part.value?.kind === "Constant"
      ? [context.text(part.value)]
      : [],
  );
  return new Set([...returned.slice(0, 3), "0", "[]", "''", "False", "True", "None", parameter]);
}
