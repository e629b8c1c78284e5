import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { isBelow } from "../../files/is-below.ts";
import { UsageError } from "../../usage-error.ts";

/** A path that an agent named, and the root that it is below. */
export type NamedPath = Readonly<{ root: string; path: string }>;

/** Where a path leads to; links count by what they lead to. Nothing outside of the roots is read or written. */
export function locate(roots: readonly string[], name: string): NamedPath {
  const candidates = roots.map((root) => ({ root, path: resolve(root, name) }));
  const inside = candidates.filter(({ root, path }) => isBelow(root, path));
  if (inside.length === 0) throw outside(roots, name);
  const found = inside.filter(({ path }) => existsSync(path));
  if (found.length === 0) throw new UsageError(`${name}: no such file or folder.`);
  const [real] = found.filter(({ root, path }) => isBelow(realpathSync(root), realpathSync(path)));
  if (!real) throw outside(roots, name);
  return real;
}

function outside(roots: readonly string[], name: string): UsageError {
  return new UsageError(`${name} is outside of ${roots.join(" and ")}. Name files below it.`);
}
