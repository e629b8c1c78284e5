import { lineage, methodsOf } from "../program/classes.ts";
import type { ProgramFacts } from "../program/facts.ts";
import type { Attribute, ClassDef, FunctionDef } from "../tree/nodes.ts";
import type { Check } from "./check.ts";

export const methodWithoutSelf: Check = {
  id: "method-without-self",
  severity: "error",
  *find(facts) {
    if (isAskedByName(facts)) return;
    const asked = new Set(facts.all("Attribute").map(pathOf));
    for (const owner of facts.classes) {
      if (!lineage(facts, owner) || isNamespace(owner)) continue;
      for (const method of methodsOf(owner)) {
        if (takesNothing(method) && !isUsedUnbound(facts, owner, method, asked)) {
          const message = `\`${method.name}\` takes no parameter, so calling it on an object raises TypeError. Add \`self\`, or decorate it with \`@staticmethod\`.`;
          yield { node: method, message };
        }
      }
    }
  },
};

function takesNothing({ args, decorator_list, name }: FunctionDef): boolean {
  const { posonlyargs, args: plain, vararg } = args;
  return (
    posonlyargs.length + plain.length === 0 &&
    !vararg &&
    decorator_list.length === 0 &&
    !["__new__", "__init_subclass__", "__class_getitem__"].includes(name)
  );
}

/** A class none of whose methods takes `self` only holds functions together. */
function isNamespace(owner: ClassDef): boolean {
  const methods = methodsOf(owner);
  return methods.length > 1 && methods.every(takesNothing);
}

/** `getattr` with a name that is put together may reach any method, through the class as well. */
function isAskedByName(facts: ProgramFacts): boolean {
  return facts.all("Name").some(({ id }) => id === "getattr");
}

/** Whether it is called through the class, or while the class is being made. */
function isUsedUnbound(
  facts: ProgramFacts,
  owner: ClassDef,
  { name }: FunctionDef,
  asked: ReadonlySet<string>,
): boolean {
  const inBody = facts.names.inside(owner)!.variables.get(name)!.mentions.length > 0;
  return inBody || asked.has(`${owner.name}.${name}`) || asked.has(`cls.${name}`);
}

function pathOf({ value, attr }: Attribute): string {
  return value.kind === "Name" ? `${value.id}.${attr}` : "";
}
