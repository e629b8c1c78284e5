import { Fault } from "../../faults.ts";
import type { Clock } from "../../parts/clock.ts";
import type { Model } from "../../parts/model.ts";
import { BoxFailure, type Sandbox } from "../../parts/sandbox/sandbox.ts";
import type { Job } from "../job.ts";
import type { AIReport, Diagnostic, RuntimeReport } from "../verdict.ts";
import { checkExamples } from "./check-examples.ts";
import { findFix, type Fix } from "./find-fix.ts";
import { notConsulted } from "./model-rewrite.ts";
import { observeLines } from "./refute-types.ts";
import {
  diedInTheBox,
  notRun,
  stoppedInTheBox,
  toOutputDiagnostics,
  toRunDiagnostics,
  toRuntimeReport,
} from "./runtime.ts";
import type { SearchTools } from "./search.ts";
import { leastRunMs, openSession, type Session } from "./session.ts";

/** What running a program showed. */
export type Executed = Readonly<{
  runtime: RuntimeReport;
  diagnostics: readonly Diagnostic[];
  fixedCode: string | null;
  fixes: readonly string[];
  ai: AIReport | null;
  python: string | undefined;
  /** Lines that ran in examples which all hold; empty where nobody asked. */
  linesRun: ReadonlySet<number>;
}>;

export type ExecuteTools = Pick<SearchTools, "propose"> &
  Readonly<{
    sandbox: Sandbox;
    model: Model | undefined;
    clock: Clock;
    defaultTimeoutS: number;
    /** The names a text defines at its top level; `undefined` when it does not parse. */
    namesOf: (text: string) => ReadonlySet<string> | undefined;
    /** Lines of which a type checker says that they cannot work. */
    suspectLines: readonly number[];
    /** How many errors the checkers find in a text without running it. */
    countErrors: (text: string) => Promise<number>;
  }>;

const boxesACall = 2;

/** Runs the text against its examples in a box of its own, looks for a fix where one fails, and runs what it ends up with. */
export async function execute(
  tools: ExecuteTools,
  { code, options }: Job,
  signal: AbortSignal,
): Promise<Executed> {
  const budgetMs = (options.timeout_s ?? tools.defaultTimeoutS) * 1000;
  let find: typeof findFix | undefined = findFix;
  for (let attempt = 1; attempt <= boxesACall; attempt += 1) {
    await using box = await tools.sandbox.take(signal);
    const session = openSession(box, { clock: tools.clock, budgetMs, signal });
    try {
      return await converse(tools, { code, options, session, budgetMs, find, signal });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof BoxFailure || error instanceof SearchFailure)) throw error;
      // A candidate took the box down: that is no word against the program, which is run again without a search.
      if (error instanceof SearchFailure) find = undefined;
      else if (error.reason === "died") return lostExecution(tools, diedInTheBox, budgetMs);
      else if (error.reason === "timeout") return lostExecution(tools, stoppedInTheBox, budgetMs);
    }
  }
  throw new Fault("engine_unavailable", {
    message: "The sandbox did not answer; nothing was charged.",
    retryAfterS: 5,
  });
}

class SearchFailure extends Error {}

type Conversation = Readonly<{
  code: string;
  options: Job["options"];
  session: Session;
  budgetMs: number;
  /** Undefined: no fix is looked for. */
  find: typeof findFix | undefined;
  signal: AbortSignal;
}>;

async function converse(
  tools: ExecuteTools,
  { code, options, session, budgetMs, find, signal }: Conversation,
): Promise<Executed> {
  const check = await checkExamples(session, code, options.examples);
  const fix =
    check.isSearchable && find
      ? await find(tools, { session, code, check, signal }).catch((cause: unknown) => {
          throw cause instanceof BoxFailure ? new SearchFailure("the box was lost", { cause }) : cause;
        })
      : nothingFound(tools);
  const linesRun =
    tools.suspectLines.length > 0 ? await observeLines(session, code, check) : notExecuted.linesRun;
  const runtime = await runAsMain(session, fix.source ?? code, options.expected_output);
  return {
    runtime,
    diagnostics: [
      ...check.mismatches,
      ...fix.diagnostics,
      ...toRunDiagnostics(runtime, budgetMs),
      ...toOutputDiagnostics(runtime, options.expected_output),
    ],
    fixedCode: fix.source ?? null,
    fixes: fix.fixes,
    ai: fix.ai,
    python: session.python,
    linesRun,
  };
}

export const notExecuted: Executed = {
  runtime: notRun,
  diagnostics: [],
  fixedCode: null,
  fixes: [],
  ai: null,
  python: undefined,
  linesRun: new Set(),
};

const outputCap = 65_536;
const longestOutputCap = 1_048_576;

/** The run that is reported: a fresh interpreter on the file as it ends up. */
async function runAsMain(session: Session, source: string, expected: string | null): Promise<RuntimeReport> {
  const wall_ms = Math.round(Math.max(leastRunMs, session.leftMs()));
  const stdout_cap = Math.min(longestOutputCap, Math.max(outputCap, Buffer.byteLength(expected ?? "") + 1));
  const [result] = await session.run(source, [{ id: "main", mode: "fresh", wall_ms, stdout_cap }]);
  return toRuntimeReport(result!);
}

function nothingFound({ model }: ExecuteTools): Fix {
  return { source: undefined, fixes: [], diagnostics: [], ai: model ? notConsulted(model) : null };
}

/** The program ended the whole box: that is an answer, and it is not a good one. */
function lostExecution(tools: ExecuteTools, runtime: RuntimeReport, budgetMs: number): Executed {
  const diagnostics = toRunDiagnostics(runtime, budgetMs);
  return { ...notExecuted, runtime, diagnostics, ai: nothingFound(tools).ai };
}
