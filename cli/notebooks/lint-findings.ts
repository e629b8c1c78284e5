import { cellsIn } from "./markers.ts";

type InCell = Readonly<{ line: number; noqaLine: number | undefined; cell: number | undefined }>;

/** What ruff says of cells, with the lines of the whole text; nothing of cells that are no part of it. */
export function inText<Finding extends InCell>(
  text: string,
  findings: readonly Finding[],
): readonly Finding[] {
  const starts = new Map(cellsIn(text).map(({ cell, start }) => [cell, start]));
  return findings.flatMap((finding) => {
    const start = starts.get(finding.cell);
    if (start === undefined) return [];
    const { line, noqaLine } = finding;
    return [
      {
        ...finding,
        line: start + line - 1,
        noqaLine: noqaLine === undefined ? undefined : start + noqaLine - 1,
      },
    ];
  });
}
