import type { ProgramFacts } from "../../program/facts.ts";
import { onlyValue } from "../../program/lengths.ts";
import type { Expression, Node } from "../../tree/nodes.ts";
import { classAround } from "../../tree/around.ts";
import type { Repair } from "../repair.ts";
import { isReported } from "./reported-at.ts";
import { namesBuiltin } from "../../program/builtin-names.ts";
import { openedAs } from "../../program/only-binding.ts";

export const uncalledMethod: Repair = {
  id: "uncalled-method",
  kind: "changing",
  *propose(program) {
    for (const { start, end, value } of program.facts.all("Expr")) {
      if (value.kind !== "Attribute" || !isReported(program, start, "ruff:B018")) continue;
      if (!isMethod(program.facts, value)) continue;
      yield {
        splices: [{ start: end, end, text: "()" }],
        description: `called \`${program.source(value)}\`, which was only named`,
      };
    }
  },
};

type Attribute = Extract<Expression, { kind: "Attribute" }>;

const ofList = new Set("sort reverse clear".split(" "));
const ofFile = new Set("close flush".split(" "));
const ofHashed = new Set(["clear"]);

/** A method that is certain to be one, and needs no arguments. */
function isMethod(facts: ProgramFacts, node: Attribute): boolean {
  const { value, attr } = node;
  if (value.kind !== "Name") return false;
  const made = onlyValue(facts, value) ?? openedAs(facts, value);
  if (made?.kind === "List" || made?.kind === "ListComp") return ofList.has(attr);
  if (made?.kind === "Dict" || made?.kind === "Set") return ofHashed.has(attr);
  if (made?.kind !== "Call") return isOwnMethod(facts, node);
  if (namesBuiltin(facts, made.func, "open")) return ofFile.has(attr);
  if (namesBuiltin(facts, made.func, "list")) return ofList.has(attr);
  const owner = facts.classes.find(({ name }) => made.func.kind === "Name" && made.func.id === name);
  return owner !== undefined && definesMethod(owner, attr);
}

function isOwnMethod(facts: ProgramFacts, node: Attribute): boolean {
  const owner = classAround(node);
  if (!owner || node.value.kind !== "Name" || node.value.id !== "self") return false;
  const isAssigned = facts.all("Attribute").some(({ attr, ctx }) => attr === node.attr && ctx === "Store");
  return !isAssigned && definesMethod(owner, node.attr);
}

/** A plain method of this class that only needs `self`. */
function definesMethod(owner: Node, name: string): boolean {
  if (owner.kind !== "ClassDef") return false;
  const found = owner.body.filter((each) => "name" in each && each.name === name);
  const [method] = found;
  if (found.length !== 1 || method?.kind !== "FunctionDef" || method.decorator_list.length > 0) return false;
  const { args, posonlyargs, defaults, kwonlyargs, kw_defaults: named } = method.args;
  const needed = posonlyargs.length + args.length - defaults.length;
  return needed <= 1 && kwonlyargs.every((_, at) => named[at]);
}
