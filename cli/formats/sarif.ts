import { whyUnfinished, type CheckedFile, type CheckReport, type FileFinding } from "../finding.ts";
import { fingerprints } from "./fingerprint.ts";
import type { ReportFormat } from "./format.ts";
import { toRule } from "./sarif-rule.ts";

const levels = { error: "error", warning: "warning", info: "note" } as const;

/** SARIF 2.1.0, as code scanning reads it. */
export const sarif: ReportFormat = (report) => `${JSON.stringify(toLog(report), undefined, 2)}\n`;

function toLog({ version, files }: CheckReport) {
  const rules = Map.groupBy(
    files.flatMap((file) => file.findings),
    ({ rule }) => rule,
  );
  const indexes = new Map([...rules.keys()].map((rule, index) => [rule, index]));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "assay",
            semanticVersion: version,
            rules: Array.from(rules.values(), toRule),
          },
        },
        columnKind: "unicodeCodePoints",
        invocations: [
          {
            executionSuccessful: files.every(({ status }) => status !== "unfinished"),
            toolExecutionNotifications: files.flatMap(toNotifications),
          },
        ],
        results: files.flatMap((checked) => {
          const fingerprintOf = fingerprints(checked);
          return checked.findings.map((finding) => ({
            ruleId: finding.rule,
            ruleIndex: indexes.get(finding.rule)!,
            level: levels[finding.severity],
            message: { text: finding.message },
            locations: [locationOf(checked.file, finding)],
            partialFingerprints: { "assay/v1": fingerprintOf(finding) },
          }));
        }),
      },
    ],
  };
}

function locationOf(file: string, { line, column }: Pick<FileFinding, "line" | "column">) {
  const region =
    line === null ? {} : { region: { startLine: line, ...(column !== null && { startColumn: column }) } };
  return { physicalLocation: { artifactLocation: { uri: encodeURI(file) }, ...region } };
}

function toNotifications(checked: CheckedFile) {
  const text = whyUnfinished(checked);
  if (text === undefined) return [];
  return [
    {
      level: "error",
      message: { text },
      locations: [locationOf(checked.file, { line: null, column: null })],
    },
  ];
}
