/** The parts of a ValidateResponse that pages show. */
export type VerdictAnswer = Readonly<{
  valid: boolean;
  score: number;
  diagnostics: readonly Readonly<{
    severity: ShownSeverity;
    rule: string;
    message: string;
    line: number | null;
    column: number | null;
    file?: string | null;
  }>[];
  security: readonly Readonly<{
    tool: string;
    id: string;
    severity: ShownSeverity;
    message: string;
    line: number | null;
    cwe: string | null;
    file?: string | null;
  }>[];
  fixes: readonly string[];
  fixed_code: string | null;
  fixed_valid: boolean | null;
  transpiled: string | null;
  runtime: Readonly<{
    ran: boolean;
    returncode: number | null;
    stdout: string;
    stderr: string;
    duration_ms: number | null;
    timed_out: boolean;
  }>;
  meta: Readonly<{
    version: string;
    engine: Readonly<Record<string, string>>;
    mode: string;
    incomplete: readonly string[];
    duration_ms: number;
    fixes?: readonly Readonly<{ kind: "preserving" | "certain" | "changing" }>[];
  }>;
}>;

export type ShownSeverity = "error" | "warning" | "info";

/** A diagnostic or a security finding, as one line of a list. */
export type ShownFinding = Readonly<{
  severity: ShownSeverity;
  rule: string;
  message: string;
  line: number | null;
  column: number | null;
  isSecurity: boolean;
  cwe: string | null;
  /** The file it is about, where that is another than the one shown. */
  file: string | undefined;
}>;

const order: Readonly<Record<ShownSeverity, number>> = { error: 0, warning: 1, info: 2 };

/** Everything that was found: the worst first, then by line. `main` is the path of the code that is shown. */
export function findingsOf(
  { diagnostics, security }: VerdictAnswer,
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
  ].toSorted((a, b) => order[a.severity] - order[b.severity] || (a.line ?? Infinity) - (b.line ?? Infinity));
}

/** Where a rule is explained. */
export function rulePage(rule: string): string {
  return `/rules/${encodeURIComponent(rule)}`;
}
