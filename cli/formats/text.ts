import { printable, type Paint } from "../terminal.ts";
import { whyUnfinished, type CheckedFile, type FileFinding } from "../finding.ts";
import type { ReportFormat } from "./format.ts";
import { toldFindings } from "../notebooks/cell-findings.ts";
import { placeOf } from "./place.ts";
import { summarize } from "./summary.ts";

const maxLine = 160;
const colours = { error: "red", warning: "yellow", info: "cyan" } as const;

/** For people: `file:line:col rule message`, the line, and a caret. */
export const text: ReportFormat = (report, { paint, isQuiet, told }) => {
  const blocks = report.files.flatMap((checked) => {
    if (told?.has(checked.file)) return [];
    const lines = checked.findings.length === 0 ? [] : checked.text.split(/\r\n|\r|\n/);
    const found = toldFindings(checked).map((finding, at) => ({ finding, line: checked.findings[at]!.line }));
    return [
      ...found
        .filter(({ finding: { rejects } }) => rejects || !isQuiet)
        .map(({ finding, line }) => {
          const shown = line === null ? undefined : lines[line - 1];
          return tellFinding(checked.file, shown, finding, paint);
        }),
      ...tellUnfinished(checked, paint),
    ];
  });
  const isGood = report.files.every(({ status }) => status === "valid");
  return [...blocks, paint(isGood ? "green" : "bold", summarize(report))].join("\n") + "\n";
};

function tellFinding(file: string, shown: string | undefined, finding: FileFinding, paint: Paint): string {
  const { line, column, severity, rule, message, cwe } = finding;
  const place = `${printable(file)}${placeOf(finding)}`;
  const words = `${printable(message)}${cwe === null ? "" : ` (${cwe})`}`;
  const head = `${paint("bold", place)} ${paint(colours[severity], `${severity} ${rule}`)} ${words}`;
  return line === null ? head : [head, ...tellLine(shown, line, column, paint)].join("\n");
}

/** The line and a caret under the column, cut where it is too long for a screen. */
function tellLine(whole: string | undefined, line: number, column: number | null, paint: Paint): string[] {
  if (whole === undefined || whole.trim() === "") return [];
  const marks = Array.from(whole, (mark) => (mark === "\t" ? " " : mark));
  const from = column === null || column <= maxLine ? 0 : column - maxLine / 2;
  const shown = marks.slice(from, from + maxLine).join("");
  const number = String(line);
  const bar = paint("dim", `${number} |`);
  const caret =
    column === null
      ? []
      : [
          `${paint("dim", `${" ".repeat(number.length)} |`)} ${" ".repeat(column - 1 - from)}${paint("red", "^")}`,
        ];
  return [`${bar} ${printable(shown)}`, ...caret];
}

function tellUnfinished(checked: CheckedFile, paint: Paint): string[] {
  const why = whyUnfinished(checked);
  if (why === undefined) return [];
  const what = checked.problem === undefined ? "not fully checked:" : "not checked:";
  return [`${paint("bold", printable(checked.file))} ${paint("red", what)} ${printable(why)}`];
}
