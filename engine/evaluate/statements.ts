import type { AugAssign, Expression, If, Name, Node, Statement } from "../tree/nodes.ts";
import { assign, bind } from "./assign.ts";
import { doubtTheRest, tryLoosely, tryStrictly, within } from "./attempts.ts";
import { captured, imported } from "./expressions.ts";
import { gaveUp, Raised } from "./failure.ts";
import { forget } from "./havoc.ts";
import { setAttribute } from "./instances.ts";
import { runFor, runWhile } from "./loops.ts";
import { binary, truth } from "./operators.ts";
import { change, leave, step, type BlockEnd, type Run } from "./run.ts";
import { item, membersOf, mustIterate, setItem } from "./sequences.ts";
import { copyOf, join, share, sizeOf, thingOf, typeOf, type State } from "./state.ts";
import { unknown, type KnownValue } from "./values.ts";

export function executeBlock(run: Run, body: readonly Statement[]): BlockEnd {
  for (const statement of body) {
    const flow = executeSafely(run, statement);
    if (flow !== "next") return flow;
  }
  return "next";
}

/** What a statement is proven to raise is reported where nothing can catch it. */
function executeSafely(run: Run, statement: Statement): BlockEnd {
  if (run.isStrict) return execute(run, statement);
  try {
    return execute(run, statement);
  } catch (error) {
    if (!(error instanceof Raised)) throw error;
    run.raised = error;
    if (run.tries === 0) run.report(error);
    return "raised";
  }
}

function execute(run: Run, node: Statement): BlockEnd {
  step(run);
  switch (node.kind) {
    case "Expr":
      run.evaluate(node.value);
      return "next";
    case "Assign": {
      const value = run.evaluate(node.value);
      for (const target of node.targets) assign(run, target, value);
      return "next";
    }
    case "AnnAssign":
      if (node.value) assign(run, node.target, run.evaluate(node.value));
      return "next";
    case "AugAssign":
      return augment(run, node);
    case "If":
      return branch(run, node);
    case "For":
    case "AsyncFor":
      return runFor(run, node);
    case "While":
      return runWhile(run, node);
    case "Return":
      return giveBack(run, node.value);
    case "Raise":
      return raise(run, node);
    case "Try":
    case "TryStar":
      return run.isStrict ? tryStrictly(run, node) : tryLoosely(run, node);
    case "With":
    case "AsyncWith":
      return within(run, node);
    default:
      return executeSmall(run, node);
  }
}

function executeSmall(run: Run, node: Statement): BlockEnd {
  switch (node.kind) {
    case "Break":
      return "break";
    case "Continue":
      return "continue";
    case "FunctionDef":
    case "AsyncFunctionDef":
    case "ClassDef":
      return define(run, node);
    case "Import":
    case "ImportFrom":
      for (const alias of node.names) bind(run, alias.asname ?? alias.name.split(".")[0]!, imported(alias));
      return "next";
    case "Assert":
      return affirm(run, node.test);
    case "Delete":
      return remove(run, node.targets);
    case "Match":
      return match(run, node);
    case "TypeAlias":
      assign(run, node.name, unknown);
      return "next";
    default:
      return "next";
  }
}

function define(run: Run, node: Extract<Statement, { name: string }>): BlockEnd {
  captured(run, node);
  const isPlain = node.decorator_list.length === 0 && node.kind !== "AsyncFunctionDef";
  const bound = run.facts.names.lookUp(node, node.name)?.bindings;
  const value: KnownValue = node.kind === "ClassDef" ? { kind: "class", node } : { kind: "function", node };
  if (node.kind === "ClassDef") leave(run);
  bind(run, node.name, isPlain && bound?.length === 1 ? value : unknown);
  return "next";
}

function giveBack(run: Run, node: Expression | undefined): BlockEnd {
  const value = node && run.evaluate(node);
  if (value && !run.isStrict) share(run.state, value);
  run.returned = value;
  return "return";
}

/** The program's own exceptions are meant; they matter only where a call that is sure to be made ends in one. */
function raise(run: Run, node: Extract<Statement, { kind: "Raise" }>): BlockEnd {
  if (!run.isStrict) return "dead";
  const type = node.exc?.kind === "Call" ? node.exc.func : node.exc;
  if (type?.kind !== "Name" || node.parent?.kind === "FunctionDef") throw gaveUp;
  const message = `This call ends in \`${type.id}\`, which nothing catches. Pass values the function accepts, or catch it.`;
  throw new Raised(node, "raised-error", type.id, message);
}

/** A test that is proven not to hold ends the program, where it is sure to be reached. */
function affirm(run: Run, test: Expression): BlockEnd {
  if (truth(run, run.evaluate(test)) !== false) return "next";
  if (run.isStrict) throw gaveUp;
  if (test.kind !== "Compare" || run.state.frames[0]!.scope.owner.kind !== "Module") return "dead";
  const message =
    "This assertion fails: the program ends here with AssertionError. Correct the assertion, or the code it checks.";
  throw new Raised(test, "raised-error", "AssertionError", message);
}

function augment(run: Run, node: AugAssign): BlockEnd {
  const { target, op } = node;
  if (target.kind === "Subscript" && target.slice.kind !== "Slice") {
    const owner = run.evaluate(target.value);
    const index = run.evaluate(target.slice);
    const left = item(run, { ...target, ctx: "Load" }, owner, index);
    setItem(run, target, owner, index, binary(run, { node, op, left, right: run.evaluate(node.value) }));
    return "next";
  }
  if (target.kind === "Attribute") {
    const owner = run.evaluate(target.value);
    const left = run.evaluate({ ...target, ctx: "Load" });
    setAttribute(run, target, owner, binary(run, { node, op, left, right: run.evaluate(node.value) }));
    return "next";
  }
  if (target.kind !== "Name") {
    leave(run, run.evaluate(node.value));
    return "next";
  }
  return augmentName(run, node, target);
}

function augmentName(run: Run, node: AugAssign, target: Name): BlockEnd {
  const left = run.evaluate(target);
  const right = run.evaluate(node.value);
  const thing = thingOf(run.state, left);
  if (typeOf(run.state, left) === "list" && node.op === "Add") {
    mustIterate(run, right, node.value);
    const members = membersOf(run, right);
    change(run, left, {
      items: thing?.items && members ? [...thing.items, ...members] : undefined,
      each: undefined,
    });
    return "next";
  }
  if (thing && thing.type !== "tuple") {
    leave(run, left, right);
    change(run, left, { items: undefined, entries: undefined, each: undefined });
    return "next";
  }
  const value = binary(run, { node, op: node.op, left, right });
  if (left.kind === "unknown" || left.kind === "some") run.state.epoch += 1;
  assign(run, target, value);
  return "next";
}

function branch(run: Run, node: If): BlockEnd {
  const known = truth(run, run.evaluate(node.test));
  if (known !== undefined) return run.execute(known ? node.body : node.orelse);
  if (run.isStrict) throw gaveUp;
  const isAboutTypes = [node.test, ...run.facts.parts(node.test)].some(asksForTypes);
  if (isAboutTypes) run.mute += 1;
  const flow = together(run, [node.body, node.orelse]);
  if (isAboutTypes) run.mute -= 1;
  return flow;
}

const typeQuestions = new Set(
  "isinstance issubclass hasattr callable type version_info PY2 PY3 platform TYPE_CHECKING".split(" "),
);

/** What a program does for other types, other systems or other versions of Python is no mistake here. */
function asksForTypes(node: Node): boolean {
  return (
    (node.kind === "Name" && typeQuestions.has(node.id)) ||
    (node.kind === "Attribute" && typeQuestions.has(node.attr))
  );
}

/** Several roads, one of which is taken; they meet behind. */
function together(
  run: Run,
  bodies: readonly (readonly Statement[])[],
  prepare: (at: number) => void = () => {},
): BlockEnd {
  const entry = run.state;
  const isCounting = run.counting > 0;
  const ends: State[] = [];
  const flows: BlockEnd[] = [];
  const raised: (Raised | undefined)[] = [];
  run.doubts += 1;
  if (isCounting) run.mute += 1;
  for (const [at, body] of bodies.entries()) {
    step(run, sizeOf(entry) / 8);
    run.state = copyOf(entry);
    prepare(at);
    const flow = run.execute(body);
    flows.push(flow);
    raised.push(flow === "raised" ? run.raised : undefined);
    if (flow === "next") ends.push(run.state);
  }
  run.doubts -= 1;
  if (isCounting) run.mute -= 1;
  if (flows.every((flow) => flow === "raised")) return bothRaise(run, raised[0]!);
  const [first, ...others] = ends;
  run.state = others.reduce(join, first ?? entry);
  if (flows.some((flow) => flow !== "next")) doubtTheRest(run, isCounting);
  if (first) return "next";
  return flows.every((flow) => flow === flows[0]) ? flows[0]! : "dead";
}

/** Whichever road is taken, it fails. */
function bothRaise(run: Run, raised: Raised): BlockEnd {
  run.raised = raised;
  if (run.tries === 0) run.report(raised);
  return "raised";
}

function remove(run: Run, targets: readonly Expression[]): BlockEnd {
  for (const target of targets) {
    if (target.kind === "Name") run.state.frames.at(-1)!.names.delete(target.id);
    else if (target.kind === "Subscript") removeItem(run, target);
    else leave(run);
  }
  return "next";
}

function removeItem(run: Run, target: Extract<Expression, { kind: "Subscript" }>): void {
  const owner = run.evaluate(target.value);
  const thing = thingOf(run.state, owner);
  if (target.slice.kind === "Slice") {
    change(run, owner, { items: undefined, each: undefined });
    return leave(run);
  }
  const index = run.evaluate(target.slice);
  item(run, { ...target, ctx: "Load" }, owner, index);
  if (thing) change(run, owner, { items: undefined, entries: undefined, each: undefined });
  run.state.epoch += 1;
}

function match(run: Run, node: Extract<Statement, { kind: "Match" }>): BlockEnd {
  if (run.isStrict) throw gaveUp;
  run.evaluate(node.subject);
  const parts: readonly Node[] = node.cases;
  return together(run, [...node.cases.map(({ body }) => body), []], (at) => {
    const part = parts[at];
    if (part) forget(run, part);
  });
}
