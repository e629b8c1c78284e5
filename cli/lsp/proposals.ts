import type { Verdict } from "../../engine/verdict.ts";
import { changesIgnored } from "../checking/fix-group.ts";
import { findingsOf } from "../checking/to-checked.ts";
import type { TextJudge } from "../judge.ts";
import type { DocumentRules } from "./document-rules.ts";
import type { Snapshot } from "./documents.ts";
import { applyHunk, hunksBetween, type LineHunk } from "./hunks.ts";
import { wordsOf } from "./to-diagnostic.ts";

/** An edit of a document, and the findings that are gone with it. */
export type CheckedEdit = Readonly<{ hunks: readonly LineHunk[]; removes: ReadonlySet<string> }>;

/** What can be fixed in one text. */
export type Proposal = Readonly<{
  hunks: readonly LineHunk[];
  /** What is done, in words: `line 3: …`. */
  fixes: readonly string[];
  /** The whole fix; undefined where it also changes what an ignored rule finds. */
  whole(signal: AbortSignal): Promise<CheckedEdit | undefined>;
  /** One piece by itself; undefined where that alone does not help. */
  part(hunk: LineHunk, signal: AbortSignal): Promise<CheckedEdit | undefined>;
}>;

/** How a finding is recognised in another version of its text: its line may be another one there. */
export function keyOf(rule: string, words: string): string {
  return `${rule}\n${words}`;
}

/** Asks for a fix; undefined where there is none. Each piece is checked by itself, since one may need another. */
export async function proposeFor(
  judge: TextJudge,
  { text }: Snapshot,
  rules: DocumentRules,
  signal: AbortSignal,
): Promise<Proposal | undefined> {
  const before = await judge.ask({ text, mode: "repair" }, signal);
  const { fixed_code: fixed, fixes } = before;
  if (fixed === null || fixed === text || before.meta.incomplete.length > 0) return undefined;
  const hunks = hunksBetween(text, fixed);
  const checked = new Map<string, Verdict>();

  async function edit(
    edited: string,
    pieces: readonly LineHunk[],
    signalOfEdit: AbortSignal,
  ): Promise<(CheckedEdit & { adds: boolean }) | undefined> {
    const after = checked.get(edited) ?? (await judge.ask({ text: edited, mode: "static" }, signalOfEdit));
    checked.set(edited, after);
    if (after.meta.incomplete.length > 0 || changesIgnored(before, after, rules.isChosen)) return undefined;
    const [were, are] = [countKeys(before, rules), countKeys(after, rules)];
    const removed = [...were].filter(([key, count]) => (are.get(key) ?? 0) < count).map(([key]) => key);
    const adds = [...are].some(([key, count]) => (were.get(key) ?? 0) < count);
    return { hunks: pieces, removes: new Set(removed), adds };
  }

  return {
    hunks,
    fixes,
    // It has passed the engine's own gate, which knows what was hidden behind a syntax error.
    whole: async (asked) => edit(fixed, hunks, asked),
    part: async (hunk, asked) => {
      const alone = await edit(applyHunk(text, hunk), [hunk], asked);
      return alone && !alone.adds && alone.removes.size > 0 ? alone : undefined;
    },
  };
}

function countKeys(verdict: Verdict, { isChosen, strict }: DocumentRules): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const finding of findingsOf(verdict, strict).filter(({ rule }) => isChosen(rule))) {
    const key = keyOf(finding.rule, wordsOf(finding));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
