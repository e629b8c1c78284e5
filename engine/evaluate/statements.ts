import type { Expression, If, Node, Statement } from "../tree/nodes.ts";
import { assign, bindName } from "./assign.ts";
import { doubtTheRest, tryLoosely, tryStrictly, within } from "./attempts.ts";
import { augment } from "./augment.ts";
import { define } from "./definitions.ts";
import { imported } from "./expressions.ts";
import { gaveUp, Raised } from "./failure.ts";
import { invalidate } from "./invalidate.ts";
import { raise } from "./exceptions.ts";
import { runFor, runWhile } from "./loops.ts";
import { truth } from "./operators.ts";
import { remove } from "./remove.ts";
import { leave, step, type BlockEnd, type Run } from "./run.ts";
import { copyOf, join, share, sizeOf, type State } from "./state.ts";
import { isAtomic } from "./touch.ts";
import { unknown } from "./values.ts";

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
      for (const alias of node.names) bindName(run, alias, imported(alias));
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

function giveBack(run: Run, node: Expression | undefined): BlockEnd {
  const value = node && run.evaluate(node);
  if (value && !run.isStrict) share(run.state, value);
  run.returned = value;
  return "return";
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

function match(run: Run, node: Extract<Statement, { kind: "Match" }>): BlockEnd {
  if (run.isStrict) throw gaveUp;
  const subject = run.evaluate(node.subject);
  // Patterns compare, read attributes and take parts.
  if (!isAtomic(subject)) leave(run, subject);
  const parts: readonly Node[] = node.cases;
  return together(run, [...node.cases.map(({ body }) => body), []], (at) => {
    const part = parts[at];
    if (part) invalidate(run, part);
  });
}
