import { isCalled } from "../../program/roles.ts";
import { definitionOf } from "../../program/classes.ts";
import { hasMember } from "../../library/builtin-members.ts";
import type { Facts } from "../../program/facts.ts";
import { namesIn } from "../../library/library-members.ts";
import type { Attribute, ClassDef, Expression } from "../../tree/nodes.ts";
import type { Found, Program, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { alikeOnLine } from "./alike.ts";
import { isTypeCertain } from "./certain.ts";
import { membersOf, type MemberKind } from "./members.ts";
import { nodesAt, only } from "./places.ts";
import { editsOf, onlySlip } from "./slips.ts";

/** An attribute that its object surely lacks, with exactly one that it has and that is spelled nearly so. */
export const misspelledAttribute: Repair = {
  id: "misspelled-attribute",
  *propose(program) {
    if (reachesAttributes(program)) return;
    const done = new Set<Attribute>();
    for (const found of program.found(
      "python:missing-member",
      "python:missing-attribute",
      "python:missing-name",
      "mypy:attr-defined",
    )) {
      const lack = lackOf(found);
      const node = lack && attributeAt(program, found, lack.attr);
      if (!node || done.has(node) || namedAttributes(program).has(lack.attr)) continue;
      if (!isTypeCertain(program, node.value)) continue;
      const meant = meantBy(program, node, lack);
      if (meant === undefined) continue;
      done.add(node);
      yield toRewrite(alikeOnLine(program, node), meant);
    }
  },
};

/** What a finding says: which attribute is lacking, on a class of this name, and what may be meant. */
type Lack = Readonly<{ attr: string; owner: string | undefined; maybe: readonly string[] }>;

function lackOf({ rule, message }: Found): Lack | undefined {
  if (rule === "python:missing-attribute") {
    const [, attr, owner] = /^No `(\w+)` (?:is ever|has been) set on (?:this )?`(\w+)`/u.exec(message) ?? [];
    return attr === undefined ? undefined : { attr, owner, maybe: [] };
  }
  if (rule === "python:missing-member") {
    const [, owner = "", attr] = /^An? `(\w+)` has no `(\w+)`/u.exec(message) ?? [];
    if (attr === undefined) return undefined;
    return { attr, owner: undefined, maybe: editsOf(attr).filter((name) => hasMember(owner, name) === true) };
  }
  if (rule === "python:missing-name") {
    const [, attr, nearest] = /has no `(\w+)`:.*?(?:Perhaps `(\w+)` is meant)?\.?$/u.exec(message) ?? [];
    return attr === undefined
      ? undefined
      : { attr, owner: undefined, maybe: nearest === undefined ? [] : [nearest] };
  }
  const [, owner, attr, hint = ""] =
    /^(?:Module|"(\w+)(?:\[.*\])?") has no attribute "(\w+)"(.*)$/u.exec(message) ?? [];
  if (attr === undefined) return undefined;
  return { attr, owner, maybe: Array.from(hint.matchAll(/"(\w+)"/g), ([, name]) => name!) };
}

/** Several attributes may begin where a finding points: the one it names, unless that stands there twice. */
function attributeAt(program: Program, { start }: Found, attr: string): Attribute | undefined {
  return only(nodesAt(program, "Attribute", start).filter((node) => node.attr === attr && isRead(node)));
}

const known = new WeakMap<Program, ReadonlySet<string>>();

/** Every attribute that is set on some object, or spelled out in a string: such a name exists. */
function namedAttributes(program: Program): ReadonlySet<string> {
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

function meantBy({ facts }: Program, node: Attribute, { attr, owner, maybe }: Lack): string | undefined {
  const known = owner === undefined ? undefined : classNamed(facts.classes, owner);
  if (known) {
    const members = [...membersOf(facts, known)].filter(([, kind]) => fits(kind, node));
    return onlySlip(
      attr,
      members.map(([name]) => name),
      shortest,
    );
  }
  const module = moduleOf(facts, node.value);
  const listed = module === undefined ? [] : namesIn(module);
  return onlySlip(attr, listed.length > 0 ? listed : maybe, shortest);
}

/** The module that an expression names: `math`, `os.path`, or what it was imported as. */
function moduleOf(facts: Facts, node: Expression): string | undefined {
  const path: string[] = [];
  let at = node;
  for (; at.kind === "Attribute"; at = at.value) path.unshift(at.attr);
  const definition = definitionOf(facts, at);
  if (definition?.kind !== "Alias" || definition.parent?.kind !== "Import") return undefined;
  const module = typeof definition.asname === "string" ? definition.name : definition.name.split(".")[0]!;
  return [module, ...path].join(".");
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
function reachesAttributes({ facts }: Program): boolean {
  return facts.all("Name").some(({ id }) => id === "setattr" || id === "vars");
}

function toRewrite(nodes: readonly Attribute[], meant: string): Rewrite {
  const splices = nodes.map(({ end, attr }) => ({ start: end - attr.length, end, text: meant }));
  return { splices, words: `renamed \`${nodes[0]!.attr}\` to \`${meant}\`` };
}
