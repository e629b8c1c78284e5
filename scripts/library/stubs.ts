import { globSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** By module: whether it is a package, and its stub. */
type Stubs = Readonly<Record<string, readonly [isPackage: boolean, text: string]>>;

/** The first and the last minor version of Python 3 that has a module. */
type Lifetimes = Readonly<Record<string, readonly [first: number, last: number]>>;

const newest = 99;

/** What typeshed, as mypy brings it along, says of the standard library. */
export function readTypeshed(root: string): readonly [Stubs, Lifetimes] {
  const pattern = ".tools/python/lib/*/site-packages/mypy/typeshed/stdlib/VERSIONS";
  const [versions] = globSync(pattern, { cwd: root });
  if (versions === undefined) throw new Error("mypy is not in .tools: node scripts/setup.mjs checks -- true");
  const folder = join(root, versions, "..");
  return [readStubs(folder), readLifetimes(readFileSync(join(root, versions), "utf8"))];
}

function readStubs(folder: string): Stubs {
  const files = globSync("**/*.pyi", { cwd: folder }).toSorted();
  return Object.fromEntries(
    files.map((file) => {
      const parts = relative(".", file).slice(0, -".pyi".length).split(sep);
      const isPackage = parts.at(-1) === "__init__";
      const module = (isPackage ? parts.slice(0, -1) : parts).join(".");
      return [module, [isPackage, readFileSync(join(folder, file), "utf8")]];
    }),
  );
}

function readLifetimes(text: string): Lifetimes {
  const lines = text.matchAll(/^([\w.]+): 3\.(\d+)-(?:3\.(\d+))?/gm);
  return Object.fromEntries(
    [...lines].map(([, module, first, last]) => [module, [Number(first), Number(last ?? newest)]]),
  );
}
