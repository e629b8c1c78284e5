import type { Expression, Node } from "../tree/nodes.ts";
import { isTrue } from "../values/truth.ts";
import { followBranch, readHere, readName, type Branch } from "./frame.ts";
import type { Machine, StatementEnd } from "./machine.ts";
import { concreteOf, isConstant, onlyBool, type PossibleValues, type AbstractValue } from "./value.ts";

/** One of several ways: what happens in it may not happen at all, or may happen often. */
export function unsurely(
  machine: Machine,
  follow: () => StatementEnd,
  layer = new Map<string, PossibleValues>(),
): Branch {
  const around = machine.branch;
  machine.uncertain += 1;
  machine.branch = { made: new Set() };
  try {
    return followBranch(machine.frame, () => follow() === "on", layer);
  } finally {
    machine.uncertain -= 1;
    machine.branch = around;
  }
}

/** Whether what is done to a container here is done exactly once to it: always, or in the branch in which it was made. */
export function isSure({ uncertain, branch }: Machine, of: AbstractValue): boolean {
  return uncertain === 0 || branch.made.has(of);
}

/** Whether a condition that has this value has it whenever it is asked; undefined where that may change. */
export function decide(machine: Machine, test: Expression, value: PossibleValues): boolean | undefined {
  const isExact = machine.turning > 0 && machine.uncertain === 0 && test.kind !== "Constant";
  if (isExact) return onlyBool(value);
  const constant = concreteOf(value);
  return constant && isStable(machine, test) ? isTrue(constant) : undefined;
}

const maxParts = 40;

/** Whether a condition is made of constants, and of names that nobody changes between two times it is asked. */
function isStable(machine: Machine, test: Expression): boolean {
  const parts: Node[] = [test];
  for (let looked = 0; parts.length > 0; looked += 1) {
    if (looked > maxParts) return false;
    const part = parts.pop()!;
    switch (part.kind) {
      case "Constant":
        break;
      case "Name":
        if (!isStableName(machine, part.id)) return false;
        break;
      case "BinOp":
        parts.push(part.left, part.right);
        break;
      case "UnaryOp":
        parts.push(part.operand);
        break;
      case "BoolOp":
        parts.push(...part.values);
        break;
      case "Compare":
        parts.push(part.left, ...part.comparators);
        break;
      case "Subscript":
        parts.push(part.value, part.slice);
        break;
      case "Call":
        parts.push(part.func.kind === "Attribute" ? part.func.value : part.func, ...part.args);
        break;
      case "Attribute":
        if (part.value.kind !== "Name" || readName(machine.frame, part.value.id)?.[0]?.kind !== "reference")
          return false;
        break;
      case "List":
      case "Tuple":
      case "Set":
        parts.push(...part.elts);
        break;
      default:
        return false;
    }
  }
  return true;
}

function isStableName(machine: Machine, name: string): boolean {
  if (machine.changing.some((names) => names.has(name))) return false;
  const own = readHere(machine.frame, name);
  const value = own ?? readName(machine.frame, name);
  // A builtin or an imported function stays what it is; a container may be filled in a later turn or by another function.
  if (value === undefined || value.every(({ kind }) => kind === "reference")) return true;
  if (own && machine.changing.length === 0) return true;
  return value.every(isConstant) && (own !== undefined || !declaredElsewhere(machine).has(name));
}

const declared = new WeakMap<Machine, ReadonlySet<string>>();

/** Names that some function changes in a scope around it. */
function declaredElsewhere(machine: Machine): ReadonlySet<string> {
  let names = declared.get(machine);
  if (!names)
    declared.set(
      machine,
      (names = new Set(
        machine.tree.nodes.flatMap((node) =>
          node.kind === "Global" || node.kind === "Nonlocal" ? node.names : [],
        ),
      )),
    );
  return names;
}
