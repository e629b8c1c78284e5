import { isNone } from "../tree/constants.ts";
import type { ProgramFacts } from "../program/facts.ts";
import type { Scope } from "../program/scopes.ts";
import type { Expression, FunctionDef, Node } from "../tree/nodes.ts";
import { evaluateExpression } from "./expressions.ts";
import { gaveUp, type Raised } from "./failure.ts";
import { ownCode } from "./own-code.ts";
import { identified, make, type Run } from "./run.ts";
import { executeBlock } from "./statements.ts";
import { newState } from "./state.ts";
import { some, unknown, type KnownValue } from "./values.ts";

/** What following a whole text may cost; beyond it nothing more is claimed. */
const maxSteps = 60_000;
const maxStepsOfModule = 20_000;
const maxStepsOfFunction = 3000;

/** Follows the program from its first line, and every function on its own; tells what is proven to fail. */
export function follow(facts: ProgramFacts): Raised[] {
  const found = new Map<string, Raised>();
  const own = ownCode(facts);
  let left = maxSteps;
  const bindings: Run["bindings"] = new Map();
  const foreign: Run["foreign"] = new Map();
  const start = (scope: Scope, limit: number, go: (run: Run) => void): void => {
    const run = newRun({ facts, own, scope, bindings, foreign, steps: Math.min(limit, left) }, (raised) =>
      found.set(`${raised.node.start} ${raised.node.end}`, raised),
    );
    const before = run.steps;
    try {
      go(run);
    } catch (error) {
      if (error !== gaveUp) throw error;
    }
    left -= before - run.steps;
  };
  const { module } = facts.names;
  start(module, maxStepsOfModule, (run) => void run.execute(facts.tree.module.body));
  for (const definition of facts.functions) {
    if (left <= 0) break;
    const scope = facts.names.inside(definition)!;
    start(scope, maxStepsOfFunction, (run) => {
      giveParameters(run, definition);
      run.execute(definition.body);
    });
  }
  return [...found.values()];
}

type Start = Pick<Run, "facts" | "own" | "bindings" | "foreign" | "steps"> & { readonly scope: Scope };

function newRun({ scope, ...start }: Start, found: (raised: Raised) => void): Run {
  const run: Run = {
    ...start,
    state: newState(scope, start.own.isConcurrent),
    clock: 0,
    calls: [],
    mute: 0,
    isUncertain: false,
    tries: 0,
    isStrict: false,
    counting: 0,
    since: 0,
    isUncalled: scope.owner.kind !== "Module" && isUncalled(start.facts, scope.owner),
    doubts: 0,
    returned: undefined,
    raised: undefined,
    evaluate: (node) => evaluateExpression(run, node, 0),
    execute: (body) => executeBlock(run, body),
    report(raised) {
      if (run.mute > 0 || !isNews(run, raised)) return;
      if (raised.failure === "raised-error" && (run.doubts > 0 || scope.owner.kind !== "Module")) return;
      found(raised);
    },
  };
  return run;
}

/** In later rounds of a loop of unknown length, a list it was given may just be long enough. */
function isNews(run: Run, { about }: Raised): boolean {
  if (run.since === 0 || about === undefined) return true;
  return (run.state.heap.get(about)?.changed ?? 0) > run.since;
}

function isUncalled(facts: ProgramFacts, owner: Node): boolean {
  if (owner.kind !== "FunctionDef" || owner.decorator_list.length > 0 || facts.isDynamic) return false;
  if (owner.parent?.kind !== "ClassDef") return facts.names.variableOf(owner)?.reads.length === 0;
  const isNamed = facts.all("Attribute").some(({ attr }) => attr === owner.name);
  return !isNamed && !owner.name.startsWith("__");
}

function giveParameters(run: Run, { args }: FunctionDef): void {
  const { names } = run.state.frames[0]!;
  const nullable = new Set(
    args.defaults.flatMap((value, at) =>
      isNone(value) ? [[...args.posonlyargs, ...args.args].at(at - args.defaults.length)?.arg] : [],
    ),
  );
  for (const { arg, annotation } of [...args.posonlyargs, ...args.args, ...args.kwonlyargs]) {
    const value = annotation && !nullable.has(arg) ? annotated(run, annotation) : unknown;
    names.set(arg, identified(run, value));
  }
  if (args.vararg) names.set(args.vararg.arg, identified(run, some("tuple")));
  if (args.kwarg) names.set(args.kwarg.arg, identified(run, some("dict")));
}

const plain = new Set(["int", "str", "bytes", "list", "dict", "tuple", "set"]);

/** What an annotation promises, where it names one of Python's own types and nothing in sight is derived from them. */
function annotated(run: Run, node: Expression, isMany = false): KnownValue {
  if (run.own.derivesFromOthers) return unknown;
  if (node.kind === "Name") {
    if (run.facts.names.lookUp(node, node.id)) return unknown;
    if (node.id === "list") return make(run, { ...givenList, isMany });
    return plain.has(node.id) ? some(node.id) : unknown;
  }
  if (node.kind !== "Subscript" || node.value.kind !== "Name") return unknown;
  if (node.value.id !== "list" && node.value.id !== "List") return unknown;
  return make(run, { ...givenList, each: annotated(run, node.slice, true), isMany });
}

const givenList = { type: "list", isShared: true, isGiven: true } as const;
