import { packageOf } from "../package-names/owner.ts";
import type { Diagnostic, RuntimeReport } from "../verdict.ts";
import type { BoxKind } from "../workers/sandbox/driver.ts";
import type { BoxFiles, Result } from "./protocol.ts";

export const notRun: RuntimeReport = {
  ran: false,
  returncode: null,
  stdout: "",
  stderr: "",
  duration_ms: null,
  timed_out: false,
  sandbox: null,
};

/** The run of a program as its caller sees it. */
export function toRuntimeReport(result: Result, sandbox: BoxKind): RuntimeReport {
  const { ran, returncode, stdout, stderr, duration_ms, timed_out } = result;
  const { output_limit, stdout_truncated, stderr_truncated, max_rss_kb, cpu_ms } = result;
  const report = { ran, returncode, stdout, stderr, duration_ms, timed_out, sandbox };
  return { ...report, output_limit, stdout_truncated, stderr_truncated, max_rss_kb, cpu_ms };
}

/** A box that died with the program in it: the program took everything down, most likely by its memory. */
export function diedInTheBox(sandbox: BoxKind): RuntimeReport {
  return { ...notRun, ran: true, returncode: -9, sandbox, sandbox_died: true };
}

/** A box that had to be stopped from outside: not even the harness kept the time. */
export function stoppedInTheBox(sandbox: BoxKind): RuntimeReport {
  return { ...notRun, ran: true, timed_out: true, sandbox };
}

/** What a program may import beside the standard library, and whether its caller can ask for more. */
type Importable = Readonly<{ packages: readonly string[]; canAskForMore: boolean }>;

/** Ways of ending that make a verdict invalid: a crash, the time limit, the output limit. */
export function toRunDiagnostics(
  runtime: RuntimeReport,
  timeoutMs: number,
  { packages, canAskForMore }: Importable = { packages: [], canAskForMore: false },
  project?: BoxFiles,
): Diagnostic[] {
  if (!runtime.ran) return [];
  if (runtime.timed_out) {
    return [
      failure(
        "python:timeout",
        `The program was still running after ${timeoutMs / 1000} seconds and was stopped.`,
      ),
    ];
  }
  if (runtime.output_limit) {
    return [failure("python:output-limit", "The program printed too much output and was stopped.")];
  }
  if (runtime.returncode === 0) return [];
  const { returncode, stderr } = runtime;
  if (returncode !== null && returncode < 0) {
    return [
      failure(
        "python:crash",
        `The program was ended by signal ${-returncode}; it may have run out of memory.`,
      ),
    ];
  }
  const last = stderr.trimEnd().split("\n").at(-1) ?? "";
  if (!/^[\w.]*(?:Error|Exception|Interrupt|Exit|Iteration|Warning)\b/.test(last)) {
    return [failure("python:exit-status", `The program ended with exit status ${returncode}.`)];
  }
  const missing = missingModule(last);
  const [rule, message] =
    missing === undefined
      ? ["python:uncaught-exception", `The program ends with ${last}`]
      : ["python:missing-package", lacks(missing, { packages, canAskForMore })];
  return [{ ...failure(rule, message), ...raisedAt(stderr, project) }];
}

/** What the box does not have. A module missing in a package that it has is the program's own mistake. */
function missingModule(last: string): string | undefined {
  return /^ModuleNotFoundError: No module named '(\w+)'$/.exec(last)?.[1];
}

function lacks(module: string, { packages, canAskForMore }: Importable): string {
  const others = packages.length === 0 ? "" : `, and these packages: ${packages.join(", ")}`;
  const owner = canAskForMore ? packageOf(module) : undefined;
  const advice = owner === undefined ? "" : ` Add \`${owner}\` to \`options.packages\`.`;
  return `The program imports \`${module}\`, which the sandbox does not have. It has Python's standard library${others}.${advice}`;
}

export function toOutputDiagnostics(runtime: RuntimeReport, expected: string | null): Diagnostic[] {
  if (expected === null || (runtime.stdout === expected && !runtime.stdout_truncated)) return [];
  return [
    failure("expected-output", `Expected standard output ${show(expected)}, got ${show(runtime.stdout)}.`),
  ];
}

const frames = /^ {2}File "([^"]*)", line (\d+)/gm;

/** The last place in a submitted file that a traceback names. */
function raisedAt(stderr: string, project?: BoxFiles): Pick<Diagnostic, "line" | "file"> {
  const places = Array.from(stderr.matchAll(frames), ([, path, line]) => ({
    path: path!,
    line: Number(line),
  }));
  if (project === undefined)
    return { line: places.findLast(({ path }) => path.endsWith("main.py"))?.line ?? null };
  const paths = [project.main, ...Object.keys(project.files)];
  for (const { path, line } of places.toReversed()) {
    const file = paths.find((each) => path === `${folder}/${each}`);
    if (file !== undefined) return { line, file };
  }
  return { line: null };
}

/** Where scratch.py puts the files of a program. */
const folder = "/tmp/program";

function failure(rule: string, message: string, line: number | null = null): Diagnostic {
  return { severity: "error", rule, message, line, column: null };
}

function show(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
