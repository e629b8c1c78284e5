import type { Linter, LintFix } from "../../lint/lint.ts";
import { minimise, type Splice } from "../../text/splices.ts";
import type { NamedRewrite } from "../../text/rewrite.ts";
import { withoutEmptyBlocks } from "./emptied-blocks.ts";
import { readFixContext, type FixContext, type FixGroup } from "./fix-context.ts";
import { combinedKind } from "../kinds.ts";
import { fixSafety, kindOfFix } from "./fix-safety.ts";
import { wordsOf } from "../../lint/fix-words.ts";
import { withoutOvertaken } from "./repeated-imports.ts";

/** How many edits of one text are looked at; the next pass sees the rest. */
const maxGroups = 1000;

/** Those of ruff's fixes that may be taken without running the code, none of them in the way of another. */
export function safeFixes(linter: Linter, text: string, path?: string): readonly NamedRewrite[] {
  const possible = linter.fixes(text).filter(({ finding }) => isEverSafe(finding.code));
  const context = possible.length > 0 ? readFixContext(linter, text, path) : undefined;
  if (!context) return [];
  const safe = groupsOf(possible).filter((group) => isSafe(group, context));
  const helpful = withoutEmptyBlocks(withoutOvertaken(safe, context), context);
  return apart(helpful).flatMap((group) => toRewrite(group, context));
}

function isEverSafe(code: string): boolean {
  const safety = fixSafety.get(code);
  return safety !== undefined && safety !== "never";
}

/** Fixes with the same edits are one: two names that leave an import are two findings. */
function groupsOf(fixes: readonly LintFix[]): FixGroup[] {
  const groups = [...Map.groupBy(fixes, ({ splices }) => JSON.stringify(splices)).values()];
  return groups
    .map((group) => ({
      fixes: group.toSorted((a, b) => a.finding.line - b.finding.line || a.finding.column - b.finding.column),
      splices: group[0]!.splices,
    }))
    .filter(({ splices }) => splices.length > 0)
    .toSorted((a, b) => a.splices[0]!.start - b.splices[0]!.start)
    .slice(0, maxGroups);
}

function isSafe({ fixes, splices }: FixGroup, context: FixContext): boolean {
  if (splices.some((splice) => losesComment(splice, context))) return false;
  return fixes.every((fix) => {
    const safety = fixSafety.get(fix.finding.code)!;
    return typeof safety === "function" ? safety(fix, context) : safety === "always";
  });
}

function losesComment({ start, end, text }: Splice, { tree, comments }: FixContext): boolean {
  return comments.some(
    (comment) =>
      start <= comment.start &&
      comment.end <= end &&
      !text.includes(tree.text.slice(comment.start, comment.end)),
  );
}

/** One that begins before the last one ended waits for the next pass. */
function apart(groups: readonly FixGroup[]): FixGroup[] {
  let end = -1;
  return groups.filter(({ splices }) => {
    if (splices[0]!.start < end) return false;
    end = splices.at(-1)!.end;
    return true;
  });
}

function toRewrite({ fixes, splices }: FixGroup, context: FixContext): NamedRewrite[] {
  const { text } = context.tree;
  const smallest = minimise(
    text,
    splices.map((splice) => withoutLooseComma(splice, text)),
  );
  if (!smallest || smallest.length === 0) return [];
  const kind = combinedKind(fixes.map((fix) => kindOfFix(fix, context)));
  return [
    {
      splices: smallest,
      description: wordsOf(fixes),
      findingCount: fixes.length,
      repair: "safe-fixes",
      about: fixes.map(({ finding: { code, line } }) => ({ rule: `ruff:${code}`, line })),
      kind,
    },
  ];
}

/** Ruff takes the last argument out and leaves the comma before it. */
function withoutLooseComma({ start, end, text }: Splice, whole: string): Splice {
  const isNew = /, [)}]$/.test(text) && !/,\s*[)}]$/.test(whole.slice(start, end));
  return { start, end, text: isNew ? text.slice(0, -3) + text.at(-1)! : text };
}
