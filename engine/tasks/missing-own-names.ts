import { complaint, isConditional } from "../checks/missing-name.ts";
import type { FindingData } from "../findings/data.ts";
import type { StaticDiagnostic, StaticFindings } from "../findings/static-findings.ts";
import { isModule } from "../library/modules.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { readModuleNames, type ModuleNames } from "../program/module-names.ts";
import type { Node } from "../tree/nodes.ts";
import { findTaking, type Missing } from "./name-taking.ts";
import { fileOf, hasModule } from "./own-modules.ts";

type Found = ReadonlyMap<string, StaticFindings>;
type Given = Readonly<{
  sources: ReadonlyMap<string, string>;
  base: string;
  /** Nothing of the program was left out. */
  areOwn?: boolean;
}>;

/**
 * With an error for each name that a file takes from another one which does not have it. Mypy has said so, as a warning
 * because it cannot know all that a program binds; here the texts of both files, and of all others, confirm it.
 */
export function withMissingNames(found: Found, { sources, base, areOwn = false }: Given): Found {
  const suspects = Array.from(found, ([path, { diagnostics }]) => ({
    path,
    said: diagnostics.filter(isSuspect),
  }));
  if (suspects.every(({ said }) => said.length === 0)) return found;
  const program = openProgram({ sources, base, areOwn });
  return new Map(
    Array.from(found, ([path, findings]) => {
      const said = suspects.find((each) => each.path === path)!.said;
      // Mypy may say the same of a line twice.
      const missing = new Map(
        said
          .flatMap((each) => confirm(each, path, program) ?? [])
          .map((each) => [`${each.line}:${each.column}`, each]),
      );
      const diagnostics = [...findings.diagnostics, ...missing.values()].toSorted(byPlace);
      return [path, { ...findings, diagnostics }];
    }),
  );
}

type Suspect = StaticDiagnostic & Readonly<{ data: Missing; line: number }>;

function isSuspect(diagnostic: StaticDiagnostic): diagnostic is Suspect {
  const { rule, data, line } = diagnostic;
  return line !== null && rule.startsWith("mypy:") && isMissing(data);
}

function isMissing(data: FindingData | undefined): boolean {
  return (
    data?.kind === "missing import" || (data?.kind === "missing attribute" && data.owner.is === "module")
  );
}

type Program = Readonly<{
  base: string;
  areOwn: boolean;
  paths: ReadonlySet<string>;
  /** Undefined where the file cannot be read. */
  open(path: string): ModuleNames | undefined;
  /** `settings.level = 3` in any file: what is set on a module is there afterwards. */
  isSetSomewhere(name: string): boolean;
}>;

function openProgram({ sources, base, areOwn }: Required<Given>): Program {
  const known = new Map<string, ModuleNames | undefined>();
  const open = (path: string): ModuleNames | undefined => {
    if (!known.has(path)) known.set(path, readModuleNames(sources.get(path)!));
    return known.get(path);
  };
  let set: SetNames | undefined;
  const isSetSomewhere = (name: string): boolean => {
    set ??= namesSetIn(Array.from(sources.keys(), (path) => open(path)?.facts));
    return set.areUnknown || set.names.has(name);
  };
  return { base, areOwn, paths: new Set(sources.keys()), open, isSetSomewhere };
}

function confirm(suspect: Suspect, path: string, program: Program): StaticDiagnostic | undefined {
  const own = program.open(path);
  const taking = own && findTaking(suspect, own.facts, { path, ...program });
  if (!own || !taking || taking.name.startsWith("__") || isConditional(taking.node)) return undefined;
  const { node, name, module, from, exception } = taking;
  const suggestions = suspect.data.suggestions;
  // It may be a module that was not sent; on one's own machine, one that is yet to be made, as by a build.
  const mayBeModule = isPackage(from) && suggestions.length === 0 && !isUsedAsValue(node, own);
  if (mayBeModule && !program.areOwn) return undefined;
  if (mayHave(from, name, program) || program.isSetSomewhere(name)) return undefined;
  const { text, positions } = own.facts.tree;
  const line = positions.lineOf(node.start);
  return {
    severity: mayBeModule ? "warning" : "error",
    rule: "python:missing-name",
    message: complaint(module, name, exception, suggestions),
    line,
    column: Array.from(text.slice(positions.startOf(line), node.start)).length + 1,
    data: suspect.data,
  };
}

function isPackage(path: string): boolean {
  return path.endsWith("__init__.py");
}

/** What is called or inherited from is no module that was merely not sent. */
function isUsedAsValue(node: Node, { facts }: ModuleNames): boolean {
  const uses: readonly Node[] = node.kind === "Alias" ? (facts.names.variableOf(node)?.reads ?? []) : [node];
  return uses.some(
    (use) =>
      (use.parent?.kind === "Call" && use.parent.func === use) ||
      (use.parent?.kind === "ClassDef" && use.parent.bases.includes(use as never)) ||
      (use.parent?.kind === "FunctionDef" && use.parent.decorator_list.includes(use as never)),
  );
}

/** Whether a module may have a name after all: it binds it on some condition, or in a way that cannot be read off it. */
function mayHave(path: string, name: string, program: Program, above: readonly string[] = []): boolean {
  const module = program.open(path);
  if (!module || module.isOpen || module.binds(name)) return true;
  if (isPackage(path) && hasModule(path, name, program.paths)) return true;
  const stars = module.facts
    .all("ImportFrom")
    .filter(({ names }) => names.some((alias) => alias.name === "*"));
  return stars.some((star) => {
    const from = fileOf(star, { path, base: program.base, paths: program.paths });
    if (from === undefined) return star.level > 0 || !isModule(star.module!);
    return !above.includes(from) && givesByStar(from, name, program, [...above, path]);
  });
}

function givesByStar(path: string, name: string, program: Program, above: readonly string[]): boolean {
  const module = program.open(path);
  if (!module || module.isOpen) return true;
  if (module.exported !== undefined && module.exported !== null) return module.exported.has(name);
  if (module.exported === null && name.startsWith("_")) return false;
  return mayHave(path, name, program, above);
}

/** Names of attributes that are set anywhere; unknown where a module is given one that is worked out. */
type SetNames = Readonly<{ names: ReadonlySet<string>; areUnknown: boolean }>;

function namesSetIn(files: readonly (ProgramFacts | undefined)[]): SetNames {
  const names = new Set<string>();
  let areUnknown = false;
  for (const facts of files) {
    for (const { attr, ctx } of facts?.all("Attribute") ?? []) if (ctx !== "Load") names.add(attr);
    for (const { func, args } of facts?.all("Call") ?? []) {
      const [target, name] = args;
      if (func.kind !== "Name" || func.id !== "setattr" || target?.kind !== "Name") continue;
      if (!facts!.names.variableOf(target)?.bindings.some(({ kind }) => kind === "Alias")) continue;
      if (name?.kind === "Constant" && name.value.type === "str") names.add(name.value.value);
      else areUnknown = true;
    }
  }
  return { names, areUnknown };
}

function byPlace(a: StaticDiagnostic, b: StaticDiagnostic): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
