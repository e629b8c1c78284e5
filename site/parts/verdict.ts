import type { ReadVerdict } from "../../engine/verdict.ts";

/** A diagnostic or a security finding, as one line of a list. */
export type ShownFinding = Readonly<{
  severity: string;
  rule: string;
  message: string;
  line: number | null;
  column: number | null;
  isSecurity: boolean;
  cwe: string | null;
  /** The file it is about, where that is another than the one shown. */
  file: string | undefined;
}>;

/** A severity that is not known yet comes first. */
const order = ["error", "warning", "info"];

/** Everything that was found: the worst first, then by line. `main` is the path of the code that is shown. */
export function findingsOf(
  { diagnostics, security }: ReadVerdict,
  main = "main.py",
): readonly ShownFinding[] {
  const elsewhere = (file: string | null | undefined) => (file && file !== main ? file : undefined);
  return [
    ...diagnostics.map((one) => ({ ...one, isSecurity: false, cwe: null, file: elsewhere(one.file) })),
    ...security.map(({ tool, id, ...one }) => ({
      ...one,
      file: elsewhere(one.file),
      rule: `${tool}:${id}`,
      column: null,
      isSecurity: true,
    })),
  ].toSorted(
    (a, b) =>
      order.indexOf(a.severity) - order.indexOf(b.severity) || (a.line ?? Infinity) - (b.line ?? Infinity),
  );
}

/** Where a rule is explained. */
export function rulePage(rule: string): string {
  return `/rules/${encodeURIComponent(rule)}`;
}
