import { builtinName } from "../program/builtin-names.ts";
import { nameBoundBy } from "../program/bindings.ts";
import type { Variable } from "../program/scopes.ts";
import type { AugAssign, Call, Name, Node } from "../tree/nodes.ts";
import { builtinNames, callsNothing } from "./builtins/names.ts";
import { isUnchanging } from "./methods.ts";
import { isConsumed } from "../program/consumed.ts";
import { changeAlike, invalidateHeap, type Run } from "./run.ts";
import { emptied, frameOf, oneShot, partsOf, share, thingOf } from "./state.ts";
import { isAtomic } from "./touch.ts";
import { unknown, type KnownValue } from "./values.ts";

/** A part that is run any number of times, and the names that it gives new values. */
type Part = Readonly<{ run: Run; rebound: ReadonlySet<Variable> }>;

/** Forgets all that running a part of the program any number of times may change. */
export function invalidate(run: Run, node: Node): void {
  const { names } = run.facts;
  const inside = [node, ...run.facts.parts(node)];
  const bindings = inside.filter((each) => nameBoundBy(each) !== undefined);
  const rebound = bindings.flatMap((each) => (isAugmented(each) ? [] : (names.variableOf(each) ?? [])));
  const part = { run, rebound: new Set(rebound) };
  const isQuiet = inside.every((each) => leavesOthersAlone(part, each));
  for (const each of inside) if (each.kind === "Name") invalidateContents(run, each);
  for (const each of bindings) {
    const scope = names.variableOf(each)?.scope;
    if (scope) frameOf(run.state, scope)?.names.set(nameBoundBy(each)!, unknown);
  }
  if (!isQuiet) invalidateHeap(run);
}

function isAugmented({ parent, ...node }: Node): boolean {
  return parent?.kind === "AugAssign" && parent.target.start === node.start && node.kind === "Name";
}

function valueOf(run: Run, node: Name): KnownValue | undefined {
  const scope = run.facts.names.variableOf(node)?.scope;
  return scope && frameOf(run.state, scope)?.names.get(node.id);
}

/** What is inside an object may be changed through it even where the object itself is only looked at. */
function invalidateContents(run: Run, node: Name): void {
  const isTarget = isAugmented(node);
  const value = node.ctx === "Load" || isTarget ? valueOf(run, node) : undefined;
  const thing = value && thingOf(run.state, value);
  if (!thing) return;
  const isOnlyRead = !isTarget && isLookedAt(run, node) && !changesWhenRead(run, thing.type);
  const waiting = isOnlyRead ? partsOf(thing) : [value];
  const seen = new Set<number>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const held = thingOf(run.state, next);
    if (next.kind !== "ref" || !held || seen.has(next.id)) continue;
    seen.add(next.id);
    waiting.push(...partsOf(held));
    changeAlike(run, next.id, held);
    share(run.state, next);
    run.state.heap.set(next.id, emptied(run.state.heap.get(next.id)!));
  }
}

/** Reading an item of a `defaultdict` makes it, and reading one of an own object runs a method. */
function changesWhenRead({ own }: Run, type: string): boolean {
  return oneShot.has(type) || type === "defaultdict" || (type === "instance" && own.operations.size > 0);
}

const looking: ReadonlySet<string> = new Set(
  "Compare BinOp For Comprehension UnaryOp If While FormattedValue".split(" "),
);

/** Whether a mention of a name only reads what it stands for. */
function isLookedAt(run: Run, node: Name): boolean {
  const { parent } = node;
  if (parent?.kind === "Subscript") return parent.value === node && parent.ctx === "Load";
  if (parent?.kind === "Call")
    return parent.args.includes(node) && parent.func.kind === "Name" && isBuiltin(run, parent.func);
  if (parent?.kind === "Attribute") return parent.ctx === "Load" && isUnchanging(parent.attr);
  return parent !== undefined && looking.has(parent.kind);
}

function isBuiltin(run: Run, node: Name): boolean {
  return builtinNames.has(node.id) && builtinName(run.facts, node) !== undefined;
}

/** What changes no object but those that its own names stand for, as long as no code of the program runs for it. */
const quiet: ReadonlySet<string> = new Set(
  (
    "Name Constant Expr Assign AnnAssign If For While Pass Break Continue Return Assert Raise Try ExceptHandler " +
    "BinOp UnaryOp BoolOp Compare IfExp JoinedStr FormattedValue NamedExpr Tuple List Dict Set Slice Starred " +
    "Subscript Attribute ListComp SetComp DictComp Comprehension Keyword Global Nonlocal Import ImportFrom Alias"
  ).split(" "),
);

function leavesOthersAlone(part: Part, node: Node): boolean {
  if (node.kind === "Call") return isQuietCall(part, node);
  if (node.kind === "GeneratorExp") return isConsumed(part.run.facts, node);
  if (node.kind === "AugAssign") return isCounting(part, node);
  if (!quiet.has(node.kind)) return false;
  const isStore = (node.kind === "Subscript" || node.kind === "Attribute") && node.ctx !== "Load";
  if (isStore && !isInSight(part, node.value)) return false;
  return node.kind === "Name" || node.kind === "Constant" || isFreeOfOwnCode(part.run);
}

function isFreeOfOwnCode(run: Run): boolean {
  return run.own.operations.size === 0 && !run.state.hasLostIterator;
}

/** What a name stands for all the while; undefined when it is given other values, too. */
function standing({ run, rebound }: Part, node: Node): KnownValue | undefined {
  if (node.kind !== "Name") return undefined;
  const variable = run.facts.names.variableOf(node);
  return variable && rebound.has(variable) ? undefined : valueOf(run, node);
}

/** Whether all that a name stands for is an object in sight, and loses its value with the name. */
function isInSight(part: Part, node: Node): boolean {
  const value = standing(part, node);
  const thing = value && thingOf(part.run.state, value);
  return thing !== undefined && thing.type !== "instance";
}

/** `n += 1`, which changes no object that is not in sight. */
function isCounting(part: Part, { target, value }: AugAssign): boolean {
  if (target.kind !== "Name") return target.kind === "Subscript" && isInSight(part, target.value);
  const current = standing(part, target);
  const isNumber = value.kind === "Constant" && value.value.type !== "str";
  return isNumber || (current !== undefined && isAtomic(current)) || isInSight(part, target);
}

/** Whether a call leaves all objects alone that are not known here. */
function isQuietCall(part: Part, { func, args, keywords }: Call): boolean {
  const { run } = part;
  if (!isFreeOfOwnCode(run) || keywords.some(({ arg }) => arg !== "end" && arg !== "sep")) return false;
  const isCode = (arg: Node): boolean => {
    const value = arg.kind === "Name" ? valueOf(run, arg) : undefined;
    return arg.kind === "Lambda" || value?.kind === "function" || value?.kind === "method";
  };
  if (args.some(isCode)) return false;
  if (func.kind === "Name") return isBuiltin(run, func) && callsNothing.has(func.id);
  if (func.kind !== "Attribute") return false;
  if (isUnchanging(func.attr) && !run.facts.functions.some(({ name }) => name === func.attr)) return true;
  const value = standing(part, func.value);
  return value !== undefined && (isAtomic(value) || isInSight(part, func.value));
}
