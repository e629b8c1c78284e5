import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Packages are told by the lock file, what is built by its sources. */
const leftOut = new Set(["node_modules", "dist"]);
const isSource = /\.(?:ts|mjs|js|json)$/;

/** Changes with every change of a source, and of the packages. */
export function digestOf(root: string): string {
  const sum = createHash("sha256").update(process.version);
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !leftOut.has(entry.name) && !entry.name.startsWith(".")) visit(path);
      else if (entry.isFile() && isSource.test(path) && !path.endsWith(".test.ts"))
        sum.update(path).update("\0").update(readFileSync(path)).update("\0");
    }
  };
  visit(root);
  return sum.digest("hex").slice(0, 16);
}
