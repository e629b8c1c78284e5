import { givesText, pythonFor, pythonForAny } from "../../library/foreign-methods.ts";
import type { ProgramFacts } from "../../program/facts.ts";
import type { Attribute, Expression, Name, Node } from "../../tree/nodes.ts";
import type { About, RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { alikeOnLine } from "./alike.ts";
import { isTypeCertain } from "./certain.ts";
import { nodesAt, nodesOn, only } from "../nodes-at.ts";
import { rewriteUse, type Rewritten } from "./foreign-use.ts";

/** A method of another language on a value whose type is certain. */
export const foreignMethod: Repair = {
  id: "foreign-method",
  kind: "certain",
  *propose(program) {
    const done = new Set<Node>();
    const lacks = [
      ...program.about("missing attribute", "mypy:attr-defined", "python:missing-member").flatMap(lacksOf),
      ...program.about("foreign method").flatMap(lacksOfSequence),
    ];
    for (const { type, method, start } of lacks) {
      const node = attributeAt(program, start, method);
      if (!node || done.has(node) || !isTypeCertain(program, node.value)) continue;
      const rewrite = rewriteOf(program, node, type, done);
      if (rewrite) yield rewrite;
    }
  },
};

/** A method that is lacking on a type. */
type MissingMethod = Readonly<{ type: string; method: string; start: number | undefined }>;

/** Of `list[str]` more is known than of `list`; what that does not help with is asked of the latter. */
function lacksOf({ data, start }: About<"missing attribute">): readonly MissingMethod[] {
  const { owner, attribute: method } = data;
  if (owner.is === "builtin") return [{ type: owner.name, method, start }];
  if (owner.is !== "type") return [];
  return [owner.type, owner.name].map((type) => ({ type, method, start }));
}

/** Of a name that is used as a sequence it is not known which: what Python says must be the same for all. */
function lacksOfSequence({ data, start }: About<"foreign method">): readonly MissingMethod[] {
  const { method } = data;
  const type = ["list", "str"].find((each) => pythonFor(each, method).length === pythonForAny(method).length);
  return type === undefined ? [] : [{ type, method, start }];
}

function attributeAt(
  program: RepairableProgram,
  start: number | undefined,
  method: string,
): Attribute | undefined {
  return only(
    nodesAt(program, "Attribute", start).filter(({ attr, ctx }) => attr === method && ctx === "Load"),
  );
}

/** With what the checkers cannot see yet: the same on the same line, and uses of the text that the rewritten code gives. */
function rewriteOf(
  program: RepairableProgram,
  node: Attribute,
  type: string,
  done: Set<Node>,
): Rewrite | undefined {
  const waiting = [...alikeOnLine(program, node), ...othersOnLine(program, node, type)];
  const rewritten: Rewritten[] = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (done.has(next)) continue;
    const use = rewriteUse(program, next, type);
    if (!use) return undefined;
    done.add(next);
    rewritten.push(use);
    if (type === "str" && givesText(next.attr)) waiting.push(...usesOfText(program.facts, use.whole));
  }
  const splices = rewritten.map(({ splice }) => splice).toSorted((a, b) => a.start - b.start);
  const [first] = rewritten;
  if (!first || splices.some(({ start }, at) => at > 0 && start < splices[at - 1]!.end)) return undefined;
  const description = `changed \`${program.source(first.whole)}\` to \`${first.splice.text}\``;
  return { splices, description, at: first.splice.start };
}

/** Other variables of the same type that are asked for the same method on the same line. */
function othersOnLine(program: RepairableProgram, node: Attribute, type: string): readonly Attribute[] {
  const { facts, tree, source } = program;
  return nodesOn(program, "Attribute", tree.positions.lineOf(node.start)).filter(({ attr, value, ctx }) => {
    if (attr !== node.attr || ctx !== "Load" || value.kind !== "Name" || source(value) === source(node.value))
      return false;
    const bound = facts.names.lookUp(value, value.id)?.bindings ?? [];
    return bound.some((each) => isGiven(each, type));
  });
}

/** Whether a variable is annotated as, or set to a literal of, a type. */
function isGiven(node: Node, type: string): boolean {
  const { parent } = node;
  const annotation =
    node.kind === "Arg" ? node.annotation : parent?.kind === "AnnAssign" && parent.annotation;
  const named = annotation && annotation.kind === "Subscript" ? annotation.value : annotation;
  if (named && named.kind === "Name") return named.id === type;
  const value = parent?.kind === "Assign" ? parent.value : undefined;
  if (type === "str") return value?.kind === "Constant" && value.value.type === "str";
  return type === "list" && value?.kind === "List";
}

/** Where a variable that holds nothing but texts, this one among them, is asked for a method that no text has. */
function usesOfText(facts: ProgramFacts, whole: Expression): readonly Attribute[] {
  const assign = whole.parent;
  const target = assign?.kind === "Assign" && assign.targets.length === 1 ? assign.targets[0] : undefined;
  const variable = target?.kind === "Name" ? facts.names.variableOf(target) : undefined;
  if (!variable?.bindings.every(isSetToText)) return [];
  return variable.mentions.flatMap((use) => foreignUse(use));
}

function isSetToText(node: Node): boolean {
  if (node.parent?.kind !== "Assign" || node.parent.targets.length !== 1) return false;
  const { value } = node.parent;
  if (value.kind === "Constant") return value.value.type === "str";
  return value.kind === "Call" && value.func.kind === "Attribute" && givesText(value.func.attr);
}

function foreignUse({ parent, ctx, ...use }: Name): Attribute[] {
  const isAsked = ctx === "Load" && parent?.kind === "Attribute" && parent.value.start === use.start;
  return isAsked && (/[A-Z]/.test(parent.attr) || pythonFor("str", parent.attr).length > 0) ? [parent] : [];
}
