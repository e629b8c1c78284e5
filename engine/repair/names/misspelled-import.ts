import { namesIn } from "../../library/modules.ts";
import type { Alias, Name } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import { onlyTypo } from "./typos.ts";

/** A name that its module surely lacks, imported in the place of the one that is spelled nearly so. */
export const misspelledImport: Repair = {
  id: "misspelled-import",
  kind: "certain",
  *propose(program) {
    for (const [alias, meant] of misspelledImports(program)) {
      const places = [
        { start: alias.start, end: alias.start + alias.name.length },
        ...usesOf(program, alias),
      ];
      const splices = places.map(({ start, end }) => ({ start, end, text: meant }));
      yield { splices, description: `renamed \`${alias.name}\` to \`${meant}\`` };
    }
  },
};

const known = new WeakMap<RepairableProgram, ReadonlyMap<Alias, string>>();

/** The imported names that do not exist, and what is meant by each. */
export function misspelledImports(program: RepairableProgram): ReadonlyMap<Alias, string> {
  let found = known.get(program);
  if (!found) known.set(program, (found = readMisspelled(program)));
  return found;
}

function readMisspelled(program: RepairableProgram): ReadonlyMap<Alias, string> {
  const misspelled = new Map<Alias, string>();
  for (const { data, line } of program.about("missing import", "mypy:attr-defined")) {
    const alias = aliasOn(program, line, data.name);
    const listed = namesIn(data.module);
    const meant = alias && onlyTypo(alias.name, listed.length > 0 ? listed : data.suggestions);
    if (alias && meant !== undefined) misspelled.set(alias, meant);
  }
  return misspelled;
}

function aliasOn({ facts, tree }: RepairableProgram, line: number, name: string): Alias | undefined {
  const named = facts
    .all("Alias")
    .filter(({ parent, ...alias }) => alias.name === name && tree.positions.lineOf(parent!.start) === line);
  return named.length === 1 && named[0]!.parent?.kind === "ImportFrom" ? named[0] : undefined;
}

/** Where the program uses what it imported under its misspelled name. */
function usesOf({ facts }: RepairableProgram, alias: Alias): readonly Name[] {
  if (typeof alias.asname === "string") return [];
  return facts.names.variableOf(alias)?.mentions ?? [];
}
