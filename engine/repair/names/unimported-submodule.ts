import { definitionOf } from "../../program/classes.ts";
import { addedImport } from "../../tree/layout.ts";
import type { Alias, Name, Node } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { moduleIn } from "./imports-for.ts";
import { pathFrom } from "./undefined.ts";

/** `import urllib` alone does not bring `urllib.parse`. */
export const unimportedSubmodule: Repair = {
  id: "unimported-submodule",
  kind: "certain",
  *propose(program) {
    if (!program.facts.all("Import", "ImportFrom").every(bringsNothing)) return;
    const names = new Map(program.facts.all("Name").map((node) => [node.start, node]));
    const done = new Set<string>();
    for (const { data, start } of program.about("missing attribute", "mypy:attr-defined")) {
      const node = data.owner.is === "module" ? names.get(start ?? -1) : undefined;
      const module = node && moduleIn(pathFrom(node));
      const alias = node && packageOf(program, node);
      if (!alias || !module?.includes(".") || done.has(module)) continue;
      const isFirst = !done.has(alias.name);
      done.add(module).add(alias.name);
      yield importOf(program, node, module, isFirst ? alias : undefined);
    }
  },
};

/** Modules that load no part of a package which another module might miss. */
const plain = new Set(
  `abc argparse base64 bisect collections copy csv dataclasses datetime decimal enum functools fractions glob hashlib
  heapq io itertools json math operator os random re shutil statistics string sys textwrap threading time typing
  urllib xml concurrent http logging unittest`.split(/\s+/),
);

/** Any other import may bring the module with it, so that the program works as it is. */
function bringsNothing(node: Extract<Node, { kind: "Import" | "ImportFrom" }>): boolean {
  if (node.kind === "ImportFrom") return node.level === 0 && plain.has(node.module ?? "");
  return node.names.every(({ name }) => plain.has(name));
}

/** The import of the package alone, at the top of the program. */
function packageOf({ facts }: RepairableProgram, node: Name): Alias | undefined {
  const alias = definitionOf(facts, node);
  const isPlain = alias?.kind === "Alias" && alias.parent?.kind === "Import" && alias.name === node.id;
  return isPlain && alias.parent?.parent?.kind === "Module" ? alias : undefined;
}

/** The package's own import is made longer, once; for a second module another line is added. */
function importOf(
  { tree }: RepairableProgram,
  node: Name,
  module: string,
  alias: Alias | undefined,
): Rewrite {
  const line = `import ${module}`;
  const splice = alias ? { start: alias.start, end: alias.end, text: module } : addedImport(tree, line);
  return { splices: [splice], description: `added \`${line}\``, at: node.start };
}
