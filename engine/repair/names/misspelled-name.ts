import { isInLoop } from "../../program/roles.ts";
import { selfOf } from "../../program/classes.ts";
import type { ProgramFacts } from "../../program/facts.ts";
import type { Name, Node } from "../../tree/nodes.ts";
import { functionAround } from "../../tree/around.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { foreignNameFor } from "./foreign-name.ts";
import { importsFor } from "./imports-for.ts";
import { candidatesAt, everywhere, type VisibleName } from "./in-scope.ts";
import { isMemberAround, membersOf, methodAround } from "./members.ts";
import { misspelledImports } from "./misspelled-import.ts";
import { isOneLetterOff, isTypo, nearNames, onlyTypo } from "./typos.ts";
import { pathFrom, undefinedNames, type Undefined } from "./undefined.ts";

/** A name that nobody defines, with exactly one name in reach that it is a slip for. */
export const misspelledName: Repair = {
  id: "misspelled-name",
  kind: "certain",
  *propose(program) {
    for (const missing of undefinedNames(program)) {
      if (isExplained(program, missing)) continue;
      const places = placesOf(program.facts, missing);
      const rewrite =
        places &&
        (asStatement(missing, places) ??
          asSelf(program, missing, places) ??
          asName(program, missing, places));
      if (rewrite) yield rewrite;
    }
  },
};

/** Whether it is known what is missing. */
function isExplained(program: RepairableProgram, missing: Undefined): boolean {
  const { facts } = program;
  return (
    importsFor(program, missing).length > 0 ||
    [...misspelledImports(program).values()].includes(missing.name) ||
    foreignNameFor(program, missing) !== undefined ||
    missing.places.some(({ node }) => node && isMemberAround(facts, node, missing.name))
  );
}

/** Whether another part of the program has a name of this spelling, so that it is no slip. */
function isNameElsewhere(facts: ProgramFacts, name: string): boolean {
  return facts.names.scopes.some(({ variables }) =>
    variables.get(name)?.bindings.some((node) => !isAugmented(node)),
  );
}

function isAugmented({ parent, start }: Node): boolean {
  return parent?.kind === "AugAssign" && parent.target.start === start;
}

/** All places of a name: `x += 1` makes the name local, so that only its first place is reported. */
function placesOf(facts: ProgramFacts, { name, places }: Undefined): readonly Name[] | undefined {
  const nodes = new Set<Name>();
  for (const { node } of places) {
    if (!node) return undefined;
    nodes.add(node);
    for (const mention of facts.names.lookUp(node, name)?.mentions ?? []) nodes.add(mention);
  }
  return [...nodes].toSorted((a, b) => a.start - b.start);
}

/** A name that stands in more places than this was hardly written by a slip. */
const maxPlaces = 50;

const statements = ["return", "break", "continue", "pass"];

/** A statement of one word: `retrun`, `contineu`. */
function asStatement({ name }: Undefined, places: readonly Name[]): Rewrite | undefined {
  const word = statements.find((each) => isTypo(name, each));
  if (word === undefined || !places.every((node) => isStatement(node, word))) return undefined;
  return toRewrite(places, name, word);
}

function isStatement(node: Name, word: string): boolean {
  if (node.parent?.kind !== "Expr") return false;
  if (word === "return") return functionAround(node) !== undefined;
  return word === "pass" || isInLoop(node);
}

/** The short `self` is known by what is asked of it. */
function asSelf(
  { facts }: RepairableProgram,
  { name }: Undefined,
  places: readonly Name[],
): Rewrite | undefined {
  if (name[0] !== "s" || !isOneLetterOff(name, "self")) return undefined;
  const isMeant = places.every((place) => {
    const around = methodAround(facts, place);
    const [, attr = ""] = pathFrom(place);
    return around && selfOf(around.method) === "self" && membersOf(facts, around.owner).has(attr);
  });
  return isMeant ? toRewrite(places, name, "self") : undefined;
}

function asName(
  { facts }: RepairableProgram,
  { name }: Undefined,
  places: readonly Name[],
): Rewrite | undefined {
  const names = nearNames(name, [
    ...everywhere(),
    ...facts.names.scopes.flatMap(({ variables }) => [...variables.keys()]),
  ]);
  if (names.size === 0 || places.length > maxPlaces) return undefined;
  const near = places.map((place) => nearAt(facts, place, name, names));
  const [meant] = near;
  if (!meant || near.some((each) => each?.name !== meant.name)) return undefined;
  const isElsewhere = isNameElsewhere(facts, name);
  const isSetByTypo = isTypo(meant.name, name) && isNeverRead(facts, meant, places, name);
  if (isSetByTypo && (places.length > 1 || isElsewhere || !isTypo(name, meant.name)))
    return {
      ...toRewrite(meant.variable!.mentions, meant.name, name),
      // What a class sets may be read through its objects.
      kind: meant.variable!.scope.kind === "class" ? "changing" : "certain",
    };
  return isElsewhere ? undefined : toRewrite(places, name, meant.name);
}

function nearAt(
  facts: ProgramFacts,
  place: Name,
  name: string,
  names: ReadonlySet<string>,
): VisibleName | undefined {
  const candidates = candidatesAt(facts, place, names);
  if (name.length === shortLength) return onlyUnread(name, candidates);
  const meant = onlyTypo(
    name,
    candidates.map((each) => each.name),
  );
  return candidates.find((each) => each.name === meant);
}

/** Names of three letters are near to many others: a name is meant that is the only one near and is read nowhere else. */
const shortLength = 3;

function onlyUnread(name: string, candidates: readonly VisibleName[]): VisibleName | undefined {
  const [only] = candidates;
  const isWaiting = only?.variable?.reads.length === 0 && only.name[0] === name[0];
  return candidates.length === 1 && isWaiting ? only : undefined;
}

/** Set and never read. */
function isNeverRead(
  facts: ProgramFacts,
  { variable }: VisibleName,
  places: readonly Name[],
  typed: string,
): boolean {
  // What a module sets may be read by others.
  if (!variable?.scope.parent || !variable.bindings.every(({ kind }) => kind === "Name")) return false;
  const { mentions } = variable;
  const isSetOnce = mentions.length === 1 && mentions[0]!.ctx === "Store";
  return (
    isSetOnce && !places.some((place) => isAugmented(place) || facts.names.scopeOf(place).declared.has(typed))
  );
}

function toRewrite(places: readonly Name[], from: string, to: string): Rewrite {
  return {
    splices: places.map(({ start, end }) => ({ start, end, text: to })),
    description: `renamed \`${from}\` to \`${to}\``,
  };
}
