import { unsentMessage } from "../checks/unsent-module.ts";
import type { RelativeImport } from "../findings/data.ts";
import type { StaticDiagnostic, StaticFindings } from "../findings/static-findings.ts";
import type { Node } from "../tree/nodes.ts";
import { readTree, type Tree } from "../tree/tree.ts";
import { fileOf, foldersOf, placesOf, type ImportPlace } from "./own-modules.ts";
import { isAmong } from "./sent-modules.ts";

type Found = ReadonlyMap<string, StaticFindings>;
type Given = Readonly<{ sources: ReadonlyMap<string, string>; base: string }>;

/** With a warning for each module that a file imports, by its full name, from a package of which other parts were sent. */
export function withUnsent(found: Found, { sources, base }: Given): Found {
  const paths = new Set(sources.keys());
  const folders = foldersOf(paths);
  if (folders.size < 2) return found;
  return new Map(
    Array.from(found, ([path, findings]) => {
      const unsent = unsentIn(sources.get(path)!, { path, base, paths, folders });
      return [path, unsent ? withWarning(findings, unsent) : findings];
    }),
  );
}

/** Without what is said of them. */
export function withoutUnsent(found: Found): Found {
  return new Map(
    Array.from(found, ([path, findings]) => {
      const diagnostics = findings.diagnostics.filter(({ rule }) => rule !== unsentRule);
      return [path, { ...findings, diagnostics }];
    }),
  );
}

const unsentRule = "python:unsent-module";

/** Longer names are nobody's. */
const maxName = 500;

type Unsent = Readonly<{ imports: readonly RelativeImport[]; line: number; column: number }>;

type Place = ImportPlace & Readonly<{ folders: ReadonlySet<string> }>;

function unsentIn(text: string, place: Place): Unsent | undefined {
  const packages = new Set(Array.from(importedNames(text)).filter((name) => isPackage(name, place)));
  const tree = packages.size > 0 ? readTree(text) : undefined;
  const missing = (tree?.nodes ?? []).flatMap((node) =>
    importsOf(node)
      .filter(({ module }) => module!.length <= maxName && packages.has(module!.split(".")[0]!))
      .filter((each) => !isAmong(each, place))
      .map((each) => ({ node, each })),
  );
  const [first] = missing;
  return first && { imports: missing.map(({ each }) => each), ...placeOf(tree!, first.node) };
}

/** The first parts of the names with dots that lines of the text import. */
function importedNames(text: string): ReadonlySet<string> {
  const lines = text.matchAll(/^[ \t]*(?:from|import)[ \t]+([^\n]*)/gm);
  const words = Array.from(lines, ([, rest]) => rest!.split(/[\s,]+/)).flat();
  return new Set(words.filter((word) => /^\w+\./.test(word)).map((word) => word.split(".")[0]!));
}

/** Whether a name is that of a package of which something was sent. */
function isPackage(name: string, place: Place): boolean {
  const file = fileOf({ level: 0, module: name }, place);
  if (file !== undefined) return file.endsWith("__init__.py");
  return placesOf(name, place.base).some((folder) => place.folders.has(folder));
}

function importsOf(node: Node): RelativeImport[] {
  if (node.kind === "ImportFrom" && node.level === 0 && node.module !== undefined)
    return [{ level: 0, module: node.module, names: node.names.map(({ name }) => name) }];
  if (node.kind !== "Import") return [];
  return node.names.map(({ name }) => ({ level: 0, module: name, names: [] }));
}

function placeOf({ text, positions }: Tree, { start }: Node): Readonly<{ line: number; column: number }> {
  const line = positions.lineOf(start);
  return { line, column: Array.from(text.slice(positions.startOf(line), start)).length + 1 };
}

/** A file gets one warning for all its modules that were not sent. */
function withWarning(findings: StaticFindings, { imports, line, column }: Unsent): StaticFindings {
  const isOfRelative = ({ data }: StaticDiagnostic): boolean => data?.kind === "relative imports";
  const others = findings.diagnostics.filter((each) => !isOfRelative(each));
  const said = findings.diagnostics.find(isOfRelative);
  const before = said?.data?.kind === "relative imports" ? said.data.imports : [];
  const all = [...before, ...imports];
  const warning: StaticDiagnostic = {
    severity: "warning",
    rule: unsentRule,
    message: unsentMessage(all),
    line: said?.line ?? line,
    column: said?.column ?? column,
    data: { kind: "relative imports", imports: all },
  };
  const diagnostics = [...others, warning].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { ...findings, diagnostics };
}
