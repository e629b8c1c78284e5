import type { Tree } from "../tree/tree.ts";
import type { Variable } from "../program/scopes.ts";

export type Naming = Readonly<{
  nameOf(variable: Variable): string;
  /** A name like the wish; `from` is the number to begin with when it is taken. */
  fresh(wish: string, from: number, isGiven: (name: string) => boolean): { name: string; count: number };
}>;

/** Words that cannot be the name of a variable in a module, and globals that the output uses. */
const reserved: ReadonlySet<string> = new Set(
  (
    "abstract any arguments as async await boolean break case catch class const continue debugger declare default delete do else enum eval export extends false finally for from function get global if implements import in instanceof interface let module new null number object of package private protected public return set static string super switch symbol this throw true try type typeof undefined unknown var void while with yield " +
    "Array BigInt Boolean Error Function Infinity Iterator JSON Map Math NaN Number Object Promise Proxy Reflect RegExp Set String Symbol WeakMap console globalThis process " +
    "ArrayLike DataView Float64Array BigInt64Array BigUint64Array Uint8Array Intl RangeError Record Readonly Iterable IterableIterator IteratorResult Generator parseInt parseFloat isNaN"
  ).split(" "),
);

/** Words of the list above that may well name a variable. */
const harmless: ReadonlySet<string> = new Set(
  "abstract any as async boolean declare from get global module number object of string symbol type unknown set".split(
    " ",
  ),
);

/** Keeps Python's names, except where JavaScript or the runtime library means something else by them. */
export function createNaming(tree: Tree, taken: ReadonlySet<string>): Naming {
  const inProgram = new Set<string>();
  for (const node of tree.nodes) {
    if (node.kind === "Name") inProgram.add(node.id);
    else if (node.kind === "Arg") inProgram.add(node.arg);
    else if (node.kind === "FunctionDef" || node.kind === "ClassDef") inProgram.add(node.name);
    else if (node.kind === "ExceptHandler" && node.name) inProgram.add(node.name);
    else if ((node.kind === "MatchAs" || node.kind === "MatchStar") && node.name) inProgram.add(node.name);
  }
  const isFree = (name: string): boolean => !taken.has(name) && (!reserved.has(name) || harmless.has(name));
  const renamed = new Map<string, string>();
  return {
    nameOf({ name }) {
      if (isFree(name)) return name;
      let other = renamed.get(name);
      if (other === undefined) {
        other = `${name}_`;
        while (inProgram.has(other) || !isFree(other)) other += "_";
        renamed.set(name, other);
      }
      return other;
    },
    fresh(wish, from, isGiven) {
      let count = from;
      let name = from === 1 ? wish.replace(/_{2,}/g, "_") : `${wish}${from}`;
      while (inProgram.has(name) || isGiven(name) || !isFree(name)) name = `${wish}${(count += 1)}`;
      return { name, count };
    },
  };
}
