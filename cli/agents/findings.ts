import { countOf, whyUnfinished, type CheckedFile, type FileFinding } from "../finding.ts";
import { placeOf } from "../formats/place.ts";
import { toldFindings } from "../notebooks/cell-findings.ts";
import { printable } from "../terminal.ts";

const maxLines = 50;
const maxMessage = 300;

/**
 * What was found, one line each, as a model reads it: what rejects first, then what could not be checked; the rest is
 * counted.
 */
export function tellFindings(files: readonly CheckedFile[]): string[] {
  const findings = files.flatMap((checked) =>
    toldFindings(checked).map((finding) => ({ file: checked.file, finding })),
  );
  const [rejecting, others] = [true, false].map((rejects) =>
    findings.filter(({ finding }) => finding.rejects === rejects),
  ) as [typeof findings, typeof findings];
  const lines = [...rejecting.map(tell), ...tellUnfinished(files), ...others.map(tell)];
  const left = lines.length - maxLines;
  return left > 0
    ? [...lines.slice(0, maxLines), `… and ${countOf(left, "line")} more, the least severe.`]
    : lines;
}

export function tellUnfinished(files: readonly CheckedFile[]): string[] {
  return files.flatMap((checked) => {
    const why = whyUnfinished(checked);
    if (why === undefined) return [];
    return [
      `${printable(checked.file)} ${checked.problem === undefined ? "not fully checked" : "not checked"}: ${printable(why)}`,
    ];
  });
}

function tell({ file, finding }: { file: string; finding: FileFinding }): string {
  const { severity, rule, message, cwe } = finding;
  const place = `${printable(file)}${placeOf(finding)}`;
  const words = printable(message.replaceAll("\n", " "));
  const short = words.length > maxMessage ? `${words.slice(0, maxMessage)}…` : words;
  return `${place} ${severity} ${rule} ${short}${cwe === null ? "" : ` (${cwe})`}`;
}
