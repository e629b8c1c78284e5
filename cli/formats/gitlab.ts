import { whyUnfinished, type CheckedFile } from "../finding.ts";
import { fingerprints } from "./fingerprint.ts";
import type { ReportFormat } from "./format.ts";

const severities = { error: "major", warning: "minor", info: "info" } as const;

/** GitLab's report of code quality. */
export const gitlab: ReportFormat = ({ files }) =>
  `${JSON.stringify(files.flatMap(toIssues), undefined, 2)}\n`;

function toIssues(checked: CheckedFile) {
  const { file, findings } = checked;
  const fingerprintOf = fingerprints(checked);
  const unfinished = whyUnfinished(checked);
  return [
    ...findings.map((finding) => ({
      description: finding.message,
      check_name: finding.rule,
      fingerprint: fingerprintOf(finding),
      severity:
        finding.isSecurity && finding.severity === "error" ? "critical" : severities[finding.severity],
      location: { path: file, lines: { begin: finding.line ?? 1 } },
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
