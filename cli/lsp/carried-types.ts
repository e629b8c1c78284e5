import type { CheckedFile, FileFinding } from "../finding.ts";
import { editScript } from "../formats/edit-script.ts";

/** Until the types of a text are known, those found in the text before it stay at the lines that did not change. */
export function withCarriedTypes(checked: CheckedFile, before: CheckedFile | undefined): CheckedFile {
  const types = before?.findings.filter(({ rule }) => rule.startsWith("mypy:")) ?? [];
  if (!before || types.length === 0) return checked;
  const lines = before.text === checked.text ? undefined : keptLines(before.text, checked.text);
  const carried = types.flatMap((finding): FileFinding[] => {
    const line = lines && finding.line !== null ? lines.get(finding.line) : finding.line;
    return line === undefined ? [] : [{ ...finding, line }];
  });
  const findings = [...checked.findings, ...carried].toSorted(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
  return { ...checked, findings };
}

/** Which line of the new text each line of the old one is, where it is still there. From 1. */
function keptLines(before: string, after: string): ReadonlyMap<number, number> {
  const kept = new Map<number, number>();
  let [old, now] = [0, 0];
  for (const { kind } of editScript(before.split("\n"), after.split("\n"))) {
    if (kind !== "+") old += 1;
    if (kind !== "-") now += 1;
    if (kind === " ") kept.set(old, now);
  }
  return kept;
}
