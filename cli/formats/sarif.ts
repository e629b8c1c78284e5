import {
  whyUnfinished,
  type CheckedFile,
  type CheckReport,
  type FileFinding,
  type SuppressedFinding,
  type Suppression,
} from "../finding.ts";
import { toldFindings } from "../notebooks/cell-findings.ts";
import { fingerprints } from "./fingerprint.ts";
import type { ReportFormat } from "./format.ts";
import { placeOf } from "./place.ts";
import { toRule } from "./sarif-rule.ts";

const levels = { error: "error", warning: "warning", info: "note" } as const;

/** SARIF 2.1.0, as code scanning reads it. */
export const sarif: ReportFormat = (report) => `${JSON.stringify(toLog(report), undefined, 2)}\n`;

function toLog({ version, files }: CheckReport) {
  const rules = Map.groupBy(files.flatMap(allOf), ({ rule }) => rule);
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
          const findings = allOf(checked);
          const fingerprintOf = fingerprints({ ...checked, findings });
          const told = toldFindings({ ...checked, findings });
          return findings.map((finding, at) => ({
            ruleId: finding.rule,
            ruleIndex: indexes.get(finding.rule)!,
            level: levels[finding.severity],
            message: { text: told[at]!.message },
            locations: [locationOf(checked.file, told[at]!)],
            partialFingerprints: { "assay/v1": fingerprintOf(finding) },
            ...(finding.suppressed && { suppressions: [toSuppression(finding.suppressed)] }),
          }));
        }),
      },
    ],
  };
}

/** What does not count is told too, with its reason, where anything was silenced. */
function allOf({
  findings,
  suppressed = [],
}: CheckedFile): readonly (FileFinding & Partial<SuppressedFinding>)[] {
  if (suppressed.length === 0) return findings;
  return [...findings, ...suppressed].toSorted(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}

function toSuppression({ kind, by, reason }: Suppression) {
  const justification = reason === null ? by : `${by}: ${reason}`;
  return { kind: kind === "comment" ? "inSource" : "external", justification };
}

/** A viewer counts the lines of the JSON of a notebook: its cell is named beside the file. */
function locationOf(file: string, { cell, line, column }: Pick<FileFinding, "cell" | "line" | "column">) {
  const region =
    line === null ? {} : { region: { startLine: line, ...(column !== null && { startColumn: column }) } };
  const artifactLocation = { uri: encodeURI(file) };
  if (cell === undefined) return { physicalLocation: { artifactLocation, ...region } };
  const name = placeOf({ cell, line, column }).slice(1);
  return {
    physicalLocation: { artifactLocation },
    logicalLocations: [{ name, kind: "cell" }],
    properties: { cell, line, column },
  };
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
