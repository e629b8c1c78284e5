import { isModule } from "../library/modules.ts";
import type { Node } from "../tree/nodes.ts";
import type { Tree } from "../tree/tree.ts";
import { isCommonModule, isKnownName, popularPackages } from "./table.ts";
import { nearest, nearPopularModule, wellKnownModules } from "./similar.ts";

/** A package that an import begins with, which neither the standard library has nor the text itself declares. */
type ImportedPackage = Readonly<{ node: Node; name: string }>;

/** Longer names are nobody's. */
const maxName = 100;

export function importedPackages({ nodes }: Pick<Tree, "nodes">): ImportedPackage[] {
  return nodes.flatMap((node) =>
    topNames(node)
      .filter((name) => name.length <= maxName && !name.startsWith("_") && !isModule(name))
      .map((name) => ({ node, name })),
  );
}

function topNames(node: Node): string[] {
  if (node.kind === "ImportFrom")
    return node.level === 0 && node.module !== undefined ? [node.module.split(".", 1)[0]!] : [];
  return node.kind === "Import" ? node.names.map(({ name }) => name.split(".", 1)[0]!) : [];
}

/**
 * The module of a well-known package that an import is one letter from, unless many call a module of their own so;
 * `mysql_db` is one's own rather than `MySQLdb`.
 */
export function mistakenFor(module: string): string | undefined {
  const meant = isModule(module) || isCommonModule(module) ? undefined : nearPopularModule(module);
  const letters = (name: string): string => name.replaceAll("_", "").toLowerCase();
  return meant === undefined || letters(meant) === letters(module) ? undefined : meant;
}

/**
 * Whether a name looks like one that was made up: it begins with a package that others are named after, as those of
 * `flask` are, no known package has it, and the rest is not only what people call their own modules.
 */
export function mayBeMadeUp(module: string): boolean {
  const [first, ...rest] = module.toLowerCase().split("_");
  return (
    rest.length > 0 &&
    isFamilyName(first!) &&
    !rest.every((word) => word === "" || isCommonModule(word) || isModule(word)) &&
    !isKnownName(module)
  );
}

/** So many packages have to be named after one, and a shorter name is in too many others by accident. */
const [minFamily, minName] = [5, 5];

let found: ReadonlySet<string> | undefined;

/** Well-known packages that others are named after: `flask` of `flask-login` and `flask-cors`. */
function families(): ReadonlySet<string> {
  if (found) return found;
  const sizes = new Map<string, number>();
  for (const name of popularPackages()) {
    const end = name.indexOf("-");
    const first = name.slice(0, Math.max(0, end));
    if (end > 0) sizes.set(first, (sizes.get(first) ?? 0) + 1);
  }
  const isFamily = (name: string): boolean => name.length >= minName && (sizes.get(name) ?? 0) >= minFamily;
  found = new Set(wellKnownModules().filter(isFamily));
  return found;
}

/** `reqeusts_toolbox` is made like one, too. */
function isFamilyName(name: string): boolean {
  return families().has(name) || nearest(name, [...families()]) !== undefined;
}

/** Whether an import is tried: the program goes on without what is not there. */
export function isTried({ parent }: Node): boolean {
  for (let at = parent; at; at = at.parent) {
    if (at.kind === "Try" || at.kind === "TryStar" || at.kind === "ExceptHandler") return true;
    if (at.kind === "FunctionDef" || at.kind === "AsyncFunctionDef" || at.kind === "ClassDef") return false;
  }
  return false;
}
