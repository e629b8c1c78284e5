import { whyUnfinished, type CheckedFile, type FileFinding } from "../finding.ts";
import { toldFindings } from "../notebooks/cell-findings.ts";
import { fingerprints } from "./fingerprint.ts";
import type { ReportFormat } from "./format.ts";
import { placeOf } from "./place.ts";

const severities = { error: "major", warning: "minor", info: "info" } as const;

/** GitLab's report of code quality. */
export const gitlab: ReportFormat = ({ files }) =>
  `${JSON.stringify(files.flatMap(toIssues), undefined, 2)}\n`;

function toIssues(checked: CheckedFile) {
  const { file, findings } = checked;
  const fingerprintOf = fingerprints(checked);
  const told = toldFindings(checked);
  const unfinished = whyUnfinished(checked);
  return [
    ...findings.map((finding, at) => ({
      description: wordsOf(told[at]!),
      check_name: finding.rule,
      fingerprint: fingerprintOf(finding),
      severity:
        finding.isSecurity && finding.severity === "error" ? "critical" : severities[finding.severity],
      location: { path: file, lines: { begin: told[at]!.cell === undefined ? (finding.line ?? 1) : 1 } },
    })),
    ...(unfinished === undefined
      ? []
      : [
          {
            description: `Not fully checked: ${unfinished}`,
            check_name: "assay:unfinished",
            fingerprint: `unfinished ${file}`,
            severity: "blocker",
            location: { path: file, lines: { begin: 1 } },
          },
        ]),
  ];
}

/** GitLab counts the lines of the JSON of a notebook. */
function wordsOf(finding: FileFinding): string {
  return finding.cell === undefined ? finding.message : `${placeOf(finding).slice(1)} ${finding.message}`;
}
