import { changesItsObject, resultOfMethod } from "../../library/types.ts";
import type { ProgramFacts } from "../../program/facts.ts";
import type { Assign, Call } from "../../tree/nodes.ts";
import type { Found, RepairableProgram, Repair } from "../repair.ts";
import { hasPlaceIn, startsOf } from "./reported-at.ts";
import { dottedName } from "../../tree/written-names.ts";
import { definitionOf } from "../../program/classes.ts";

export const noneAssigned: Repair = {
  id: "none-assigned",
  kind: "certain",
  *propose(program) {
    for (const statement of program.facts.all("Assign")) {
      const [target] = statement.targets;
      const name = target && dottedName(target);
      if (!name || statement.targets.length !== 1 || statement.value.kind !== "Call") continue;
      if (changedInPlace(program.facts, statement.value) !== name) continue;
      const isUsed = isNoneUsed(program, statement, name);
      if (!isUsed && !isNoneKnown(program, statement)) continue;
      yield {
        splices: [{ start: statement.start, end: statement.value.start, text: "" }],
        description: `kept \`${name}\` instead of replacing it by the None that \`${program.source(statement.value.func)}\` returns`,
        kind: isUsed ? "certain" : "changing",
      };
    }
  },
};

/** What a call changes and gives nothing back for: `x.sort()`, `random.shuffle(x)`. */
function changedInPlace(facts: ProgramFacts, { func, args }: Call): string | undefined {
  if (func.kind !== "Attribute") return undefined;
  if (["shuffle", "heapify"].includes(func.attr) && args.length === 1 && isModule(facts, func.value))
    return dottedName(args[0]!);
  const worksInPlace = changesItsObject(func.attr) && resultOfMethod(func.attr) === "None";
  return worksInPlace ? dottedName(func.value) : undefined;
}

function isModule(facts: ProgramFacts, node: Call["func"]): boolean {
  const only = definitionOf(facts, node);
  return only?.kind === "Alias" && ["random", "heapq"].includes(only.name);
}

/** Whether mypy knows that the value is None. */
function isNoneKnown(program: RepairableProgram, { value: { start, end } }: Assign): boolean {
  const typed = [
    ...program.about("nothing returned"),
    ...program.about("wrong type", "mypy:assignment").filter(({ data }) => data.types.includes("None")),
  ];
  return hasPlaceIn(startsOf(typed), { start, end });
}

/** Whether the name is said to be None behind the statement. */
function isNoneUsed(program: RepairableProgram, { value: { end } }: Assign, name: string): boolean {
  const isBehind = (found: Found): found is Found & { start: number } =>
    found.start !== undefined && found.start > end;
  if (program.about("none used").some((found) => isBehind(found) && found.data.name === name)) return true;
  return aboutNone(program).some(
    (found) => isBehind(found) && startsWithName(program.text, found.start, name),
  );
}

/** What mypy says against None as a value. */
function aboutNone(program: RepairableProgram): readonly Found[] {
  return [
    ...program.about("wrong type").filter(({ data }) => data.types[0] === "None"),
    ...program
      .about("missing attribute")
      .filter(({ data: { owner } }) => owner.is === "type" && owner.name === "None"),
    ...program.about("not iterable").filter(({ data }) => data.type === "None"),
  ];
}

function startsWithName(text: string, start: number, name: string): boolean {
  return text.startsWith(name, start) && !/^[\p{L}\p{N}_]/u.test(text.slice(start + name.length));
}
