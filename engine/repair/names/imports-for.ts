import { isCalled } from "../../program/roles.ts";
import { aliases, homes, tellingUseOf } from "../../library/homes.ts";
import { isSubmodule, offers } from "../../library/modules.ts";
import type { Name, Node } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";
import { isMemberAround } from "./members.ts";
import { misspelledImports } from "./misspelled-import.ts";
import { pathFrom, type NamePlace, type Undefined } from "./undefined.ts";
import { isType, isUsedAs } from "./uses.ts";

/** An import that a program lacks: a whole line, or a name from a module. */
export type WantedImport = Readonly<{ line: string } | { module: string; name: string }>;

/** The imports that a name nobody defines calls for; none where that is not certain. */
export function importsFor(program: RepairableProgram, { name, places }: Undefined): readonly WantedImport[] {
  if ([...misspelledImports(program).values()].includes(name)) return [];
  if (places.some(({ node }) => node && isMemberAround(program.facts, node, name))) return [];
  const decided = Object.hasOwn(byUse, name) ? byUse[name]!(places) : undefined;
  return decided ?? asModule(name, places) ?? asName(program, name, places) ?? [];
}

/** Used as `m.x`, where the module has an `x`. */
function asModule(name: string, places: readonly NamePlace[]): readonly WantedImport[] | undefined {
  const paths = places.map(({ node }) => (node ? pathFrom(node) : []));
  if (paths.some((path) => path.length < 2)) return undefined;
  const alias = aliases.get(name);
  if (alias !== undefined) return [{ line: alias }];
  const modules = paths.map(moduleIn);
  // One use that the module surely has decides for the others, which may be misspelled.
  if (!modules.some((module) => module !== undefined)) return undefined;
  return [...new Set(modules)].flatMap((module) =>
    module === undefined ? [] : [{ line: `import ${module}` }],
  );
}

/** The module that a path goes through: the longest that is one, if it has what is asked of it. */
export function moduleIn(path: readonly string[]): string | undefined {
  for (let length = path.length; length > 1; length -= 1) {
    const module = path.slice(0, length).join(".");
    if (isSubmodule(module))
      return length === path.length || offers(module, path[length]!) ? module : undefined;
  }
  return offers(path[0]!, path[1]!) ? path[0] : undefined;
}

/** Beside these modules `sqrt` and `mean` may be theirs. */
const rivals = /^(?:numpy|scipy|sympy|torch|tensorflow|cmath|jax|secrets)\b/;
const rivalled = new Set(["math", "statistics", "random"]);

function asName(
  program: RepairableProgram,
  name: string,
  places: readonly NamePlace[],
): readonly WantedImport[] | undefined {
  const module = Object.hasOwn(homes, name) ? homes[name]! : undefined;
  if (module === undefined || !places.every((place) => isUsedAs(place, tellingUseOf(name)))) return undefined;
  if (rivalled.has(module) && importsRival(program)) return undefined;
  return [{ module, name }];
}

function importsRival({ facts }: RepairableProgram): boolean {
  return (
    facts.all("Import").some(({ names }) => names.some(({ name }) => rivals.test(name))) ||
    facts.all("ImportFrom").some(({ module }) => rivals.test(module ?? ""))
  );
}

type Decision = (places: readonly NamePlace[]) => readonly WantedImport[] | undefined;

/** Names that are a module and something in it, or that two modules have. */
const byUse: Readonly<Record<string, Decision>> = {
  datetime: (places) =>
    homonym("datetime", places, (path) =>
      path.length === 1 || /^(?:now|today|utcnow|strptime|combine|from\w+|min|max)$/.test(path[1]!)
        ? "name"
        : "module",
    ),
  date: (places) => {
    const isClass = ({ node }: NamePlace): boolean =>
      node !== undefined &&
      ((isCalled(node) && argumentsOf(node) === 3) || /^(?:today|from\w+)$/.test(pathFrom(node)[1] ?? ""));
    const fits = places.every((place) => isClass(place) || isTyped(place)) && places.some(isClass);
    return fits ? [{ module: "datetime", name: "date" }] : [];
  },
  timezone: (places) =>
    places.every(({ node }) => node && pathFrom(node)[1] === "utc")
      ? [{ module: "datetime", name: "timezone" }]
      : [],
  pprint: (places) => homonym("pprint", places, (path) => (path.length === 1 ? "name" : "module")),
  getpass: (places) => homonym("getpass", places, (path) => (path.length === 1 ? "name" : "module")),
  glob: (places) => homonym("glob", places, (path) => (path.length === 1 ? "name" : "module")),
  chain: (places) =>
    whereAll(places, { module: "itertools", name: "chain" }, (node) =>
      isCalled(node) ? argumentsOf(node) > 1 : pathFrom(node)[1] === "from_iterable",
    ),
  field: (places) =>
    whereAll(places, { module: "dataclasses", name: "field" }, (node) => isCalled(node) && isInClass(node)),
  suppress: (places) => whereAll(places, { module: "contextlib", name: "suppress" }, isEntered),
  closing: (places) => whereAll(places, { module: "contextlib", name: "closing" }, isEntered),
  Thread: (places) =>
    whereAll(places, { module: "threading", name: "Thread" }, (node) => hasKeyword(node, "target")),
  sleep: (places) => {
    if (!places.every(({ node }) => node && isCalled(node))) return [];
    const awaited = places.filter(({ node }) => node!.parent!.parent?.kind === "Await").length;
    if (awaited === places.length) return [{ module: "asyncio", name: "sleep" }];
    return awaited === 0 ? [{ module: "time", name: "sleep" }] : [];
  },
};

function whereAll(
  places: readonly NamePlace[],
  wanted: WantedImport,
  isTelling: (node: Name) => boolean,
): readonly WantedImport[] {
  return places.every(({ node }) => node && isTelling(node)) ? [wanted] : [];
}

function isInClass(node: Node): boolean {
  let at = node.parent;
  while (at && !/^(?:ClassDef|FunctionDef|AsyncFunctionDef|Lambda|Module)$/.test(at.kind)) at = at.parent;
  return at?.kind === "ClassDef";
}

function isEntered(node: Name): boolean {
  return isCalled(node) && node.parent?.parent?.kind === "WithItem";
}

function hasKeyword({ parent }: Name, name: string): boolean {
  return parent?.kind === "Call" && parent.keywords.some(({ arg }) => arg === name);
}

function argumentsOf({ parent }: Name): number {
  return parent?.kind === "Call" ? parent.args.length : 0;
}

/** A module that holds something of its own name: every use must speak for the same of the two. */
function homonym(
  name: string,
  places: readonly NamePlace[],
  meantBy: (path: readonly string[]) => "name" | "module",
): readonly WantedImport[] {
  const meant = new Set(places.map(({ node }) => (node ? meantBy(pathFrom(node)) : "name")));
  if (meant.size !== 1) return [];
  if (meant.has("module")) return asModule(name, places) ?? [];
  const isCertain = places.every((place) => isTyped(place) || isUsedAs(place, "called") || isRead(place));
  return isCertain ? [{ module: name, name }] : [];
}

function isTyped({ node }: NamePlace): boolean {
  return node === undefined || isType(node);
}

function isRead({ node }: NamePlace): boolean {
  return node !== undefined && pathFrom(node).length > 1;
}
