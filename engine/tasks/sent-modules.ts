import { unsentMessage } from "../checks/unsent-module.ts";
import type { RelativeImport } from "../findings/data.ts";
import type { StaticDiagnostic, StaticFindings } from "../findings/static-findings.ts";
import { fileOf, type ImportedModule, type ImportPlace } from "./own-modules.ts";

type Found = ReadonlyMap<string, StaticFindings>;
type Given = Readonly<{ sources: ReadonlyMap<string, string>; base: string }>;

/** Without what is said of modules that were not sent, where they were. */
export function withoutSent(found: Found, { sources, base }: Given): Found {
  const paths = new Set(sources.keys());
  return new Map(
    Array.from(found, ([path, findings]) => {
      const isSent = (each: RelativeImport): boolean => isAmong(each, { path, base, paths });
      const diagnostics = findings.diagnostics.flatMap((each) => stillUnsent(each, isSent));
      return [path, { ...findings, diagnostics }];
    }),
  );
}

function stillUnsent(
  diagnostic: StaticDiagnostic,
  isSent: (each: RelativeImport) => boolean,
): readonly StaticDiagnostic[] {
  const { data } = diagnostic;
  if (data?.kind !== "relative imports") return [diagnostic];
  const imports = data.imports.filter((each) => !isSent(each));
  if (imports.length === 0) return [];
  return [{ ...diagnostic, message: unsentMessage(imports), data: { ...data, imports } }];
}

/** Of `from . import names` the package was sent, or each of the names as a module. */
export function isAmong({ level, module, names }: RelativeImport, place: ImportPlace): boolean {
  if (fileOf({ level, module }, place) !== undefined || isMadeByModule({ level, module }, place)) return true;
  if (names.length === 0) return false;
  return names.every(
    (name) =>
      fileOf({ level, module: module === undefined ? name : `${module}.${name}` }, place) !== undefined,
  );
}

/** `six.moves` is no file: `six.py`, which was sent, makes it when it runs. */
function isMadeByModule({ level, module = "" }: ImportedModule, place: ImportPlace): boolean {
  const parts = module.split(".");
  return parts.some((_, at) => {
    const above = fileOf({ level, module: parts.slice(0, at).join(".") || undefined }, place);
    return at > 0 && above !== undefined && !above.endsWith("__init__.py");
  });
}
