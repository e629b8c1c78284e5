import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findCycles, wayRound } from "../../scripts/structure/cycles.ts";
import { patternsIn } from "../../scripts/structure/patterns.ts";
import { wrongImports, type FloorMap } from "../../scripts/structure/floors.ts";
import { isFile, isIn, readSourceFiles, type SourceFile } from "../../scripts/structure/source-files.ts";

export type Architecture = FloorMap &
  Readonly<{
    /** Who may import each package. */
    owners: Readonly<Record<string, readonly string[]>>;
  }>;

const drawers = new Set(["utils", "util", "lib", "common", "helpers", "misc", "shared"]);
/** Modules of Node that reach outside the process; the others may be used anywhere. */
const ownedModules = new Set(["node:sqlite", "node:child_process", "node:worker_threads"]);

/** Everything in the tree that contradicts its architecture, one sentence per problem. */
export function findProblems(root: string, architecture: Architecture): string[] {
  const files = [...Object.keys(architecture.programs), ...architecture.outside].flatMap((folder) =>
    readSourceFiles(root, folder),
  );
  return [
    ...files.flatMap((file) => wrongImports(file, architecture).map(({ words }) => words)),
    ...files.flatMap((file) => ownerProblems(file, architecture)),
    ...packageProblems(root, architecture),
    ...cycleProblems(files),
    ...drawerProblems(files),
    ...barrelProblems(files),
    // Untrusted text must not become a pattern.
    ...Object.keys(architecture.programs).flatMap((folder) => patternsIn(root, folder).unknown),
  ];
}

function ownerProblems({ path, imports }: SourceFile, { owners }: Architecture): string[] {
  const packages = imports.filter(
    (name) => !isFile(name) || (!name.endsWith(".ts") && !name.endsWith(".mjs")),
  );
  return packages
    .filter((name) => !name.startsWith("node:") || ownedModules.has(name))
    .flatMap((name) => {
      const places = owners[name];
      if (!places) return [`${path} imports ${name}, which has no owner`];
      return places.some((place) => isIn(path, place))
        ? []
        : [`${path} imports ${name}, which it does not own`];
    });
}

function packageProblems(root: string, { owners }: Architecture): string[] {
  const file = join(root, "package.json");
  if (!existsSync(file)) return [];
  const { dependencies = {} } = JSON.parse(readFileSync(file, "utf8")) as {
    dependencies?: Record<string, string>;
  };
  return Object.keys(dependencies)
    .filter((name) => !owners[name])
    .map((name) => `package.json names ${name}, which has no owner`);
}

/** A cycle of types is a cycle too: neither file can be understood without the other. */
function cycleProblems(files: readonly SourceFile[]): string[] {
  return findCycles(files, "imports").map((group) => `${wayRound(group, files).join(" → ")} is a cycle`);
}

function drawerProblems(files: readonly SourceFile[]): string[] {
  const folders = Map.groupBy(files, ({ path }) => dirname(path));
  return Array.from(folders).flatMap(([folder, inside]) => {
    const name = folder.split("/").find((step) => drawers.has(step));
    if (name) return [`${folder} is a drawer: nothing is called ${name}`];
    const doesSomething = inside.some(({ text }) =>
      /^export (?:async |default )?(?:function|const|class)/m.test(text),
    );
    return folder.endsWith("/types") && !doesSomething ? [`${folder} is a drawer of types`] : [];
  });
}

function barrelProblems(files: readonly SourceFile[]): string[] {
  const barrels = new Set(
    files
      .filter(({ text }) => /^export\s+(?:type\s+)?[*{][^;"]*?\sfrom\s+"/m.test(text))
      .map(({ path }) => path),
  );
  return files.flatMap(({ path, imports }) =>
    imports.filter((target) => barrels.has(target)).map((target) => `${path} imports the barrel ${target}`),
  );
}
