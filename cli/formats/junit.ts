import { whyUnfinished, type CheckedFile, type FileFinding } from "../finding.ts";
import { toldFindings } from "../notebooks/cell-findings.ts";
import type { ReportFormat } from "./format.ts";
import { placeOf } from "./place.ts";

/** JUnit's XML: a test case for each file; what rejects is a failure, what did not finish an error. */
export const junit: ReportFormat = ({ files }) => {
  const count = (status: CheckedFile["status"]): number =>
    files.filter((checked) => checked.status === status).length;
  const counts = `tests="${files.length}" failures="${count("rejected")}" errors="${count("unfinished")}"`;
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites ${counts}>`,
    `  <testsuite name="assay" ${counts}>`,
    ...files.map(toTestCase),
    `  </testsuite>`,
    `</testsuites>`,
    "",
  ].join("\n");
};

function toTestCase(checked: CheckedFile): string {
  const { file, status } = checked;
  const findings = toldFindings(checked);
  const head = `    <testcase classname="assay" name="${escapeXml(file)}"`;
  if (status === "valid" && findings.length === 0) return `${head}/>`;
  const lines = findings.map(toLine);
  const unfinished = whyUnfinished(checked) ?? "";
  const [first] = findings.filter(({ rejects }) => rejects);
  const body = {
    valid: `<system-out>${escapeXml(lines.join("\n"))}</system-out>`,
    rejected: `<failure type="${escapeXml(first?.rule ?? "")}" message="${escapeXml(first?.message ?? "")}">${escapeXml(lines.join("\n"))}</failure>`,
    unfinished: `<error type="unfinished" message="${escapeXml(unfinished)}">${escapeXml(lines.join("\n"))}</error>`,
  }[status];
  return `${head}>\n      ${body}\n    </testcase>`;
}

function toLine(finding: FileFinding): string {
  const { severity, rule, message } = finding;
  return `${placeOf(finding).slice(1) || "-"} ${severity} ${rule} ${message}`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Characters that XML cannot hold become U+FFFD. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[&<>"]/g, (mark) => entities[mark]!)
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}
