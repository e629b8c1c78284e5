import { whyUnfinished, type CheckedFile, type CheckReport, type FileFinding } from "../finding.ts";
import { toldFindings } from "../notebooks/cell-findings.ts";
import { fingerprints } from "./fingerprint.ts";
import type { ReportFormat } from "./format.ts";
import { placeOf } from "./place.ts";
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
          const told = toldFindings(checked);
          return checked.findings.map((finding, at) => ({
            ruleId: finding.rule,
            ruleIndex: indexes.get(finding.rule)!,
            level: levels[finding.severity],
            message: { text: told[at]!.message },
            locations: [locationOf(checked.file, told[at]!)],
            partialFingerprints: { "assay/v1": fingerprintOf(finding) },
          }));
        }),
      },
    ],
  };
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
