import { editScript, type LineEdit } from "./edit-script.ts";

const context = 3;
const noNewline = "\\ No newline at end of file";

/** A patch from one text to another, as `git apply` and `patch` read it; empty where they are equal. */
export function unifiedDiff(file: string, before: string, after: string): string {
  const edits = editScript(toLines(before), toLines(after));
  const hunks = groupHunks(edits);
  if (hunks.length === 0) return "";
  return [`--- a/${file}`, `+++ b/${file}`, ...hunks.flatMap((hunk) => tellHunk(edits, hunk)), ""].join("\n");
}

type Range = Readonly<{ from: number; to: number }>;

/** Changes that are near each other share their context. */
function groupHunks(edits: readonly LineEdit[]): Range[] {
  const hunks: { from: number; to: number }[] = [];
  edits.forEach(({ kind }, at) => {
    if (kind === " ") return;
    const last = hunks.at(-1);
    const to = Math.min(edits.length, at + 1 + context);
    if (last && at - context <= last.to) last.to = to;
    else hunks.push({ from: Math.max(0, at - context), to });
  });
  return hunks;
}

function tellHunk(edits: readonly LineEdit[], { from, to }: Range): string[] {
  const count = (part: readonly LineEdit[], not: LineEdit["kind"]): number =>
    part.filter(({ kind }) => kind !== not).length;
  const [earlier, inside] = [edits.slice(0, from), edits.slice(from, to)];
  const span = (not: LineEdit["kind"]): string => {
    const [start, length] = [count(earlier, not), count(inside, not)];
    return `${length === 0 ? start : start + 1}${length === 1 ? "" : `,${length}`}`;
  };
  const lines = inside.flatMap(({ kind, line }) =>
    line.endsWith("\n") ? [kind + line.slice(0, -1)] : [kind + line, noNewline],
  );
  return [`@@ -${span("+")} +${span("-")} @@`, ...lines];
}

/** Each with its end, so that a missing last one is a difference. */
function toLines(text: string): string[] {
  return text.match(/[^\n]+\n?|\n/g) ?? [];
}
