import { isComprehension } from "../program/scopes.ts";
import type { Alias, BoolOp, Compare, Expression, Name, Node } from "../tree/nodes.ts";
import { bindName } from "./assign.ts";
import { attribute } from "./attributes.ts";
import { builtinNames } from "./builtins/names.ts";
import { toSet } from "./builtins/collections.ts";
import { callExpression } from "./calls.ts";
import { captured } from "./capture.ts";
import { comprehend } from "./comprehensions.ts";
import { typeName } from "./describe.ts";
import { gaveUp, Raised } from "./failure.ts";
import { operateOn } from "../values/operators.ts";
import { binary, compare, equality, truth } from "./operators.ts";
import { evaluatePerhaps, identified, leave, make, step, useOf, type Run } from "./run.ts";
import { isOneShot, item, membersOf, mustHash, mustIterate, slice, takeAll, useUp } from "./sequences.ts";
import { frameOf, keyIn, share, thingOf, typeOf, type CallFrame } from "./state.ts";
import { runOn, touch, touchLightly } from "./touch.ts";
import { bool, isScalar, literal, none, ofOutcome, some, str, unknown, type KnownValue } from "./values.ts";

const deepest = 120;

/** What an expression gives, as far as it can be told; raises what it is proven to raise. */
export function evaluateExpression(run: Run, node: Expression, depth: number): KnownValue {
  step(run);
  if (depth > deepest) throw gaveUp;
  const go = (part: Expression): KnownValue => evaluateExpression(run, part, depth + 1);
  switch (node.kind) {
    case "Constant":
      return literal(node);
    case "Name":
      return readName(run, node);
    case "BinOp": {
      const left = go(node.left);
      return binary(run, { node, op: node.op, left, right: go(node.right) });
    }
    case "UnaryOp":
      return unary(run, node, go(node.operand));
    case "BoolOp":
      return logic(run, node, go);
    case "Compare":
      return comparison(run, node, go);
    case "IfExp":
      return choose(run, node, go);
    case "Attribute":
      return attribute(run, node, go(node.value));
    case "Subscript":
      return subscript(run, node, go);
    case "Call":
      return callExpression(run, node, go);
    case "NamedExpr": {
      const value = identified(run, go(node.value));
      bindName(run, node.target, value);
      return value;
    }
    case "JoinedStr":
      return joinText(node.values, go);
    case "FormattedValue":
      touch(run, "text", go(node.value));
      if (node.format_spec) go(node.format_spec);
      return some("str");
    default:
      return display(run, node, go);
  }
}

function display(run: Run, node: Expression, go: (part: Expression) => KnownValue): KnownValue {
  switch (node.kind) {
    case "List":
    case "Tuple":
      return make(run, { type: node.kind === "List" ? "list" : "tuple", items: spread(run, node.elts, go) });
    case "Set":
      return toSet(run, node, spread(run, node.elts, go));
    case "Dict":
      return dictionary(run, node, go);
    case "Lambda":
      captured(run, node);
      for (const value of [...node.args.defaults, ...node.args.kw_defaults])
        if (value) share(run.state, go(value));
      return { kind: "function", node, home: run.state.frames.at(-1)!.id };
    case "Starred":
      share(run.state, go(node.value));
      return unknown;
    case "Await":
    case "Yield":
    case "YieldFrom":
      if (node.value) share(run.state, go(node.value));
      leave(run);
      return unknown;
    default:
      if (isComprehension(node)) return comprehend(run, node, go);
      throw gaveUp;
  }
}

/** The items of a display; undefined when a starred part has an unknown number of them. */
function spread(
  run: Run,
  parts: readonly Expression[],
  go: (part: Expression) => KnownValue,
): KnownValue[] | undefined {
  const items: (readonly KnownValue[] | undefined)[] = parts.map((part) => {
    if (part.kind !== "Starred") return [go(part)];
    return takeAll(run, go(part.value), part.value);
  });
  if (!items.includes(undefined)) return (items as KnownValue[][]).flat();
  for (const value of items.flatMap((known) => known ?? [])) share(run.state, value);
  return undefined;
}

function dictionary(
  run: Run,
  node: Extract<Expression, { kind: "Dict" }>,
  go: (part: Expression) => KnownValue,
): KnownValue {
  let entries: Map<string, readonly [KnownValue, KnownValue]> | undefined = new Map();
  const held: KnownValue[] = [];
  for (const [at, key] of node.keys.entries()) {
    const name = key ? go(key) : undefined;
    const value = go(node.values[at]!);
    if (name) mustHash(run, name, key!, true);
    if (name) touch(run, "hash", name);
    else touchLightly(run, "iterate", value);
    const found = name && keyIn(run.state, name);
    if (found === undefined) entries = undefined;
    else entries?.set(found, [name!, value]);
    held.push(value, name ?? none);
  }
  if (!entries) for (const value of held) share(run.state, value);
  return make(run, { type: "dict", entries });
}

function readName(run: Run, node: Name): KnownValue {
  const variable = run.facts.names.variableOf(node);
  if (variable === undefined) {
    if (node.id === "__name__") return str("__main__");
    return builtinNames.has(node.id) && !run.facts.isDynamic && !run.facts.changesBuiltins
      ? { kind: "builtin", name: node.id }
      : unknown;
  }
  const frame = frameOf(run.state, variable.scope);
  if (frame) return frame.names.get(node.id) ?? unbound(run, node, frame);
  return settled(run, node, variable.bindings);
}

const followedImports = new Set(["deque", "defaultdict", "Counter", "OrderedDict"]);

/** The few classes of the standard library whose objects are followed. */
export function imported(alias: Alias): KnownValue {
  const from = alias.parent;
  const isKnown = from?.kind === "ImportFrom" && from.module === "collections" && from.level === 0;
  return isKnown && followedImports.has(alias.name) ? { kind: "builtin", name: alias.name } : unknown;
}

/** On one path only, a name that has met no value on it has none. */
function unbound(run: Run, node: Name, frame: CallFrame): KnownValue {
  const isOwn = frame === run.state.frames.at(-1) && frame.scope.owner.kind === "FunctionDef";
  if (!run.isStrict || !isOwn || run.own.isOpen) return unknown;
  if (useOf(run, frame.scope.variables.get(node.id)!).isForeign) return unknown;
  const message = `\`${node.id}\` has no value here with the arguments of this call: this raises UnboundLocalError. Assign it on every path.`;
  const data = { kind: "unbound name", name: node.id } as const;
  throw new Raised(node, "unbound-name", "UnboundLocalError", message, { data });
}

/** What a name of a scope that is not followed stands for, if it can only be one thing. */
function settled(run: Run, node: Name, bound: readonly Node[]): KnownValue {
  const [only] = bound;
  if (bound.length !== 1 || only === undefined || run.own.isOpen) return unknown;
  if (only.kind === "FunctionDef" || only.kind === "AsyncFunctionDef") {
    return only.decorator_list.length === 0 ? { kind: "function", node: only } : unknown;
  }
  if (only.kind === "ClassDef") return { kind: "class", node: only };
  if (only.kind === "Alias") return imported(only);
  const assigned =
    only.parent?.kind === "Assign" && only.parent.targets.includes(only as never)
      ? only.parent.value
      : undefined;
  const isConstant =
    only.parent?.parent?.kind === "Module" && assigned?.kind === "Constant" && /^[A-Z_\d]+$/.test(node.id);
  return isConstant ? literal(assigned) : unknown;
}

function unary(run: Run, node: Extract<Expression, { kind: "UnaryOp" }>, value: KnownValue): KnownValue {
  if (node.op !== "Not") touchLightly(run, "operate", value);
  if (node.op === "Not") {
    const known = truth(run, value);
    return known === undefined ? some("bool") : bool(!known);
  }
  const type = typeOf(run.state, value);
  if (type !== undefined && ["str", "list", "tuple", "dict", "set", "NoneType"].includes(type)) {
    const message = `${typeName(type)} does not support unary operators: this raises TypeError. Convert it to a number first.`;
    throw new Raised(node, type === "NoneType" ? "none-used" : "operand-types", "TypeError", message);
  }
  if (isScalar(value)) return ofOutcome(operateOn(node.op, value), value.kind);
  return type === "int" || type === "float" ? some(type) : unknown;
}

function logic(run: Run, node: BoolOp, go: (part: Expression) => KnownValue): KnownValue {
  const values: KnownValue[] = [];
  let isDecided = true;
  for (const [at, part] of node.values.entries()) {
    const value = isDecided ? go(part) : evaluatePerhaps(run, part, () => go(part));
    values.push(value);
    if (at === node.values.length - 1) break;
    const known = truth(run, value);
    if (known === (node.op === "Or")) break;
    if (known === undefined) isDecided = false;
  }
  if (isDecided) return values.at(-1)!;
  for (const value of values) share(run.state, value);
  return unknown;
}

function choose(
  run: Run,
  node: Extract<Expression, { kind: "IfExp" }>,
  go: (part: Expression) => KnownValue,
): KnownValue {
  const known = truth(run, go(node.test));
  if (known !== undefined) return go(known ? node.body : node.orelse);
  const one = evaluatePerhaps(run, node.body, () => go(node.body));
  const other = evaluatePerhaps(run, node.orelse, () => go(node.orelse));
  const type = typeOf(run.state, one);
  share(run.state, one);
  share(run.state, other);
  return type !== undefined && type === typeOf(run.state, other) && type !== "instance"
    ? some(type)
    : unknown;
}

/** Of a chain, the first comparison that does not hold is the result; where it cannot be told which, it is not known. */
function comparison(run: Run, node: Compare, go: (part: Expression) => KnownValue): KnownValue {
  let left = go(node.left);
  let result: KnownValue = unknown;
  let isDecided = true;
  let isBool = true;
  for (const [at, op] of node.ops.entries()) {
    const part = node.comparators[at]!;
    const right = isDecided ? go(part) : evaluatePerhaps(run, part, () => go(part));
    result =
      op === "In" || op === "NotIn"
        ? contains(run, node, left, right, op === "In")
        : compare(run, node, op, [left, right]);
    isBool &&= typeOf(run.state, result) === "bool";
    if (at === node.ops.length - 1) break;
    const known = truth(run, result);
    if (known === false && isDecided) return result;
    if (known === undefined) isDecided = false;
    left = right;
  }
  return isDecided ? result : isBool ? some("bool") : unknown;
}

function contains(
  run: Run,
  node: Compare,
  member: KnownValue,
  value: KnownValue,
  wanted: boolean,
): KnownValue {
  const type = typeOf(run.state, value);
  mustIterate(run, value, node);
  touch(run, "compare", member, value);
  touch(run, "hash", member);
  for (const operation of ["operate", "iterate"] as const) runOn(run, operation, value, member);
  const kind = typeOf(run.state, member);
  if (
    type === "str" &&
    kind !== undefined &&
    ["int", "float", "bool", "NoneType", "list", "tuple"].includes(kind)
  ) {
    const message = `\`in\` on a string takes a string, not ${typeName(kind)}: this raises TypeError. Convert with \`str\` first.`;
    throw new Raised(node, "operand-types", "TypeError", message);
  }
  // A set in a set is looked for as if it were frozen.
  mustHash(run, member, node, type === "dict" || (type === "set" && kind !== "set"));
  if (isOneShot(run, value)) useUp(run, value);
  const thing = thingOf(run.state, value);
  if (member.kind === "str" && value.kind === "str")
    return bool(value.value.includes(member.value) === wanted);
  if (!thing || thing.isMany) return thing && type !== "instance" ? some("bool") : unknown;
  if (thing.entries) {
    if (thing.entries.size === 0) return bool(!wanted);
    const key = keyIn(run.state, member);
    return key === undefined ? some("bool") : bool(thing.entries.has(key) === wanted);
  }
  const found = membersOf(run, value)?.map((each) => equality(run, each, member));
  if (!found || (found.includes(undefined) && !found.includes(true))) return some("bool");
  return bool(found.includes(true) === wanted);
}

function subscript(
  run: Run,
  node: Extract<Expression, { kind: "Subscript" }>,
  go: (part: Expression) => KnownValue,
): KnownValue {
  const value = go(node.value);
  if (node.slice.kind === "Slice") {
    const { lower, upper, step: stride } = node.slice;
    const bounds = [lower, upper, stride].map((bound) => bound && go(bound));
    const type = typeOf(run.state, value);
    if (type === "NoneType" || type === "int" || type === "float") return item(run, node, value, none);
    return slice(run, value, bounds);
  }
  return item(run, node, value, go(node.slice));
}

function joinText(parts: readonly Expression[], go: (part: Expression) => KnownValue): KnownValue {
  const texts = parts.map((part) => (part.kind === "Constant" ? some("str") : go(part)));
  return texts.length === 0 ? str("") : some("str");
}
