import { readTree, type Tree } from "../tree/tree.ts";
import type { Node } from "../tree/nodes.ts";
import { callValue } from "./call.ts";
import { evaluate } from "./evaluate.ts";
import { createFrame } from "./frame.ts";
import { followWaiting } from "./functions.ts";
import type { Listener, Machine } from "./machine.ts";
import { exportsOf, patchedBy, type ExportedReferences } from "./exported-references.ts";
import { runBlock } from "./statements.ts";
import { loadsFiles } from "./written-code.ts";
import { anything, type PossibleValues } from "./value.ts";

/** A program is followed within a number of steps that grows with its size; most need a tenth of them. */
const stepsAtLeast = 500_000;
const stepsANode = 40;
const plainStepsAtLeast = 30_000;
const plainStepsANode = 3;
const turnStepsAtLeast = 60_000;
const maxCodeDepth = 4;

/** Not a failure: what is too much to follow is said to be. */
export class OutOfSteps extends Error {}

/** Whether a program was followed to its end, and whether every call in it was followed too. */
export type Followed = Readonly<{
  isComplete: boolean;
  isThorough: boolean;
  /** What other files can import from it. */
  lent: ExportedReferences;
  /** What was thrown on the way, other than for want of steps. */
  error?: unknown;
}>;

/** Follows a program from its first statement, then every function nobody called. `siblings` is what other files export. */
export function followProgram(tree: Tree, listener: Listener, siblings: ExportedReferences = {}): Followed {
  const machine = createMachine(tree, listener, siblings);
  const module = machine.frame;
  try {
    machine.run(tree.module.body);
    for (let next = machine.waiting.shift(); next; next = machine.waiting.shift())
      followWaiting(machine, next);
    return { isComplete: true, isThorough: machine.plainSteps > 0, lent: exportsOf(module) };
  } catch (error) {
    // Out of steps, nested deeper than the stack, or a shape nobody thought of: never taken for harmless.
    const followed = { isComplete: false, isThorough: false, lent: exportsOf(module) };
    return error instanceof OutOfSteps ? followed : { ...followed, error };
  }
}

/** In a text with one of these, a function may bind a name of the module. */
const bindsElsewhere = /\b(?:globals?|locals|vars|modules|__main__|__globals__|f_globals|__builtins__)\b/;

/** What `followProgram` says that a program lends, by its own statements alone; undefined where its functions may change it. */
export function lentAtOnce(tree: Tree): ExportedReferences | undefined {
  if (bindsElsewhere.test(tree.text)) return undefined;
  const machine = createMachine(tree, deaf, {});
  try {
    machine.run(tree.module.body);
    return exportsOf(machine.frame);
  } catch {
    return undefined; // the whole look says what is wrong
  }
}

const nothing = (): void => undefined;
const deaf: Listener = {
  call: nothing,
  attribute: nothing,
  store: nothing,
  keyed: nothing,
  made: nothing,
  answered: nothing,
  escaped: nothing,
  mentioned: nothing,
  blind: nothing,
};

function createMachine(tree: Tree, listener: Listener, siblings: ExportedReferences): Machine {
  let left = stepsAtLeast + tree.nodes.length * stepsANode;
  const machine: Machine = {
    tree,
    listener,
    frame: createFrame("module", undefined),
    uncertain: 0,
    branch: { made: new Set() },
    calling: [],
    waiting: [],
    isFirstLook: true,
    at: undefined,
    codeDepth: 0,
    isRoute: false,
    draws: /random|uuid1/.test(tree.text),
    loadsFiles: loadsFiles.test(tree.text),
    answersPages: false,
    hasOpenRoutes: false,
    hasCheckedReadings: false,
    patched: patchedBy(siblings),
    holding: new Set(),
    sideAttributes: new Map(),
    answers: new Map(),
    turning: 0,
    loops: [],
    changing: [],
    turnSteps: turnStepsAtLeast,
    plainCalls: 0,
    plainSteps: plainStepsAtLeast + tree.nodes.length * plainStepsANode,
    spend: (steps) => {
      left -= steps;
      if (machine.turning > 0) machine.turnSteps -= steps;
      if (machine.plainCalls > 0) machine.plainSteps -= steps;
      if (left < 0) throw new OutOfSteps();
    },
    evaluate: (node) => evaluate(machine, node),
    call: (callee, given, node) => callValue(machine, callee, given, node),
    run: (statements) => runBlock(machine, statements),
    runCode: (source, node) => runCode(machine, source, node),
  };
  return machine;
}

/** A string that is run as code is part of the program; everything in it stands where the string is run. */
function runCode(machine: Machine, source: string, node: Node): PossibleValues {
  if (machine.codeDepth >= maxCodeDepth || source.length > 50_000) return anything;
  machine.spend(10 + source.length);
  const tree = readTree(source.trim());
  if (!tree) return anything;
  const saved = { at: machine.at, codeDepth: machine.codeDepth, isFirstLook: machine.isFirstLook };
  machine.at ??= node;
  machine.codeDepth += 1;
  machine.isFirstLook = true;
  try {
    const [only] = tree.module.body;
    if (tree.module.body.length === 1 && only!.kind === "Expr") return machine.evaluate(only!.value);
    machine.run(tree.module.body);
    return anything;
  } finally {
    Object.assign(machine, saved);
  }
}
