import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folders = ["../../engine", "../../platform"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Changes with every change of the engine, its data and its Python, also in a checkout between releases. */
export function engineIdentity(version: string, environment: readonly (string | undefined)[]): string {
  const build = readdirSync(folders[0]!).find((name) => name.startsWith("build-"));
  return JSON.stringify([version, build ?? stateOf(folders), ...environment]);
}

/** Of sources, which change at any time; a bundle is named by what it is made of. */
function stateOf(places: readonly string[]): string {
  const sum = createHash("sha256");
  for (const folder of places)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      // Python writes this one as it runs.
      if (!entry.isFile() || entry.parentPath.includes("__pycache__")) continue;
      const { mtimeMs, size } = statSync(join(entry.parentPath, entry.name));
      sum.update(`${entry.parentPath}/${entry.name} ${mtimeMs} ${size}\n`);
    }
  return sum.digest("hex");
}
