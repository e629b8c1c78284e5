import { whyUnfinished, type CheckedFile, type FileFinding } from "../finding.ts";
import { printable } from "../terminal.ts";
import type { ReportFormat } from "./format.ts";
import { summarize } from "./summary.ts";

const levels = { error: "error", warning: "warning", info: "notice" } as const;

/** Annotations of a GitHub workflow. What files say can neither end a command nor begin another. */
export const github: ReportFormat = (report) =>
  [...report.files.flatMap(annotate), summarize(report)].map((line) => `${line}\n`).join("");

function annotate(checked: CheckedFile): string[] {
  const { file, findings } = checked;
  const unfinished = whyUnfinished(checked);
  return [
    ...findings.map((finding) => command(levels[finding.severity], placeOf(file, finding), finding.message)),
    ...(unfinished === undefined
      ? []
      : [command("error", { file, title: "not fully checked" }, printable(unfinished))]),
  ];
}

type Properties = Readonly<Record<string, string | number | null>>;

function placeOf(file: string, { line, column, rule }: FileFinding): Properties {
  return { file, line, col: column, title: rule };
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
