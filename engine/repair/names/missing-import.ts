import { addedImport } from "../../tree/layout.ts";
import type { Node } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { importsFor, type WantedImport } from "./imports-for.ts";
import { undefinedNames } from "./undefined.ts";

type Missing = { names: string[]; at: number };

/** A name that nobody defines and that has one home: its import was forgotten. */
export const missingImport: Repair = {
  id: "missing-import",
  kind: "certain",
  *propose(program) {
    const lines = new Map<string, number>();
    const modules = new Map<string, Missing>();
    for (const undefinedName of undefinedNames(program)) {
      const at = undefinedName.places[0]!.start;
      for (const wanted of importsFor(program, undefinedName)) note(wanted, at, lines, modules);
    }
    for (const line of [...lines.keys()].toSorted())
      yield {
        splices: [addedImport(program.tree, line)],
        description: `added \`${line}\``,
        at: lines.get(line)!,
      };
    for (const module of [...modules.keys()].toSorted())
      yield addNames(program, module, modules.get(module)!);
  },
};

function note(
  wanted: WantedImport,
  at: number,
  lines: Map<string, number>,
  modules: Map<string, Missing>,
): void {
  if ("line" in wanted) {
    if (!lines.has(wanted.line)) lines.set(wanted.line, at);
    return;
  }
  const missing = modules.get(wanted.module);
  if (missing) missing.names.push(wanted.name);
  else modules.set(wanted.module, { names: [wanted.name], at });
}

function addNames(program: RepairableProgram, module: string, { names, at }: Missing): Rewrite {
  const sorted = names.toSorted();
  const end = endOfImport(program, module, at, sorted.join(", ").length);
  if (end !== undefined) {
    const description = `added ${sorted.map((name) => `\`${name}\``).join(", ")} to the import from \`${module}\``;
    return { splices: [{ start: end, end, text: `, ${sorted.join(", ")}` }], description, at };
  }
  const line = `from ${module} import ${sorted.join(", ")}`;
  return { splices: [addedImport(program.tree, line)], description: `added \`${line}\``, at };
}

const maxLineLength = 100;

/** Where a one-line import from a module ends that the program already has, and has before it uses the name. */
function endOfImport(
  { tree, text }: RepairableProgram,
  module: string,
  before: number,
  added: number,
): number | undefined {
  for (const node of tree.module.body) {
    if (node.kind !== "ImportFrom" || node.module !== module || node.level > 0 || node.end > before) continue;
    const last: Node | undefined = node.names.at(-1);
    const source = text.slice(node.start, node.end);
    if (last?.end !== node.end || /[(*\\\r\n]/.test(source) || source.length + added > maxLineLength)
      continue;
    return node.end;
  }
  return undefined;
}
