import {
  CodeActionKind,
  type CodeAction,
  type CodeActionContext,
  type Diagnostic,
  type WorkspaceEdit,
} from "vscode-languageserver-protocol";
import type { FixKind, ReadVerdict } from "../../../engine/verdict.ts";
import type { Snapshot } from "../documents.ts";
import { distanceTo, hunksBetween, toTextEdit, type LineHunk } from "./hunks.ts";
import { keyOf, type Proposal } from "./proposals.ts";

export const fixAllKind = `${CodeActionKind.SourceFixAll}.assay`;

/** How many pieces of a fix are tried for one finding, the nearest first. */
const maxTried = 8;

type Asked = Readonly<{
  snapshot: Snapshot;
  context: CodeActionContext;
  /** The editor takes edits of one version of a document. */
  isVersioned: boolean;
  /** The kept run of this text, if there is one. */
  run: ReadVerdict | undefined;
  propose(signal: AbortSignal): Promise<Proposal | undefined>;
}>;

/** Fixes for the findings that are asked about, and for everything at once. */
export async function codeActions(asked: Asked, signal: AbortSignal): Promise<CodeAction[]> {
  const { snapshot, context, isVersioned, run, propose } = asked;
  const toEdit = editOf(snapshot, isVersioned);
  const asksFor = (kind: string): boolean =>
    context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  const ours = context.diagnostics.filter(({ source }) => source === "assay");
  const isQuick = asksFor(CodeActionKind.QuickFix) && ours.length > 0;
  // Editors ask at every move of the cursor: without a finding there, only those who want everything fixed are answered.
  const isWhole = context.only !== undefined && asksFor(fixAllKind);
  if (!isQuick && !isWhole) return [];
  const proposal = await propose(signal);
  const proven = isQuick && run ? provenFix(snapshot, run, ours, toEdit) : [];
  if (!proposal) return proven;
  const quick = isQuick ? await quickFixes(proposal, ours, toEdit, signal) : [];
  const safe = isQuick ? await proposal.among(({ kind }) => isSafe(kind), signal) : undefined;
  const removed = ours.filter((diagnostic) => safe?.removes.has(keyOfDiagnostic(diagnostic)));
  const onSave = isWhole ? await proposal.among(isMadeOnSave, signal) : undefined;
  return [
    ...proven,
    ...quick,
    ...(safe
      ? [{ ...fixAll, kind: CodeActionKind.QuickFix, diagnostics: removed, edit: toEdit(safe.hunks) }]
      : []),
    ...(onSave
      ? [{ ...fixAll, kind: fixAllKind, data: { kind: "preserving" }, edit: toEdit(onSave.hunks) }]
      : []),
  ];
}

const fixAll = { title: "Fix all that Assay can fix" };

/** Only what keeps the behaviour, and nothing that deletes statements somebody wrote. */
function isMadeOnSave({ kind, repair }: Proposal["fixes"][number]): boolean {
  return kind === "preserving" && repair !== "unreachable-code";
}

/** For each finding the nearest piece of the fix with which it is gone; one piece may do for several. */
async function quickFixes(
  proposal: Proposal,
  diagnostics: readonly Diagnostic[],
  toEdit: ToEdit,
  signal: AbortSignal,
): Promise<CodeAction[]> {
  const chosen = new Map<LineHunk, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const { line } = diagnostic.range.start;
    const nearest = proposal.hunks.toSorted((a, b) => distanceTo(a, line) - distanceTo(b, line));
    for (const hunk of nearest.slice(0, maxTried)) {
      const part = await proposal.part(hunk, signal);
      if (!part?.removes.has(keyOfDiagnostic(diagnostic))) continue;
      chosen.set(hunk, [...(chosen.get(hunk) ?? []), diagnostic]);
      break;
    }
  }
  return Array.from(chosen, ([hunk, fixed]) => {
    const kind = kindOf(proposal, hunk);
    return {
      title: titleOf(proposal, hunk, fixed),
      kind: CodeActionKind.QuickFix,
      diagnostics: fixed,
      isPreferred: kind !== "changing",
      data: { kind },
      edit: toEdit([hunk]),
    };
  });
}

/** A fix that was found by running the examples. */
function provenFix(
  { text }: Snapshot,
  { fixed_code: fixed, fixes }: ReadVerdict,
  ours: readonly Diagnostic[],
  toEdit: ToEdit,
): CodeAction[] {
  const failing = ours.filter(({ code }) => code === "python:example-mismatch");
  if (fixed === null || failing.length === 0) return [];
  return [
    {
      title: `Fix so that every example holds (${fixes.join("; ")})`,
      kind: CodeActionKind.QuickFix,
      diagnostics: failing,
      isPreferred: true,
      data: { kind: "changing" },
      edit: toEdit(hunksBetween(text, fixed)),
    },
  ];
}

/** What the engine says it did in these lines; else the rules that are satisfied. */
function titleOf({ fixesIn }: Proposal, hunk: LineHunk, fixed: readonly Diagnostic[]): string {
  const words = fixesIn(hunk).map(({ text }) => text.replace(/^line \d+: /, ""));
  const told = words.length > 0 ? words : fixed.map(({ code }) => String(code));
  return `Fix: ${[...new Set(told)].join("; ")}`;
}

/** The least sure of those that may be made here; an import is told with the line that needs it. */
function kindOf({ fixes, fixesIn }: Proposal, hunk: LineHunk): FixKind {
  const here = fixesIn(hunk);
  const kinds = (here.length > 0 ? here : fixes).map(({ kind }) => kind);
  if (!kinds.every(isSafe)) return "changing";
  return kinds.includes("certain") ? "certain" : "preserving";
}

/** A kind that is not known yet may change what the program does. */
function isSafe(kind: string): boolean {
  return kind === "preserving" || kind === "certain";
}

function keyOfDiagnostic({ code, message }: Diagnostic): string {
  return keyOf(String(code), typeof message === "string" ? message : message.value);
}

type ToEdit = (hunks: readonly LineHunk[]) => WorkspaceEdit;

function editOf(snapshot: Snapshot, isVersioned: boolean): ToEdit {
  const { uri, version } = snapshot;
  return (hunks) => {
    const edits = hunks.map((hunk) => toTextEdit(snapshot, hunk));
    return isVersioned
      ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
      : { changes: { [uri]: edits } };
  };
}
