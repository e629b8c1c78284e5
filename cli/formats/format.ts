import type { CheckReport } from "../finding.ts";
import type { Paint } from "../terminal.ts";

/** Turns a report into what is printed. */
export type ReportFormat = (report: CheckReport, style: FormatStyle) => string;

export type FormatStyle = Readonly<{
  paint: Paint;
  /** Findings that do not reject are left out of what people read. */
  isQuiet: boolean;
  /** Files whose findings were told before: people read only that they are counted. */
  told?: ReadonlySet<string>;
}>;
