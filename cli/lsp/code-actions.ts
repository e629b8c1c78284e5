import {
  CodeActionKind,
  type CodeAction,
  type CodeActionContext,
  type Diagnostic,
  type WorkspaceEdit,
} from "vscode-languageserver-protocol";
import type { Verdict } from "../../engine/verdict.ts";
import type { Snapshot } from "./documents.ts";
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
  run: Verdict | undefined;
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
  const whole = await proposal?.whole(signal);
  const proven = isQuick && run ? provenFix(snapshot, run, ours, toEdit) : [];
  if (!proposal) return proven;
  const quick = isQuick ? await quickFixes(proposal, ours, toEdit, signal) : [];
  if (!whole) return [...proven, ...quick];
  const all = { title: "Fix all that Assay can fix", edit: toEdit(whole.hunks) };
  const removed = ours.filter((diagnostic) => whole.removes.has(keyOfDiagnostic(diagnostic)));
  return [
    ...proven,
    ...quick,
    ...(isQuick ? [{ ...all, kind: CodeActionKind.QuickFix, diagnostics: removed }] : []),
    ...(isWhole ? [{ ...all, kind: fixAllKind }] : []),
  ];
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
  return Array.from(chosen, ([hunk, fixed]) => ({
    title: titleOf(proposal, hunk, fixed),
    kind: CodeActionKind.QuickFix,
    diagnostics: fixed,
    isPreferred: true,
    edit: toEdit([hunk]),
  }));
}

/** A fix that was found by running the examples. */
function provenFix(
  { text }: Snapshot,
  { fixed_code: fixed, fixes }: Verdict,
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
      edit: toEdit(hunksBetween(text, fixed)),
    },
  ];
}

/** What the engine says it did in these lines; else the rules that are satisfied. */
function titleOf({ fixes }: Proposal, { start, removed }: LineHunk, fixed: readonly Diagnostic[]): string {
  const words = fixes.flatMap((fix) => {
    const [, line, said] = /^line (\d+): (.*)$/s.exec(fix) ?? [];
    const isHere = Number(line) > start && Number(line) <= start + Math.max(removed, 1);
    return said !== undefined && isHere ? [said] : [];
  });
  const told = words.length > 0 ? words : fixed.map(({ code }) => String(code));
  return `Fix: ${[...new Set(told)].join("; ")}`;
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
