import { isCalled } from "../../program/roles.ts";
import type { ProgramFacts } from "../../program/facts.ts";
import { positionalParameters } from "../../tree/nodes.ts";
import type { ClassDef, FunctionDef, Name } from "../../tree/nodes.ts";
import type { Repair } from "../repair.ts";
import { membersOf, methodAround, type MemberKind } from "./members.ts";
import { undefinedNames } from "./undefined.ts";
import { lastName } from "../../tree/written-names.ts";

/** A name that nobody defines and that the class around it has: `self.` was forgotten. */
export const missingSelfPrefix: Repair = {
  id: "missing-self-prefix",
  kind: "certain",
  *propose(program) {
    for (const { name, places } of undefinedNames(program)) {
      const splices = places.flatMap(({ start, node }) => {
        const object = node && ownObject(program.facts, node);
        return object === undefined ? [] : [{ start, end: start, text: `${object}.` }];
      });
      const [first] = splices;
      if (first) yield { splices, description: `wrote \`${first.text}${name}\` for \`${name}\`` };
    }
  },
};

/** What a method calls the object that has the name, where nothing hides it. */
function ownObject(facts: ProgramFacts, node: Name): string | undefined {
  const around = methodAround(facts, node);
  const kind = around && (membersOf(facts, around.owner).get(node.id) ?? ofTestCase(around.owner, node.id));
  if (!around || kind === undefined || !isUsedAs(kind, node)) return undefined;
  const object = objectOf(around.method);
  if (object === undefined || facts.names.lookUp(node, object)?.scope.owner !== around.method)
    return undefined;
  const isOnClass = facts.names.inside(around.owner)!.variables.has(node.id);
  return object === "self" || isOnClass ? object : undefined;
}

/** The one base out of sight whose methods everybody knows. */
function ofTestCase({ bases }: ClassDef, name: string): MemberKind | undefined {
  const isTestCase = bases.some((base) => lastName(base).endsWith("TestCase"));
  return isTestCase && /^(?:assert[A-Z]\w*|subTest|skipTest|addCleanup)$/.test(name) ? "method" : undefined;
}

/** By its usual name only: a first parameter of another name may be a plain argument. */
function objectOf({ args, decorator_list }: FunctionDef): "self" | "cls" | undefined {
  const [first] = positionalParameters(args);
  const isClassMethod = decorator_list.some((each) => each.kind === "Name" && each.id === "classmethod");
  if (first === "cls") return isClassMethod ? "cls" : undefined;
  return first === "self" && !isClassMethod ? "self" : undefined;
}

function isUsedAs(kind: MemberKind, node: Name): boolean {
  if (kind === "method")
    return isCalled(node) || node.parent?.kind === "Call" || node.parent?.kind === "Keyword";
  return !isCalled(node);
}
