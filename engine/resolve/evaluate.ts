import type { Call, Expression, Node, UnaryOp } from "../tree/nodes.ts";
import type { Literal } from "../tree/literals.ts";
import { operateOn } from "../values/operators.ts";
import { isTrue } from "../values/truth.ts";
import { decide } from "./branches.ts";
import { foldComparison } from "./fold-comparison.ts";
import { followComprehension } from "./comprehension.ts";
import { aroundComprehensions, writeName } from "./frame.ts";
import { addEntries, blur, writeEntry } from "./fold-items.ts";
import { noteMention } from "./escapes.ts";
import { converted, formatOne, pieceOf, unknownFormat } from "./fold-format.ts";
import { foldOperator } from "./fold-operators.ts";
import { makeFunction } from "./functions.ts";
import { evaluateWhere } from "./guards.ts";
import { starPath, undefinedPath } from "./known-names.ts";
import type { Given, Machine } from "./machine.ts";
import { addPieces } from "./mixed.ts";
import { asEntries } from "./powers.ts";
import { lookUp, readAttribute, readItem } from "./reach.ts";
import { checkedReading } from "./readings.ts";
import { readSlice } from "./slices.ts";
import { isFrom, taintOf } from "./taint.ts";
import {
  anything,
  bool,
  bytes,
  concreteOf,
  int,
  items,
  join,
  isClosed,
  joinAll,
  kept,
  none,
  ofOutcome,
  onlyItems,
  onlyText,
  reference,
  setItems,
  tainted,
  text,
  type Entries,
  type PossibleValues,
  type Reference,
  type AbstractValue,
} from "./value.ts";

/**
 * What an expression stands for. It goes down the operand that can be nested without brackets in a loop, since a sum
 * or a chain of calls may be thousands deep; the other parts are at most as deep as Python lets brackets be.
 */
export function evaluate(machine: Machine, node: Expression): PossibleValues {
  const spine = [node];
  for (let next = mainPart(node); next; next = mainPart(next)) spine.push(next);
  machine.spend(spine.length);
  let value: PossibleValues = anything;
  for (let at = spine.length - 1; at >= 0; at -= 1) value = evaluateOn(machine, spine[at]!, value);
  return value;
}

function mainPart(node: Expression): Expression | undefined {
  switch (node.kind) {
    case "BinOp":
      return node.op === "Pow" ? node.right : node.left;
    case "Attribute":
    case "Subscript":
    case "Await":
    case "Starred":
      return node.value;
    case "Call":
      return node.func;
    case "UnaryOp":
      return node.operand;
    case "IfExp":
      return node.orelse.kind === "IfExp" ? node.orelse : undefined;
    default:
      return undefined;
  }
}

/** `part` is what the main part of the node stands for. */
function evaluateOn(machine: Machine, node: Expression, part: PossibleValues): PossibleValues {
  const go = (of: Expression): PossibleValues => machine.evaluate(of);
  const checked = checkedReading(machine, node);
  if (checked) return checked;
  switch (node.kind) {
    case "Constant":
      return fromLiteral(node.value);
    case "Name":
      return noteMention(machine, node, readVariable(machine, spelled(node.id)));
    case "Attribute":
      return noteMention(machine, node, readAttribute(machine, part, spelled(node.attr), node));
    case "Call":
      return node.func.kind === "Attribute" && node.func.attr === "format"
        ? noteMade(machine, node, machine.call(part, readGiven(machine, node), node))
        : machine.call(part, readGiven(machine, node), node);
    case "Subscript":
      return node.slice.kind === "Slice"
        ? readSlice(
            part,
            [node.slice.lower, node.slice.upper, node.slice.step].map((end) => end && go(end)),
          )
        : readItem(machine, part, go(node.slice), node);
    case "BinOp":
      return node.op === "Pow"
        ? foldOperator("Pow", go(node.left), part)
        : noteMade(machine, node, foldOperator(node.op, part, go(node.right)));
    case "UnaryOp":
      return foldUnary(node.op, part);
    case "IfExp": {
      const test = decide(machine, node.test, go(node.test));
      const then = evaluateWhere(machine, node.test, true, node.body);
      const otherwise =
        node.orelse.kind === "IfExp" ? part : evaluateWhere(machine, node.test, false, node.orelse);
      return test === undefined ? join(then, otherwise) : test ? then : otherwise;
    }
    case "BoolOp":
      return foldLogic(
        node.op,
        node.values.map((value, at) =>
          at === 0 ? go(value) : evaluateWhere(machine, node.values[at - 1]!, node.op === "And", value),
        ),
      );
    case "Compare":
      return foldComparison(node, go(node.left), node.comparators.map(go));
    case "List":
    case "Tuple":
    case "Set":
      return made(machine, collect(machine, node.kind.toLowerCase() as "list" | "tuple" | "set", node.elts));
    case "Dict":
      return made(machine, collectEntries(machine, node));
    case "ListComp":
    case "SetComp":
    case "GeneratorExp":
    case "DictComp":
      return followComprehension(machine, node);
    case "Lambda":
      return makeFunction(machine, node);
    case "NamedExpr": {
      const value = kept(go(node.value));
      writeName(aroundComprehensions(machine.frame), node.target.id, value);
      return value;
    }
    case "Await":
    case "Starred":
      return part;
    case "Yield":
    case "YieldFrom":
      return noteYield(machine, node.value ? go(node.value) : none, node.kind === "YieldFrom");
    case "JoinedStr":
    case "TemplateStr":
      return noteMade(machine, node, addPieces(node.values.map((value) => pieceOf(go(value)))));
    case "FormattedValue":
    case "Interpolation": {
      const [spec] = node.format_spec ? go(node.format_spec) : text("");
      const piece = pieceOf(go(node.value));
      const shown = node.conversion === -1 ? piece : converted(piece, String.fromCodePoint(node.conversion));
      return [spec!.kind === "str" ? formatOne(shown, spec!.value) : unknownFormat(shown, "")];
    }
    default:
      return anything;
  }
}

/** A new container is known in full to the branch that makes it. */
function made(machine: Machine, value: PossibleValues): PossibleValues {
  for (const thing of value) machine.branch.made.add(thing);
  return value;
}

/** The operand that decides; where that is not known, any of those up to it. */
function foldLogic(op: "And" | "Or", values: readonly PossibleValues[]): PossibleValues {
  const possible: PossibleValues[] = [];
  for (const [at, value] of values.entries()) {
    const constant = concreteOf(value);
    if (constant && isTrue(constant) !== (op === "Or") && at < values.length - 1) continue;
    possible.push(value);
    if (constant && isTrue(constant) === (op === "Or")) break;
  }
  return joinAll(possible);
}

function noteMade(machine: Machine, node: Node, value: PossibleValues): PossibleValues {
  if (value.some(({ kind }) => kind === "mixed" || kind === "str"))
    machine.listener.made(machine.at ?? node, value);
  return value;
}

function fromLiteral(literal: Literal): PossibleValues {
  if (literal.type === "str" || literal.type === "bytes") {
    if (!literal.exact || literal.halved) return anything;
    return literal.type === "str" ? text(literal.value) : bytes(literal.value);
  }
  if (literal.type === "int") return int(literal.value);
  if (literal.type === "bool") return bool(literal.value);
  return literal.type === "ellipsis" ? anything : [{ kind: literal.type === "none" ? "none" : "float" }];
}

/** Python reads `ｅval` as `eval`. */
function spelled(name: string): string {
  // oxlint-disable-next-line no-control-regex -- all of ASCII is meant
  return /[^\x00-\x7f]/.test(name) ? name.normalize("NFKC") : name;
}

function readVariable(machine: Machine, name: string): PossibleValues {
  const { frame } = machine;
  let outermost = frame;
  while (outermost.outer) outermost = outermost.outer;
  const star = outermost.stars.length > 0 ? starPath(outermost.stars, name) : undefined;
  const found = lookUp(machine, frame, name);
  if (star !== undefined && (found === undefined || found[0]!.kind === "reference")) return reference(star);
  if (found) return found;
  // Another file of the program may lend it.
  const lender = outermost.stars.findLast((module) => machine.patched.has(`${module}.${name}`));
  return machine.patched.get(`${lender}.${name}`) ?? reference(undefinedPath(outermost.stars, name));
}

function foldUnary(op: UnaryOp["op"], part: PossibleValues): PossibleValues {
  const constant = concreteOf(part);
  const folded = constant && ofOutcome(operateOn(op, constant));
  return folded ?? (op === "Not" ? anything : tainted(taintOf(part)));
}

function noteYield(machine: Machine, value: PossibleValues, isMany: boolean): PossibleValues {
  const frame = aroundComprehensions(machine.frame);
  const list = isMany ? onlyItems(value) : [value];
  frame.yielded ??= [];
  if (list === undefined || machine.uncertain > 0) frame.yieldsOften = true;
  if (frame.yielded.length < 2000) frame.yielded.push(...(list ?? [anything]));
  return anything;
}

function collect(
  machine: Machine,
  kind: "list" | "tuple" | "set",
  elements: readonly Expression[],
): PossibleValues {
  const all: PossibleValues[] = [];
  let isOpen = false;
  for (const element of elements) {
    const value = machine.evaluate(element);
    const spread = element.kind === "Starred" ? onlyItems(value) : [value];
    if (spread === undefined) all.push(...value.filter(isTable).map((thing) => reference(`${thing.path}[]`)));
    if (spread === undefined || all.length > 4000) isOpen = true;
    else all.push(...spread.map(kept));
  }
  return kind === "set" ? setItems(all, isOpen) : items(kind, all, isOpen);
}

/** Everything that is loaded or alive. */
function isTable(thing: AbstractValue): thing is Reference {
  return thing.kind === "reference" && /^(?:sys\.modules|gc\.get_)/.test(thing.path);
}

function collectEntries(machine: Machine, node: Extract<Node, { kind: "Dict" }>): PossibleValues {
  const made: Entries = { kind: "dict", entries: new Map(), isOpen: false };
  const namespaces: AbstractValue[] = [];
  for (const [at, keyNode] of node.keys.entries()) {
    const value = machine.evaluate(node.values[at]!);
    const [more] = value;
    const key = keyNode ? machine.evaluate(keyNode) : undefined;
    const name = onlyText(key);
    if (machine.draws && name !== undefined && isFrom(value, "predictable"))
      machine.listener.store(machine.at ?? node.values[at]!, undefined, name, value);
    if (key) writeEntry(made, key, kept(value));
    else if (value.length === 1 && more!.kind === "dict") addEntries(made, more!);
    else {
      blur(made);
      // `{**vars(module)}` has what the module has.
      namespaces.push(...value.filter(({ kind }) => kind === "attributes" || kind === "names"));
    }
  }
  return [made, ...namespaces];
}

function readGiven(machine: Machine, node: Call): Given {
  const args: PossibleValues[] = [];
  const keywords = new Map<string, PossibleValues>();
  let isOpen = false;
  for (const argument of node.args) {
    const value = machine.evaluate(argument);
    const spread = argument.kind === "Starred" ? onlyItems(value) : [value];
    if (spread === undefined || spread.length > 500) isOpen = true;
    args.push(...(spread ?? []).slice(0, 500));
  }
  for (const keyword of node.keywords) {
    const value = machine.evaluate(keyword.value);
    if (keyword.arg) keywords.set(keyword.arg, value);
    else isOpen = spreadKeywords(value, keywords) || isOpen;
  }
  return { args, keywords, isOpen };
}

/** Whether there may be more keywords than are known. */
function spreadKeywords(value: PossibleValues, keywords: Map<string, PossibleValues>): boolean {
  const [dict] = value.map(asEntries);
  if (value.length !== 1 || dict!.kind !== "dict") return true;
  for (const [key, entry] of dict!.entries)
    if (key.startsWith("str:")) keywords.set(key.slice(4), entry.value);
  return !isClosed(dict!);
}
