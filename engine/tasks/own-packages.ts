import type { StaticFindings } from "../findings/static-findings.ts";
import { importedPackages, mayBeMadeUp, mistakenFor } from "../package-names/imported.ts";
import { readTree } from "../tree/tree.ts";

type Found = ReadonlyMap<string, StaticFindings>;
type Given = Readonly<{ sources: ReadonlyMap<string, string> }>;

/** By rule of the policy, whether it is about a package of this name. */
const aboutPackages: Readonly<Record<string, (name: string) => boolean>> = {
  "similar-package": (name) => mistakenFor(name) !== undefined,
  "unknown-package": mayBeMadeUp,
};

/** Without what the policy says of packages that are files or folders of the same program, wherever they lie in it. */
export function withoutOwnPackages(found: Found, { sources }: Given): Found {
  const own = new Set(Array.from(sources.keys(), (path) => path.replace(/\.\w+$/, "").split("/")).flat());
  return new Map(
    Array.from(found, ([path, findings]) => {
      if (!findings.security.some(({ id }) => Object.hasOwn(aboutPackages, id))) return [path, findings];
      const told = packagesIn(sources.get(path)!);
      const security = findings.security.filter(({ id, line }) => {
        const name = told.get(line ?? 0)?.find((each) => aboutPackages[id]?.(each));
        return name === undefined || !own.has(name);
      });
      return [path, { ...findings, security }];
    }),
  );
}

/** The packages that each line imports. */
function packagesIn(text: string): ReadonlyMap<number, readonly string[]> {
  const tree = readTree(text);
  const found = new Map<number, string[]>();
  for (const { node, name } of tree ? importedPackages(tree) : []) {
    const line = tree!.positions.lineOf(node.start);
    found.set(line, [...(found.get(line) ?? []), name]);
  }
  return found;
}
