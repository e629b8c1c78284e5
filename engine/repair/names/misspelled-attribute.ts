import { isCalled } from "../../program/roles.ts";
import { definitionOf } from "../../program/classes.ts";
import { hasMember } from "../../library/types.ts";
import type { DataOf } from "../../findings/data.ts";
import type { ProgramFacts } from "../../program/facts.ts";
import { namesIn } from "../../library/modules.ts";
import type { Attribute, ClassDef, Expression } from "../../tree/nodes.ts";
import type { About, RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { alikeOnLine } from "./alike.ts";
import { isTypeCertain } from "./certain.ts";
import { membersOf, type MemberKind } from "./members.ts";
import { nodesAt, only } from "../nodes-at.ts";
import { editsOf, onlyTypo } from "./typos.ts";
import { importedBy } from "../../tree/imported-by.ts";
import { attributesOf, rootOf } from "../../tree/written-names.ts";

/** An attribute that its object surely lacks, with exactly one that it has and that is spelled nearly so. */
export const misspelledAttribute: Repair = {
  id: "misspelled-attribute",
  kind: "certain",
  *propose(program) {
    if (reachesAttributes(program)) return;
    const done = new Set<Attribute>();
    for (const found of program.about(
      "missing attribute",
      "python:missing-member",
      "python:missing-attribute",
      "python:missing-name",
      "mypy:attr-defined",
    )) {
      const node = attributeAt(program, found);
      if (!node || done.has(node) || namedAttributes(program).has(node.attr)) continue;
      if (!isTypeCertain(program, node.value)) continue;
      const meant = meantBy(program, node, found.data);
      if (meant === undefined) continue;
      done.add(node);
      yield toRewrite(alikeOnLine(program, node), meant);
    }
  },
};

/** Several attributes may begin where a finding points: the one it names, unless that stands there twice. */
function attributeAt(
  program: RepairableProgram,
  { start, data }: About<"missing attribute">,
): Attribute | undefined {
  const { attribute } = data;
  return only(nodesAt(program, "Attribute", start).filter((node) => node.attr === attribute && isRead(node)));
}

const known = new WeakMap<RepairableProgram, ReadonlySet<string>>();

/** Every attribute that is set on some object, or spelled out in a string: such a name exists. */
function namedAttributes(program: RepairableProgram): ReadonlySet<string> {
  const { facts } = program;
  let named = known.get(program);
  if (!named) {
    const set = facts.all("Attribute").flatMap((node) => (isRead(node) ? [] : [node.attr]));
    const spelled = facts.all("Constant").flatMap(({ value }) => (value.type === "str" ? [value.value] : []));
    known.set(program, (named = new Set([...set, ...spelled])));
  }
  return named;
}

/** `self.x += 1` reads before it sets. */
function isRead({ ctx, parent, start, end }: Attribute): boolean {
  return (
    ctx === "Load" ||
    (parent?.kind === "AugAssign" && parent.target.start === start && parent.target.end === end)
  );
}

/** What the object is known to have can be listed, so that names of three letters are enough. */
const shortest = 3;

function meantBy(
  { facts }: RepairableProgram,
  node: Attribute,
  { owner, suggestions }: DataOf<"missing attribute">,
): string | undefined {
  const { attr } = node;
  const known =
    owner.is === "class" || owner.is === "type" ? classNamed(facts.classes, owner.name) : undefined;
  if (known) {
    const members = [...membersOf(facts, known)].filter(([, kind]) => fits(kind, node));
    return onlyTypo(
      attr,
      members.map(([name]) => name),
      shortest,
    );
  }
  const module = moduleOf(facts, node.value);
  const listed = module === undefined ? [] : namesIn(module);
  if (listed.length > 0) return onlyTypo(attr, listed, shortest);
  const isOffered = (name: string): boolean => owner.is === "builtin" && hasMember(owner.name, name) === true;
  return onlyTypo(attr, owner.is === "builtin" ? editsOf(attr).filter(isOffered) : suggestions, shortest);
}

/** The module that an expression names: `math`, `os.path`, or what it was imported as. */
function moduleOf(facts: ProgramFacts, node: Expression): string | undefined {
  const definition = definitionOf(facts, rootOf(node));
  const module = definition?.parent?.kind === "Import" ? importedBy(definition) : undefined;
  return module === undefined ? undefined : [module, ...attributesOf(node)].join(".");
}

function classNamed(classes: readonly ClassDef[], name: string): ClassDef | undefined {
  const named = classes.filter((each) => each.name === name);
  return named.length === 1 ? named[0] : undefined;
}

/** What is called is a method; what is not is set somewhere. */
function fits(kind: MemberKind, node: Attribute): boolean {
  return (kind === "method") === isCalled(node);
}

/** Attributes come from nowhere. */
function reachesAttributes({ facts }: RepairableProgram): boolean {
  return facts.all("Name").some(({ id }) => id === "setattr" || id === "vars");
}

function toRewrite(nodes: readonly Attribute[], meant: string): Rewrite {
  const splices = nodes.map(({ end, attr }) => ({ start: end - attr.length, end, text: meant }));
  return { splices, description: `renamed \`${nodes[0]!.attr}\` to \`${meant}\`` };
}
