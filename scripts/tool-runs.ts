import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** One run of a tool from node_modules, or of a script of ours. */
export type ToolRun = Readonly<{
  name: string;
  tool: string;
  args?: readonly string[];
  /**
   * It starts at once and runs beside those before it, one of its kind at a time, where they leave a core idle. Its
   * output is shown when its turn comes.
   */
  isBeside?: boolean;
  /** What is run when it has failed, if anything: it counts instead. */
  secondTry?: () => ToolRun | null;
}>;

/** What can be said about the code without running it, the quickest first. */
export const codeChecks: readonly ToolRun[] = [
  { name: "format", tool: "oxfmt", args: ["--check", "."] },
  { name: "lint", tool: "oxlint" },
  { name: "types", tool: "tsc" },
  { name: "site types", tool: "tsc", args: ["-p", "site"] },
  { name: "unused code", tool: "knip" },
];

/** Runs the tools in order, a heading above each and a summary below. Returns the first exit code that is not 0. */
export async function runTools(
  runs: readonly ToolRun[],
  { afterFailure }: { afterFailure: "stop" | "go on" },
): Promise<number> {
  const beside = runBeside(runs.filter(({ isBeside }) => isBeside));
  const summary: string[] = [];
  let firstFailure = 0;
  for (const run of runs) {
    if (firstFailure !== 0 && afterFailure === "stop") {
      summary.push(`  not run  ${run.name}`);
      continue;
    }
    console.log(`\n── ${run.name} ──`);
    const first = await (beside.get(run) ?? runTool(run, "inherit"));
    process.stdout.write(first.output);
    const secondTry = first.exitCode === 0 ? null : (run.secondTry?.() ?? null);
    if (secondTry === null) {
      summary.push(summaryLine(run, first));
      firstFailure ||= first.exitCode;
      continue;
    }
    console.log(`\n── ${secondTry.name} ──`);
    const second = await runTool(secondTry, "inherit");
    summary.push(summaryLine(run, first), summaryLine(secondTry, second));
    firstFailure ||= second.exitCode;
  }
  console.log(`\n── summary ──\n${summary.join("\n")}`);
  return firstFailure;
}

function runBeside(runs: readonly ToolRun[]): ReadonlyMap<ToolRun, Promise<Ended>> {
  let last: Promise<unknown> = Promise.resolve();
  return new Map(
    runs.map((run) => {
      const ended = last.then(async () => runTool(run, "pipe"));
      last = ended.catch(() => undefined); // it is told when its turn comes
      return [run, ended];
    }),
  );
}

function summaryLine({ name }: ToolRun, { exitCode, seconds }: Ended): string {
  return `  ${exitCode === 0 ? "passed " : "FAILED "}  ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s`;
}

type Ended = Readonly<{ exitCode: number; output: string; seconds: number }>;

async function runTool(
  { tool, args = [], isBeside = false }: ToolRun,
  output: "inherit" | "pipe",
): Promise<Ended> {
  const startedAt = performance.now();
  const [command, given] = tool.endsWith(".ts")
    ? [process.execPath, [join(root, tool), ...args]]
    : [join(root, "node_modules", ".bin", tool), args];
  const child = spawn(command, given, { cwd: root, stdio: ["inherit", output, output] });
  if (isBeside && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  process.on("SIGINT", forward).on("SIGTERM", forward);
  try {
    const exitCode = await new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]));
    });
    const seconds = (performance.now() - startedAt) / 1000;
    return { exitCode, output: Buffer.concat(chunks).toString(), seconds };
  } finally {
    process.off("SIGINT", forward).off("SIGTERM", forward);
  }
}
