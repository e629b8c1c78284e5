import type { Job } from "../job.ts";
import { maxOutputBytes } from "../output-paths.ts";
import type { Diagnostic, RuntimeReport } from "../verdict.ts";
import type { ChosenSource } from "./chosen-source.ts";
import type { WrittenFile } from "./protocol.ts";
import { toOutputDiagnostics, toRunDiagnostics, toRuntimeReport } from "./runtime.ts";
import { minRunMs, type BoxSession } from "./session.ts";

/** The run that is reported. */
export type MainRun = Readonly<{
  source: ChosenSource;
  runtime: RuntimeReport;
  diagnostics: readonly Diagnostic[];
  /** What came of each file that was asked back; none where the program did not run. */
  written: readonly WrittenFile[];
}>;

const outputCap = 65_536;
const maxOutputCap = 1_048_576;

/** Runs a text as a program. Where it ends badly and its rival does not, the rival's run is the one that counts. */
export async function runAsMain(
  session: BoxSession,
  source: ChosenSource,
  rival: ChosenSource | undefined,
  options: Job["options"],
): Promise<MainRun> {
  const run = await runOnce(session, source, options);
  if (run.diagnostics.length === 0 || !rival || session.leftMs() <= 0) return run;
  const other = await runOnce(session, rival, options);
  return other.diagnostics.length === 0 ? other : run;
}

/** A fresh interpreter on the file. */
async function runOnce(
  session: BoxSession,
  source: ChosenSource,
  { expected_output: expected, outputs: paths }: Job["options"],
): Promise<MainRun> {
  const wall_ms = Math.round(Math.max(minRunMs, session.leftMs()));
  const stdout_cap = Math.min(maxOutputCap, Math.max(outputCap, Buffer.byteLength(expected ?? "") + 1));
  const outputs = paths.length > 0 ? { paths, max_bytes: maxOutputBytes } : undefined;
  const program = { id: "main", mode: "fresh", wall_ms, stdout_cap, outputs } as const;
  const [result] = await session.run(source.text, [program], source.project);
  const runtime = toRuntimeReport(result!, session.kind);
  const diagnostics = [
    ...toRunDiagnostics(runtime, session.budgetMs, session, source.project).map((diagnostic) => ({
      ...diagnostic,
      line: source.lineOf(diagnostic.line, diagnostic.file ?? undefined),
    })),
    ...toOutputDiagnostics(runtime, expected),
  ];
  return { source, runtime, diagnostics, written: result!.outputs ?? [] };
}
