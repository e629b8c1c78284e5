import type { ReadVerdict } from "../../../engine/verdict.ts";
import { alone } from "../../checking/file-groups.ts";
import { changesIgnored } from "../../checking/fix-group.ts";
import { findingsOf } from "../../checking/to-checked.ts";
import type { TextJudge } from "../../judge.ts";
import type { DocumentRules } from "../document-rules.ts";
import type { Snapshot } from "../documents.ts";
import { applyHunks, hunksBetween, type LineHunk } from "./hunks.ts";
import { wordsOf } from "../to-diagnostic.ts";

/** An edit of a document, and the findings that are gone with it. */
export type CheckedEdit = Readonly<{ hunks: readonly LineHunk[]; removes: ReadonlySet<string> }>;

type ProposedFix = NonNullable<ReadVerdict["meta"]["fixes"]>[number];

/** What can be fixed in one text. */
export type Proposal = Readonly<{
  hunks: readonly LineHunk[];
  fixes: readonly ProposedFix[];
  /** Those that are made in a piece, or may be. */
  fixesIn(hunk: LineHunk): readonly ProposedFix[];
  /** All the pieces that do only what is wanted; undefined where they do not help, or change what an ignored rule finds. */
  among(isWanted: (fix: ProposedFix) => boolean, signal: AbortSignal): Promise<CheckedEdit | undefined>;
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
  { text, path, isSaved }: Snapshot,
  rules: DocumentRules,
  signal: AbortSignal,
): Promise<Proposal | undefined> {
  const { python } = rules;
  const group = alone(path ?? "");
  const question = { ...group.toQuestion(new Map([[path ?? "", text]])), mode: "repair", python } as const;
  const before = group.partOf(await judge.ask(question, signal), path ?? "");
  const { fixed_code: fixed, meta } = before;
  if (fixed === null || fixed === text || meta.incomplete.length > 0) return undefined;
  // A text that is being typed is unfinished, not broken.
  if (!isSaved && before.diagnostics.some(({ rule }) => rule === "ruff:invalid-syntax")) return undefined;
  const fixes = meta.fixes ?? [];
  const hunks = hunksBetween(text, fixed);
  const isIn = ({ text: words }: ProposedFix, { start, removed }: LineHunk): boolean => {
    const line = Number(/^line (\d+): /.exec(words)?.[1]);
    return line > start && line <= start + Math.max(removed, 1);
  };
  // An import is told with the line that needs it, which stays as it is.
  const elsewhere = fixes.filter((fix) => !hunks.some((hunk) => isIn(fix, hunk)));
  const fixesIn = (hunk: LineHunk): readonly ProposedFix[] => [
    ...fixes.filter((fix) => isIn(fix, hunk)),
    ...(hunk.lines.length > 0 ? elsewhere : []),
  ];
  const checked = new Map<string, ReadVerdict>();

  async function edit(
    edited: string,
    pieces: readonly LineHunk[],
    signalOfEdit: AbortSignal,
  ): Promise<(CheckedEdit & { adds: boolean }) | undefined> {
    const after =
      checked.get(edited) ?? (await judge.ask({ text: edited, mode: "static", python }, signalOfEdit));
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
    fixesIn,
    among: async (isWanted, asked) => {
      // The whole has passed the engine's own gate, which knows what was hidden behind a syntax error.
      if (fixes.every(isWanted)) return edit(fixed, hunks, asked);
      const wanted = hunks.filter((hunk) => {
        const done = fixesIn(hunk);
        return done.length > 0 && done.every(isWanted);
      });
      if (wanted.length === 0) return undefined;
      const some = await edit(applyHunks(text, wanted), wanted, asked);
      return some && !some.adds && some.removes.size > 0 ? some : undefined;
    },
    part: async (hunk, asked) => {
      const piece = await edit(applyHunks(text, [hunk]), [hunk], asked);
      return piece && !piece.adds && piece.removes.size > 0 ? piece : undefined;
    },
  };
}

function countKeys(verdict: ReadVerdict, { isChosen, strict }: DocumentRules): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const finding of findingsOf(verdict, strict).filter(({ rule }) => isChosen(rule))) {
    const key = keyOf(finding.rule, wordsOf(finding));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
