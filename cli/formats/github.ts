import { whyUnfinished, type CheckedFile, type FileFinding } from "../finding.ts";
import { toldFindings } from "../notebooks/cell-findings.ts";
import { printable } from "../terminal.ts";
import type { ReportFormat } from "./format.ts";
import { placeOf } from "./place.ts";
import { summarize } from "./summary.ts";

const levels = { error: "error", warning: "warning", info: "notice" } as const;

/** Annotations of a GitHub workflow. What files say can neither end a command nor begin another. */
export const github: ReportFormat = (report) =>
  [...report.files.flatMap(annotate), summarize(report)].map((line) => `${line}\n`).join("");

function annotate(checked: CheckedFile): string[] {
  const { file } = checked;
  const unfinished = whyUnfinished(checked);
  return [
    ...toldFindings(checked).map((finding) =>
      command(levels[finding.severity], propertiesOf(file, finding), wordsOf(finding)),
    ),
    ...(unfinished === undefined
      ? []
      : [command("error", { file, title: "not fully checked" }, printable(unfinished))]),
  ];
}

type Properties = Readonly<Record<string, string | number | null>>;

/** GitHub counts the lines of the JSON of a notebook. */
function propertiesOf(file: string, { cell, line, column, rule }: FileFinding): Properties {
  return cell === undefined ? { file, line, col: column, title: rule } : { file, title: rule };
}

function wordsOf(finding: FileFinding): string {
  return finding.cell === undefined ? finding.message : `${placeOf(finding).slice(1)} ${finding.message}`;
}

function command(level: string, properties: Properties, message: string): string {
  const given = Object.entries(properties)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${level} ${given.join(",")}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
