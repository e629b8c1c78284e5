import type { Job } from "../job.ts";
import type { Diagnostic, RuntimeReport } from "../verdict.ts";
import type { ChosenSource } from "./chosen-source.ts";
import { toOutputDiagnostics, toRunDiagnostics, toRuntimeReport } from "./runtime.ts";
import { minRunMs, type BoxSession } from "./session.ts";

/** The run that is reported. */
export type MainRun = Readonly<{
  source: ChosenSource;
  runtime: RuntimeReport;
  diagnostics: readonly Diagnostic[];
}>;

const outputCap = 65_536;
const maxOutputCap = 1_048_576;

/** Runs a text as a program. Where it ends badly and its rival does not, the rival's run is the one that counts. */
export async function runAsMain(
  session: BoxSession,
  source: ChosenSource,
  rival: ChosenSource | undefined,
  { expected_output: expected }: Job["options"],
): Promise<MainRun> {
  const run = await runOnce(session, source, expected);
  if (run.diagnostics.length === 0 || !rival || session.leftMs() <= 0) return run;
  const other = await runOnce(session, rival, expected);
  return other.diagnostics.length === 0 ? other : run;
}

/** A fresh interpreter on the file. */
async function runOnce(session: BoxSession, source: ChosenSource, expected: string | null): Promise<MainRun> {
  const wall_ms = Math.round(Math.max(minRunMs, session.leftMs()));
  const stdout_cap = Math.min(maxOutputCap, Math.max(outputCap, Buffer.byteLength(expected ?? "") + 1));
  const program = { id: "main", mode: "fresh", wall_ms, stdout_cap } as const;
  const [result] = await session.run(source.text, [program], source.project);
  const runtime = toRuntimeReport(result!, session.kind);
  const diagnostics = [
    ...toRunDiagnostics(runtime, session.budgetMs, session.packages, source.project).map((diagnostic) => ({
      ...diagnostic,
      line: source.lineOf(diagnostic.line, diagnostic.file ?? undefined),
    })),
    ...toOutputDiagnostics(runtime, expected),
  ];
  return { source, runtime, diagnostics };
}
