import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The part of what vitest remembers of its last runs that is read here. */
type Results = Readonly<{
  projects?: Readonly<Record<string, { files: Readonly<Record<string, { duration: number }>> }>>;
}>;

/** The seconds that each test file took when vitest last ran it. */
export function lastDurations(root: string): Map<string, number> {
  const found = globSync("node_modules/.vite/vitest/*/results.json", { cwd: root });
  const results = found.map((file) => JSON.parse(readFileSync(join(root, file), "utf8")) as Results);
  const files = results.flatMap(({ projects = {} }) =>
    Object.values(projects).flatMap((project) => Object.entries(project.files)),
  );
  return new Map(files.map(([path, { duration }]) => [path, duration / 1000]));
}
