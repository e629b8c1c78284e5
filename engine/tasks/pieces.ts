import type { Failure } from "../../platform/failure.ts";
import { incomplete } from "../incomplete.ts";
import { asWritten, type LintReport } from "../lint/report.ts";
import { mergeFindings } from "../policy/merge-findings.ts";
import type { PolicyFindings } from "../policy/policy.ts";
import type { ExportedReferences } from "../resolve/exported-references.ts";
import { sumOf, type Counts } from "../findings/counts.ts";
import { listWithin } from "../findings/list-within.ts";
import type { StaticDiagnostic } from "../findings/static-findings.ts";
import type { Unsilenced } from "../findings/suppressions.ts";
import type { SecurityFinding } from "../verdict.ts";

/** Everything that is found in a text without types and without running it. */
export type Inspection = Readonly<{
  /** Python would refuse the text, or it is no program at all: nothing deeper can be said about it. */
  isBroken: boolean;
  diagnostics: readonly StaticDiagnostic[];
  security: readonly SecurityFinding[];
  /** What was found beside them, where there was too much to be listed. */
  unlisted?: Counts;
  /** And how many imports that are unused, unless another file takes them from here. */
  unlistedImports?: number;
  unsilenced: Unsilenced;
  /** What other files can import from it; nothing where that is not known. */
  lent?: ExportedReferences | undefined;
}>;

/** What each tool has found. One that is missing has not finished. */
export type Pieces = Readonly<{
  ruff?: LintReport;
  /** Whether our parser can read the text. */
  tree?: boolean;
  policy?: PolicyFindings;
  credentials?: Readonly<{ findings: readonly SecurityFinding[]; isComplete: boolean }>;
  python?: Readonly<{ diagnostics: readonly StaticDiagnostic[]; isComplete: boolean }>;
}>;

/** In the order in which they look at a text. */
export const inspectors = ["ruff", "tree", "policy", "python", "credentials"] as const;
export type Inspector = (typeof inspectors)[number];
/** Those that see nothing without our parser. */
const needTree: ReadonlySet<Inspector> = new Set(["policy", "python"]);

/** Which tool is at work on a text of which this much is known. */
export function nextInspector({ known, lost }: Seen): Inspector | undefined {
  return inspectors.find(
    (tool) =>
      !(tool in known) &&
      !lost.includes(tool) &&
      ((known.tree !== false && !lost.includes("tree")) || !needTree.has(tool)),
  );
}

/** The outcome of one tool: its piece, or none where it failed as a whole. */
export type Told = Readonly<{ tool: Inspector; piece: Pieces[Inspector]; failures: readonly Failure[] }>;

/** What came of an earlier look at the same text, which was cut short. */
export type Seen = Readonly<{
  known: Pieces;
  /** Tools that are not run again. */
  lost: readonly Inspector[];
}>;

export const nothingSeen: Seen = { known: {}, lost: [] };

export function withPiece(pieces: Pieces, { tool, piece }: Told): Pieces {
  return piece === undefined ? pieces : { ...pieces, [tool]: piece };
}

/** What is known, and which tools have not finished. */
export function compose(text: string, { ruff, policy, credentials, python }: Pieces): Inspection {
  if (ruff?.isBroken) return ruff;
  return {
    isBroken: false,
    diagnostics: [
      ...(ruff?.diagnostics ?? [incomplete("ruff")]),
      ...(python?.diagnostics ?? []),
      ...(python?.isComplete ? [] : [incomplete("python")]),
      ...(policy?.isComplete ? (policy.isThorough ? [] : [followedInPart]) : [incomplete("policy")]),
      ...(credentials?.isComplete ? [] : [incomplete("credentials")]),
    ],
    security: [...mergeFindings(ruff?.security ?? [], policy), ...(credentials?.findings ?? [])],
    unsilenced: ruff?.unsilenced ?? asWritten(text),
    lent: policy?.lent,
  };
}

/** With so many findings of each kind at most: what a text has a thousand times need not cross threads a thousand times. */
export function inspectionWithin(inspection: Inspection, max: number): Inspection {
  const [some, dangers] = [listWithin(inspection.diagnostics, max), listWithin(inspection.security, max)];
  const imports = countImports(inspection.diagnostics) - countImports(some.listed);
  const { error, warning, info } = sumOf([some.unlisted, dangers.unlisted]);
  return {
    ...inspection,
    diagnostics: some.listed,
    security: dangers.listed,
    unlisted: sumOf([inspection.unlisted, { error, warning: warning - imports, info }]),
    unlistedImports: (inspection.unlistedImports ?? 0) + imports,
  };
}

/** A piece that is told before the whole; what it leaves out is found again, or its loss makes the verdict incomplete. */
export function pieceWithin(told: Told, max: number): Told {
  const { piece } = told;
  if (typeof piece !== "object") return told;
  const cut = {
    ...("diagnostics" in piece && { diagnostics: listWithin(piece.diagnostics, max).listed }),
    ...("security" in piece && { security: listWithin(piece.security, max).listed }),
    ...("findings" in piece && { findings: listWithin(piece.findings, max).listed }),
  };
  return { ...told, piece: { ...piece, ...cut } as typeof piece };
}

function countImports(diagnostics: readonly StaticDiagnostic[]): number {
  return diagnostics.filter(({ data }) => data?.kind === "unused import").length;
}

const followedInPart: StaticDiagnostic = {
  severity: "info",
  rule: "policy:partly-followed",
  message:
    "This code has so many calls that the security policy checked some of them without their arguments. Send it in parts for a full check.",
  line: null,
  column: null,
};
