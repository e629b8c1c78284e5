import type { StaticDiagnostic, StaticFindings } from "../findings/static-findings.ts";
import { lastOf, moduleOf } from "./loans.ts";
import { ownPackage, readTakings, takingOf, type Takings } from "./takings.ts";

type Found = ReadonlyMap<string, StaticFindings>;
type Given = Readonly<{ sources: ReadonlyMap<string, string>; base: string }>;

/** An import that is called unused, and how another file would take it. */
type Unused = Readonly<{ path: string; diagnostic: StaticDiagnostic; takings: readonly string[] }>;

/**
 * Without what is said of imports that are unused in their own file and there for another one, which imports them from
 * it and uses them, or passes them on. Each is looked at again only when another file turns out to use what it takes.
 */
export function withoutPassedOn(found: Found, { sources, base }: Given): Found {
  const unused = Array.from(found, ([path, { diagnostics }]) =>
    unusedIn(diagnostics, { path, text: sources.get(path)!, base }),
  ).flat();
  if (unused.length === 0) return found;
  const takers = createTakers(found, sources);
  const waiting = Map.groupBy(
    unused.flatMap((each) => each.takings.map((taking) => ({ taking, each }))),
    ({ taking }) => taking,
  );
  const passedOn = new Set<StaticDiagnostic>();
  const left = [...waiting.keys()];
  for (let taking = left.pop(); taking !== undefined; taking = left.pop()) {
    for (const { each } of waiting.get(taking) ?? []) {
      if (passedOn.has(each.diagnostic) || !takers.isTaken(taking, each.path)) continue;
      passedOn.add(each.diagnostic);
      left.push(...takers.use(each));
    }
  }
  return new Map(Array.from(found, ([path, findings]) => [path, without(findings, passedOn)]));
}

function without(findings: StaticFindings, passedOn: ReadonlySet<StaticDiagnostic>): StaticFindings {
  const diagnostics = findings.diagnostics.filter((each) => !passedOn.has(each));
  return diagnostics.length === findings.diagnostics.length ? findings : { ...findings, diagnostics };
}

/** Who takes what, and uses it. */
function createTakers(found: Found, sources: Given["sources"]) {
  const takings = new Map(Array.from(found.keys(), (path) => [path, readTakings(sources.get(path)!)]));
  const unusedNames = new Map(
    Array.from(found, ([path, { diagnostics }]) => [path, countNames(diagnostics)]),
  );
  const users = new Map<string, Set<string>>();
  const addUser = (taking: string, path: string): void =>
    void users.set(taking, (users.get(taking) ?? new Set()).add(path));
  for (const [path, { listed, members }] of takings) {
    for (const taking of members) addUser(taking, path);
    for (const [name, takes] of listed)
      if (!unusedNames.get(path)!.has(name)) for (const taking of takes) addUser(taking, path);
  }
  const ofStars = [...takings].filter(([, { stars }]) => stars.size > 0);
  const isStarred = ({ stars, words }: Takings, module: string, name: string): boolean =>
    stars.has(module) && words.has(name);

  return {
    /** Whether a file other than this one takes it. */
    isTaken(taking: string, from: string): boolean {
      const paths = users.get(taking);
      if (paths && (paths.size > 1 || !paths.has(from))) return true;
      const [module, name] = taking.split(" ") as [string, string];
      return ofStars.some(([path, its]) => path !== from && isStarred(its, module, name));
    },
    /** This file uses it after all; returns what it takes by that name. */
    use({ path, diagnostic }: Unused): readonly string[] {
      const names = unusedNames.get(path)!;
      const name = lastOf(importedName(diagnostic)!);
      const more = names.get(name)! - 1;
      names.set(name, more);
      const takes = more === 0 ? [...(takings.get(path)!.listed.get(name) ?? [])] : [];
      for (const taking of takes) addUser(taking, path);
      return takes;
    },
  };
}

function countNames(diagnostics: readonly StaticDiagnostic[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const diagnostic of diagnostics) {
    const imported = importedName(diagnostic);
    if (imported !== undefined) counts.set(lastOf(imported), (counts.get(lastOf(imported)) ?? 0) + 1);
  }
  return counts;
}

function importedName({ data }: StaticDiagnostic): string | undefined {
  return data?.kind === "unused import" ? data.name : undefined;
}

type Place = Readonly<{ path: string; text: string; base: string }>;

function unusedIn(diagnostics: readonly StaticDiagnostic[], { path, text, base }: Place): Unused[] {
  const unused = diagnostics.filter((each) => importedName(each) !== undefined);
  if (unused.length === 0) return [];
  const lines = text.split("\n");
  const aliases = new Map<number, ReadonlyMap<string, string>>();
  const aliasesOn = (line: number): ReadonlyMap<string, string> => {
    const known = aliases.get(line) ?? readAliases(lines[line - 1] ?? "");
    aliases.set(line, known);
    return known;
  };
  const modules = [lastOf(moduleOf(path, base)), ...(path.endsWith("__init__.py") ? [ownPackage] : [])];
  return unused.map((diagnostic) => {
    const names = namesBoundBy(importedName(diagnostic)!, aliasesOn(diagnostic.line ?? 0));
    const takings = modules.flatMap((module) => names.map((name) => takingOf(module, name)));
    return { path, diagnostic, takings };
  });
}

/** `math.sqrt` may be `from math import sqrt` or `import math.sqrt`; with `as` on its line it has another name. */
function namesBoundBy(imported: string, aliases: ReadonlyMap<string, string>): string[] {
  const alias = aliases.get(lastOf(imported));
  return alias === undefined ? [lastOf(imported), imported.split(".", 1)[0]!] : [alias];
}

/** `sqrt as root`: the other names of a line, by what they stand for. */
function readAliases(line: string): Map<string, string> {
  const words = line.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const named = words.flatMap((word, at): [string, string][] =>
    word === "as" && words[at - 1] && words[at + 1] ? [[words[at - 1]!, words[at + 1]!]] : [],
  );
  return new Map(named);
}
