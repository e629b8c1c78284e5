import { toldFindings } from "../notebooks/cell-findings.ts";
import { summarize } from "./summary.ts";
import type { ReportFormat } from "./format.ts";

/** Everything, for programs. */
export const json: ReportFormat = (report) => {
  const files = report.files.map((checked) => {
    const { file, status, suppressed = [], incomplete, problem = null } = checked;
    return {
      file,
      status,
      findings: toldFindings(checked),
      suppressed: toldFindings({ ...checked, findings: suppressed }),
      incomplete,
      problem,
    };
  });
  const told = { version: report.version, files, summary: summarize(report) };
  return `${JSON.stringify(told, undefined, 2)}\n`;
};
