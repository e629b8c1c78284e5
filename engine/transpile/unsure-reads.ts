import type { Tree } from "../tree/tree.ts";
import type { Expression, Node, Statement } from "../tree/nodes.ts";
import { literalTruth } from "../program/flow.ts";
import { childrenOf } from "./children.ts";
import { isInert } from "./inert.ts";
import type { Names } from "../program/names.ts";
import type { Variable } from "../program/scopes.ts";

type Assigned = ReadonlySet<Variable>;
/** What is known after a statement; undefined when nothing comes after it. */
type After = Assigned | undefined;
type Loop = { breaks: Assigned[] };

/** The reads of variables that may not have a value yet when they are reached. */
export function findUnsure(tree: Tree, names: Names): ReadonlySet<Node> {
  const unsure = new Set<Node>();
  const loops: Loop[] = [];
  /** Names that the closures of a run of definitions may count on. */
  let ahead: Assigned = new Set();

  function block(statements: readonly Statement[], before: Assigned): After {
    let now: After = before;
    let runEnd = 0;
    const outerAhead = ahead;
    for (const [index, one] of statements.entries()) {
      if (index >= runEnd) {
        runEnd = index;
        while (runEnd < statements.length && isInert(statements[runEnd]!, names)) runEnd += 1;
        ahead = new Set([...outerAhead, ...statements.slice(index, runEnd).flatMap(boundBy)]);
      }
      if (now === undefined) break;
      now = statement(one, now);
    }
    ahead = outerAhead;
    return now;
  }

  function boundBy(one: Statement): Variable[] {
    const nodes: Node[] =
      one.kind === "FunctionDef" || one.kind === "ClassDef"
        ? [one]
        : one.kind === "Assign"
          ? one.targets
          : one.kind === "AnnAssign" && one.value
            ? [one.target]
            : [];
    return nodes.map((node) => names.variableOf(node)).filter((variable) => variable !== undefined);
  }

  function statement(node: Statement, before: Assigned): After {
    switch (node.kind) {
      case "FunctionDef":
      case "AsyncFunctionDef": {
        const after = all([...node.decorator_list, node.args], before);
        closure(node, node.body, after);
        return bound(after, node);
      }
      case "ClassDef": {
        const after = all([...node.decorator_list, ...node.bases], before);
        return bound(block(node.body, after) ?? after, node);
      }
      case "Assign":
        return all(node.targets, expression(node.value, before));
      case "AnnAssign":
        return node.value ? expression(node.target, expression(node.value, before)) : before;
      case "AugAssign": {
        if (node.target.kind === "Name") read(node.target, before);
        return expression(node.target, expression(node.value, before));
      }
      case "Return":
        if (node.value) expression(node.value, before);
        return undefined;
      case "Raise":
        all([node.exc, node.cause], before);
        return undefined;
      case "Break":
        loops.at(-1)?.breaks.push(before);
        return undefined;
      case "Continue":
        return undefined;
      case "If": {
        const tested = expression(node.test, before);
        return join(block(node.body, tested), block(node.orelse, tested));
      }
      case "While":
      case "For":
      case "AsyncFor":
        return loop(node, before);
      case "Try":
      case "TryStar":
        return trying(node, before);
      case "With":
      case "AsyncWith": {
        let entered = before;
        for (const item of node.items) entered = all([item.context_expr, item.optional_vars], entered);
        return join(block(node.body, entered), entered);
      }
      case "Match": {
        const subject = expression(node.subject, before);
        let after: After = subject;
        for (const part of node.cases) {
          const matched = all([part.pattern, part.guard], subject);
          after = join(after, block(part.body, matched));
        }
        return after;
      }
      case "Delete":
        return all(node.targets, before);
      default:
        return all(childrenOf(node), before);
    }
  }

  function loop(node: Extract<Statement, { kind: "While" | "For" | "AsyncFor" }>, before: Assigned): After {
    const head = expression(node.kind === "While" ? node.test : node.iter, before);
    const entered = node.kind === "While" ? head : expression(node.target, head);
    loops.push({ breaks: [] });
    block(node.body, entered);
    const { breaks } = loops.pop()!;
    const endless = node.kind === "While" && literalTruth(node.test) === true;
    let after = endless ? undefined : block(node.orelse, head);
    for (const one of breaks) after = join(after, one);
    return after;
  }

  function trying(node: Extract<Statement, { kind: "Try" | "TryStar" }>, before: Assigned): After {
    const unbound = without(before, node);
    const done = block(node.body, before);
    let after = done && block(node.orelse, done);
    for (const handler of node.handlers) {
      const caught = handler.type ? expression(handler.type, unbound) : unbound;
      const variable = names.variableOf(handler);
      const left = block(handler.body, variable ? new Set([...caught, variable]) : caught);
      after = join(after, left && new Set([...left].filter((one) => one !== variable)));
    }
    if (node.finalbody.length === 0) return after;
    const last = block(node.finalbody, unbound);
    return last && after && new Set([...after, ...last]);
  }

  /** What is still certain when the body stopped anywhere: nothing that it deletes. */
  function without(before: Assigned, node: Node): Assigned {
    return new Set([...before].filter((one) => !one.isDeleted || one.scope !== names.scopeOf(node)));
  }

  function all(nodes: readonly (Node | null | undefined)[], before: Assigned): Assigned {
    let now = before;
    for (const node of nodes) if (node) now = expression(node, now);
    return now;
  }

  function expression(node: Node, before: Assigned): Assigned {
    switch (node.kind) {
      case "Name":
        return name(node, before);
      case "NamedExpr":
        return expression(node.target, expression(node.value, before));
      case "BoolOp": {
        const first = expression(node.values[0]!, before);
        all(node.values.slice(1), first);
        return first;
      }
      case "IfExp": {
        const tested = expression(node.test, before);
        return join(expression(node.body, tested), expression(node.orelse, tested))!;
      }
      case "Lambda": {
        const after = expression(node.args, before);
        closure(node, [node.body], after);
        return after;
      }
      case "Arguments":
        return all([...node.defaults, ...node.kw_defaults], before);
      case "ListComp":
      case "SetComp":
      case "GeneratorExp":
      case "DictComp":
        return comprehension(node, before);
      case "MatchAs":
      case "MatchStar":
      case "MatchMapping":
        return bound(all(childrenOf(node), before), node);
      default:
        return all(childrenOf(node), before);
    }
  }

  function comprehension(
    node: Extract<Expression, { kind: "ListComp" | "SetComp" | "GeneratorExp" | "DictComp" }>,
    before: Assigned,
  ): Assigned {
    const first = expression(node.generators[0]!.iter, before);
    let inside: Assigned = node.kind === "GeneratorExp" ? new Set([...first, ...ahead]) : first;
    for (const [index, part] of node.generators.entries())
      inside = all([index === 0 ? undefined : part.iter, part.target, ...part.ifs], inside);
    all(node.kind === "DictComp" ? [node.key, node.value] : [node.elt], inside);
    return first;
  }

  function closure(node: Node, body: readonly Node[], before: Assigned): void {
    const scope = names.inside(node)!;
    const parameters = [...scope.variables.values()].filter(({ bindings }) => bindings[0]?.kind === "Arg");
    const lasting = [...before, ...ahead].filter(({ isDeleted }) => !isDeleted);
    const start = new Set([...lasting, ...parameters]);
    const outerAhead = ahead;
    const outerLoops = loops.splice(0);
    ahead = new Set();
    if (node.kind === "Lambda") all(body, start);
    else block(body as Statement[], start);
    ahead = outerAhead;
    loops.push(...outerLoops);
  }

  function name(node: Extract<Expression, { kind: "Name" }>, before: Assigned): Assigned {
    const variable = names.variableOf(node);
    if (!variable) return before;
    if (node.ctx === "Store") return bound(before, node);
    read(node, before);
    if (node.ctx === "Load") return before;
    return new Set([...before].filter((one) => one !== variable));
  }

  function read(node: Node, before: Assigned): void {
    const variable = names.variableOf(node);
    if (variable && !before.has(variable)) unsure.add(node);
  }

  function bound(before: Assigned, node: Node): Assigned {
    const variable = names.variableOf(node);
    return variable && !before.has(variable) ? new Set([...before, variable]) : before;
  }

  block(tree.module.body, new Set());
  return unsure;
}

function join(a: After, b: After): After {
  if (a === undefined || b === undefined) return a ?? b;
  return new Set([...a].filter((one) => b.has(one)));
}
