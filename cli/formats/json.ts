import { summarize } from "./summary.ts";
import type { ReportFormat } from "./format.ts";

/** Everything, for programs. */
export const json: ReportFormat = (report) => {
  const files = report.files.map(
    ({ file, status, findings, suppressed = [], incomplete, problem = null }) => ({
      file,
      status,
      findings,
      suppressed,
      incomplete,
      problem,
    }),
  );
  const told = { version: report.version, files, summary: summarize(report) };
  return `${JSON.stringify(told, undefined, 2)}\n`;
};
