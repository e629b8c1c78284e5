import { nothing, sumOf } from "../findings/counts.ts";
import { listWithin } from "../findings/list-within.ts";
import type { StaticDiagnostic, StaticFindings } from "../findings/static-findings.ts";
import { toTypeChecks, type TypeCheck, type TypeMessages } from "../type-check/check-types.ts";
import type { SecurityFinding } from "../verdict.ts";
import { mergeDiagnostics } from "./merge-diagnostics.ts";
import { withMissingNames } from "./missing-own-names.ts";
import { withoutOwnPackages } from "./own-packages.ts";
import { withoutPassedOn } from "./passed-on-imports.ts";
import { withoutSent } from "./sent-modules.ts";
import { withoutUnsent, withUnsent } from "./unsent-modules.ts";
import type { Inspection } from "./pieces.ts";

/** A text as the tools read it, and what is said of the difference. */
export type ReadableText = Readonly<{ text: string; hasMark: boolean; finding?: SecurityFinding }>;

/** What both kinds of tools say of the files of a job. */
export type Looks = Readonly<{
  files: readonly FileLook[];
  said: TypeMessages;
  /** The folder that imports begin at; null for a text that stands alone. */
  base: string | null;
  /** They are in the folder of their owner, where nothing has to be sent. */
  areOwn?: boolean;
}>;

type FileLook = Readonly<{
  path: string;
  readable: ReadableText;
  inspection: Inspection;
  /** How many findings of each kind are listed. */
  maxListed: number;
}>;

/** What is found in each of several files. */
export type FoundIn = ReadonlyMap<string, StaticFindings>;

export function joinFindings({ files, said, base, areOwn = false }: Looks): FoundIn {
  const texts = new Map(files.map(({ path, inspection }) => [path, inspection.unsilenced]));
  const typings = toTypeChecks(said, { texts, base });
  const found = new Map(files.map((look) => [look.path, toFindings(look, typings.get(look.path)!, base)]));
  if (base === null) return found;
  const sources = new Map(files.map(({ path, readable }) => [path, readable.text]));
  const others = withoutOwnPackages(withoutPassedOn(found, { sources, base }), { sources });
  const joined = withMissingNames(others, { sources, base, areOwn });
  if (areOwn) return withoutUnsent(joined);
  return withUnsent(withoutSent(joined, { sources, base }), { sources, base });
}

/** What is known of files whose types nobody could join with the rest. */
export function withoutTypes({ files, base }: Looks): FoundIn {
  const typing: TypeCheck = { diagnostics: [], refusal: undefined, lost: ["mypy"] };
  return new Map(files.map((look) => [look.path, toFindings(look, typing, base)]));
}

function toFindings(
  { readable, inspection, maxListed }: FileLook,
  typing: TypeCheck,
  base: string | null,
): StaticFindings {
  const { text, hasMark, finding } = readable;
  const { listed, unlisted } = listWithin(mergeDiagnostics(inspection, typing), maxListed);
  // Of several files one may take what another imports, and nobody knows of the imports that are not listed.
  const imports = { ...nothing, warning: inspection.unlistedImports ?? 0 };
  return {
    diagnostics: hasMark ? listed.map(behindMark) : listed,
    security: [...(finding ? [finding] : []), ...inspection.security],
    unlisted: sumOf([inspection.unlisted, typing.unlisted, unlisted, base === null ? imports : nothing]),
    isBroken: inspection.isBroken || typing.refusal !== undefined,
    text,
  };
}

function behindMark(diagnostic: StaticDiagnostic): StaticDiagnostic {
  const { line, column } = diagnostic;
  return line === 1 && column !== null ? { ...diagnostic, column: column + 1 } : diagnostic;
}
