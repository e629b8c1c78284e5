import type { ProgramFacts } from "../../program/facts.ts";
import type { FunctionDef, Node } from "../../tree/nodes.ts";
import type { FixKind } from "../../verdict.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { methodAround } from "./members.ts";
import { undefinedNames } from "./undefined.ts";
import { isName } from "../../tree/written-names.ts";

type Missing = Readonly<{ method: FunctionDef; name: "self" | "cls"; kind: FixKind }>;

/** A method that does not take the object it is called on. */
export const missingSelfParameter: Repair = {
  id: "missing-self-parameter",
  kind: "certain",
  *propose(program) {
    const done = new Set<FunctionDef>();
    for (const { method, name, kind } of [...usingIt(program), ...takingNothing(program)]) {
      if (done.has(method)) continue;
      done.add(method);
      const rewrite = addParameter(program, method, name);
      if (rewrite) yield { ...rewrite, kind };
    }
  },
};

/** Methods whose body names `self` or `cls`, which they do not have. */
function* usingIt(program: RepairableProgram): Generator<Missing> {
  for (const { name, places } of undefinedNames(program)) {
    if (name !== "self" && name !== "cls") continue;
    for (const { node } of places) {
      const around = node && methodAround(program.facts, node);
      if (around && lacks(program.facts, around.method, name))
        yield { method: around.method, name, kind: "certain" };
    }
  }
}

function* takingNothing({ facts, found }: RepairableProgram): Generator<Missing> {
  for (const { start } of found("python:method-without-self")) {
    const method = facts.functions.find((each) => each.start === start || starts(each, start));
    if (method) yield { method, name: "self", kind: isCalled(facts, method) ? "certain" : "changing" };
  }
}

/** Where no object of this text is asked for it, another file may call it through the class, which works. */
function isCalled(facts: ProgramFacts, { name }: FunctionDef): boolean {
  return facts.all("Attribute").some(({ attr, parent }) => attr === name && parent?.kind === "Call");
}

function starts(method: FunctionDef, at: number | undefined): boolean {
  return method.decorator_list.some(({ start }) => start === at);
}

/** Whether a method takes other things only: its first parameter is not the object under another name. */
function lacks(facts: ProgramFacts, method: FunctionDef, name: "self" | "cls"): boolean {
  const isClassMethod = method.decorator_list.some((each) => isName(each, "classmethod"));
  if (isClassMethod !== (name === "cls") || method.decorator_list.some(isStatic)) return false;
  const { posonlyargs, args } = method.args;
  if (posonlyargs.length > 0) return false;
  const [first] = args;
  if (!first) return true;
  const uses = facts.names.variableOf(first)!.mentions;
  return (
    !uses.some(({ parent }) => parent?.kind === "Attribute" && parent.ctx === "Store") &&
    !isObjectName(first.arg)
  );
}

function isStatic(decorator: Node): boolean {
  return isName(decorator, "staticmethod");
}

function isObjectName(name: string): boolean {
  return /^(?:self|cls|this|mcs|_self|slf|s)$/.test(name);
}

/** Behind the opening bracket of the parameters. */
function addParameter({ text }: RepairableProgram, method: FunctionDef, name: string): Rewrite | undefined {
  const head = /^(?:async[\t ]+)?def[\t ]+\w+[\t ]*\(/u.exec(text.slice(method.start, method.start + 400));
  if (!head) return undefined;
  const start = method.start + head[0].length;
  const { args, kwonlyargs, vararg, kwarg } = method.args;
  const hasMore = args.length + kwonlyargs.length > 0 || Boolean(vararg) || Boolean(kwarg);
  const description = `added the parameter \`${name}\` to \`${method.name}\``;
  return { splices: [{ start, end: start, text: hasMore ? `${name}, ` : name }], description };
}
