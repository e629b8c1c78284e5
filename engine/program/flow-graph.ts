import type { Expression, Node, Statement } from "../tree/nodes.ts";

/** A condition on the way to a place, and whether it has to hold. */
export type Condition = Readonly<{ test: Expression; holds: boolean }>;

/** What a test is worth every time, where that is known. */
export type Truth = (test: Expression) => boolean | undefined;

/**
 * One place of control: a statement, of one that holds others its head, a handler, a case of a `match`; or where a scope
 * is entered and left.
 */
export type FlowNode = Readonly<{
  node: Node | undefined;
  /** Where control may go on; nowhere behind the end. */
  next: FlowEdge[];
  /** Whether control ever comes here. */
  isReached: boolean;
}>;
/** `when`: what has to hold on this way. */
export type FlowEdge = Readonly<{ to: FlowNode; when?: Condition }>;
/** The ways through the statements of one scope; those of functions and classes inside are of graphs of their own. */
export type FlowGraph = Readonly<{
  entry: FlowNode;
  end: FlowNode;
  at(node: Node): FlowNode | undefined;
  /** The place in a block of the statement that nothing runs behind, since it leaves or never ends; -1 where there is none. */
  endOf(block: readonly Statement[]): number;
}>;

type Block = readonly Statement[];
/** An edge whose end is not known yet. */
type Way = Readonly<{ from: FlowNode; when?: Condition }>;
type Jump = "raise" | "return" | "break" | "continue";
/** Something around a statement that a jump out of it comes to first. */
type Around = Readonly<{
  /** The jumps that end here, and those that are only seen passing. */
  stops: ReadonlySet<Jump>;
  sees: ReadonlySet<Jump>;
  ways: Map<Jump, Way[]>;
  /** Of dead code, only what is as dead as this comes here. */
  isReached: boolean;
}>;

/** Reads the ways through a body, from the front: a loop is entered before anything comes round in it. */
export function readFlowGraph(body: Block, truth: Truth): FlowGraph {
  const nodes = new Map<Node, FlowNode>();
  const ends = new Map<Block, number>();
  const around: Around[] = [];
  const entry: FlowNode = { node: undefined, next: [], isReached: true };
  const dead: FlowNode = { node: undefined, next: [], isReached: false };

  function enter(node: Node | undefined, ways: readonly Way[]): FlowNode {
    const made: FlowNode = { node, next: [], isReached: ways.some(({ from }) => from.isReached) };
    lead(ways, made);
    if (node) nodes.set(node, made);
    return made;
  }

  /** Every statement may raise, before or after it has done something. */
  function enterStatement(node: Node, ways: readonly Way[]): FlowNode {
    const made = enter(node, ways);
    jump("raise", [{ from: made }]);
    return made;
  }

  function jump(kind: Jump, ways: readonly Way[]): void {
    for (let at = around.length - 1; at >= 0; at -= 1) {
      const { stops, sees, ways: coming, isReached } = around[at]!;
      if (!stops.has(kind) && !sees.has(kind)) continue;
      const known = coming.get(kind) ?? [];
      known.push(...ways.filter(({ from }) => from.isReached || !isReached));
      coming.set(kind, known);
      if (stops.has(kind)) return;
    }
    if (kind === "return" || kind === "raise") left.push(...ways.filter(({ from }) => from.isReached));
  }

  function within<Answer>(
    { isReached }: FlowNode,
    stops: readonly Jump[],
    sees: readonly Jump[],
    run: () => Answer,
  ): Within<Answer> {
    const one: Around = { stops: new Set(stops), sees: new Set(sees), ways: new Map(), isReached };
    around.push(one);
    const answer = run();
    around.pop();
    return { answer, ways: (kind) => one.ways.get(kind) ?? [] };
  }

  function block(statements: Block, start: readonly Way[]): readonly Way[] {
    let ways = start;
    let end = -1;
    for (const [at, one] of statements.entries()) {
      ways = statement(one, ways.length > 0 ? ways : [{ from: dead }]);
      if (end < 0 && ways.length === 0) end = at;
    }
    ends.set(statements, end);
    return end < 0 && start.length > 0 ? ways : [];
  }

  function statement(node: Statement, ways: readonly Way[]): readonly Way[] {
    const here = enterStatement(node, ways);
    switch (node.kind) {
      case "Return":
        jump("return", [{ from: here }]);
        return [];
      case "Raise":
        return [];
      case "Break":
        jump("break", [{ from: here }]);
        return [];
      case "Continue":
        jump("continue", [{ from: here }]);
        return [];
      case "If":
        return choice(here, node);
      case "While": {
        const [then, otherwise] = decided(here, node.test);
        return loop(here, node.body, then, node.orelse, otherwise);
      }
      case "For":
      case "AsyncFor":
        return loop(here, node.body, [{ from: here }], node.orelse, [{ from: here }]);
      case "With":
      case "AsyncWith": {
        // What is raised inside may be swallowed by the manager, so that the next statement does run.
        const body = within(here, [], ["raise"], () => block(node.body, [{ from: here }]));
        return [...body.answer, ...body.ways("raise")];
      }
      case "Match":
        return cases(here, node.cases);
      case "Try":
      case "TryStar":
        return attempt(here, node);
      default:
        return [{ from: here }];
    }
  }

  /** An `elif` is an `if` inside an `else`, and there may be thousands: they are taken one behind the other. */
  function choice(head: FlowNode, first: Extract<Statement, { kind: "If" }>): readonly Way[] {
    const after: Way[] = [];
    const inside: { block: Block; count: number }[] = [];
    let [at, here] = [first, head];
    for (;;) {
      const [then, otherwise] = decided(here, at.test);
      after.push(...block(at.body, then));
      const [next] = at.orelse;
      if (at.orelse.length !== 1 || next!.kind !== "If" || otherwise.length === 0) {
        after.push(...block(at.orelse, otherwise));
        break;
      }
      inside.push({ block: at.orelse, count: after.length });
      at = next!;
      here = enterStatement(at, otherwise);
    }
    for (const { block: one, count } of inside) ends.set(one, after.length === count ? 0 : -1);
    return after;
  }

  /** The ways on which a test holds, and those on which it does not; none where it is known not to come to that. */
  function decided(from: FlowNode, test: Expression): [Way[], Way[]] {
    const known = truth(test);
    return [
      known === false ? [] : [{ from, when: { test, holds: true } }],
      known === true ? [] : [{ from, when: { test, holds: false } }],
    ];
  }

  function loop(head: FlowNode, body: Block, into: Way[], orelse: Block, out: Way[]): readonly Way[] {
    const turn = within(head, ["break", "continue"], [], () => block(body, into));
    lead([...turn.answer, ...turn.ways("continue")], head);
    return [...block(orelse, out), ...turn.ways("break")];
  }

  function cases(subject: FlowNode, parts: Extract<Statement, { kind: "Match" }>["cases"]): readonly Way[] {
    const after: Way[] = [];
    let ways: readonly Way[] = [{ from: subject }];
    for (const part of parts) {
      const here = enterStatement(part, ways);
      after.push(...block(part.body, [{ from: here }]));
      const fitsAll = part.pattern.kind === "MatchAs" && !part.pattern.pattern && !part.guard;
      ways = fitsAll ? [] : [{ from: here }];
    }
    return [...after, ...ways];
  }

  function attempt(here: FlowNode, node: Extract<Statement, { kind: "Try" | "TryStar" }>): readonly Way[] {
    const every: Jump[] = ["raise", "return", "break", "continue"];
    const hasLast = node.finalbody.length > 0;
    const whole = within(here, hasLast ? every : [], [], () => {
      const caught: Jump[] = node.handlers.length > 0 ? ["raise"] : [];
      const body = within(here, caught, [], () => block(node.body, [{ from: here }]));
      const after = [...block(node.orelse, body.answer)];
      let raised: readonly Way[] = [{ from: here }, ...body.ways("raise")];
      for (const handler of node.handlers) {
        const way = [{ from: enter(handler, raised) }];
        after.push(...block(handler.body, way));
        raised = handler.type ? way : [];
        // All handlers of a group are asked, one behind the other.
        if (node.kind === "TryStar") after.push(...way);
      }
      if (node.handlers.length > 0) jump("raise", raised);
      return after;
    });
    if (!hasLast) return whole.answer;
    const entering = [whole.answer, ...every.map(whole.ways)];
    const out = block(node.finalbody, entering.flat());
    // Behind it, control goes on to wherever it was going before.
    for (const kind of every) if (isTaken(whole.ways(kind))) jump(kind, out);
    return isTaken(whole.answer) || !here.isReached ? out : [];
  }

  const left: Way[] = [];
  const out = block(body, [{ from: entry }]);
  const end = enter(undefined, [...out, ...left]);
  return { entry, end, at: (node) => nodes.get(node), endOf: (statements) => ends.get(statements) ?? -1 };
}

type Within<Answer> = Readonly<{ answer: Answer; ways(kind: Jump): readonly Way[] }>;

function isTaken(ways: readonly Way[]): boolean {
  return ways.some(({ from }) => from.isReached);
}

function lead(ways: readonly Way[], to: FlowNode): void {
  for (const { from, when } of ways) from.next.push(when ? { to, when } : { to });
}

/** Every place that control may come to from one, itself left out unless it comes back; `past` is not gone beyond. */
export function reachedFrom(start: FlowNode, past?: FlowNode): ReadonlySet<FlowNode> {
  const seen = new Set<FlowNode>();
  const waiting = [start];
  for (let at = waiting.pop(); at; at = waiting.pop())
    for (const { to } of at.next) {
      if (seen.has(to)) continue;
      seen.add(to);
      if (to !== past) waiting.push(to);
    }
  return seen;
}
