import { indentOf, removal } from "../../tree/layout.ts";
import { type Splice, replacement } from "../../text/splices.ts";
import type { Alias, Expression, Statement } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";
import { nameFor, type Imported } from "./imported-name.ts";
import { rootOf } from "../../tree/written-names.ts";
import { importedBy } from "../../tree/imported-by.ts";

type ImportStatement = Extract<Statement, { kind: "Import" | "ImportFrom" }>;

/**
 * What to import once some callees are written by the name of another module: an import that nobody uses any more
 * gives way. Undefined when that module's name stands for something else.
 */
export function swapImports(
  program: RepairableProgram,
  callees: readonly Expression[],
  module: string,
): Imported | undefined {
  const left = unusedWithout(program, callees);
  const known = nameFor(program, `${module}.x`, callees[0]!);
  if (!known) return undefined;
  const name = known.text.slice(0, -".x".length);
  const statements = [...new Set(left.map(({ parent }) => parent as ImportStatement))];
  const emptied = statements.filter(({ names }) => names.every((alias) => left.includes(alias)));
  // The first import that is left over gives way to the new one.
  const swapped =
    known.splices.length > 0 ? emptied.find((statement) => isAtTop(program, statement)) : undefined;
  const isSwappedAlias =
    known.splices.length > 0 && statements.length === 1 && statements[0]!.kind === "Import";
  if (isSwappedAlias && left.length === 1 && isAtTop(program, statements[0]!))
    return { text: name, splices: [replacement(left[0]!, module)] };
  const edits = statements.map((statement) =>
    statement === swapped ? replacement(statement, `import ${module}`) : without(program, statement, left),
  );
  if (edits.includes(undefined)) return undefined;
  const added = swapped ? [] : known.splices;
  return { text: name, splices: [...added, ...(edits as Splice[])].toSorted((x, y) => x.start - y.start) };
}

/** The imports whose every mention is one of the callees. */
function unusedWithout({ facts: { names } }: RepairableProgram, callees: readonly Expression[]): Alias[] {
  const roots = new Set(callees.map(rootOf).filter((root) => root.kind === "Name"));
  const variables = new Set(Array.from(roots, (root) => names.variableOf(root)));
  return [...variables]
    .filter((variable) => variable?.mentions.every((mention) => roots.has(mention)))
    .flatMap((variable) => variable!.bindings)
    .filter((node) => node.kind === "Alias")
    .filter(importedBy);
}

function isAtTop({ tree }: RepairableProgram, statement: ImportStatement): boolean {
  return tree.module.body.includes(statement) && indentOf(tree, statement) !== undefined;
}

/** A statement without the names that are left over. */
function without(
  { tree, text }: RepairableProgram,
  statement: ImportStatement,
  left: readonly Alias[],
): Splice | undefined {
  const { names } = statement;
  const kept = names.filter((alias) => !left.includes(alias));
  if (kept.length === 0) return removal(tree, statement);
  const [start, end] = [names[0]!.start, names.at(-1)!.end];
  const written = kept.map((alias) => text.slice(alias.start, alias.end)).join(", ");
  return /[\r\n#\\]/.test(text.slice(start, end)) ? undefined : { start, end, text: written };
}
