import { stage } from "../../platform/tracing/stages.ts";
import { EngineUnavailable } from "../unavailable.ts";
import { BoxFailure, type Sandbox } from "../workers/sandbox/sandbox.ts";
import type { Job } from "../job.ts";
import type { Layers } from "../package-layer.ts";
import type { AIReport, AppliedFix, Diagnostic, RuntimeReport } from "../verdict.ts";
import { checkBeside, hasMismatch } from "./beside-examples.ts";
import { choose } from "./choose.ts";
import type { ChosenSource, LineClaim } from "./chosen-source.ts";
import type { FileEdit } from "./file-edit.ts";
import { findFix, type Fix, type FixTools } from "./find-fix.ts";
import { lendBox } from "./lent-box.ts";
import { notConsulted } from "./model-rewrite.ts";
import { refutedBy } from "./refuted-claims.ts";
import { runAsMain } from "./run-as-main.ts";
import { diedInTheBox, notRun, stoppedInTheBox, toRunDiagnostics } from "./runtime.ts";
import { runTests } from "./run-tests.ts";
import { outputFilesOf, toOutputWarnings, type Recognize } from "./written-files.ts";
import { besideFiles, openSession, type BoxSession } from "./session.ts";

/** What running a program showed. Its lines are those of the submitted text. */
export type Executed = Readonly<{
  runtime: RuntimeReport;
  diagnostics: readonly Diagnostic[];
  /** What ran is the repaired text or an edit of it; else the submitted one or an edit of that. */
  isRepaired: boolean;
  /** The proven edit of one of the texts. */
  edited: FileEdit | undefined;
  /** Every example holds for what ran. */
  isProven: boolean;
  fixes: readonly AppliedFix[];
  /** Other texts that every example passes with. */
  suggestions: readonly SuggestedSource[];
  ai: AIReport | null;
  python: string | undefined;
  /** What was said of submitted lines that running has refuted. */
  refuted: readonly LineClaim[];
}>;

export type SuggestedSource = Readonly<{ source: ChosenSource; confidence: number; why: string }>;

export type ExecuteTools = FixTools &
  Readonly<{
    sandbox: Sandbox;
    defaultTimeoutS: number;
    /** The packages of this call; unset: those of the image. */
    layers?: Layers | undefined;
    /** Whether packages are installed for calls that ask for them. */
    canAskForMore: boolean;
    recognize: Recognize;
    /** Lets others go while this call only waits for somebody else; unset: nobody waits for it. */
    standAside?: StandAside | undefined;
  }>;

/** Does work that needs nothing of ours. */
export type StandAside = <Result>(work: () => Promise<Result>) => Promise<Result>;

export type ExecuteTask = Readonly<{
  /** The text to run. */
  source: ChosenSource;
  /** What was submitted, where that is another text which Python accepts. */
  submitted: ChosenSource | undefined;
  options: Job["options"];
}>;

const boxesACall = 2;

/** Runs the text against its examples in a box of its own, looks for a fix where one fails, and runs what it ends up with. */
export async function execute(
  tools: ExecuteTools,
  task: ExecuteTask,
  signal: AbortSignal,
): Promise<Executed> {
  const budgetMs = (task.options.timeout_s ?? tools.defaultTimeoutS) * 1000;
  let find: typeof findFix | undefined = findFix;
  for (let attempt = 1; attempt <= boxesACall; attempt += 1) {
    await using box = await stage("box", async () =>
      lendBox(tools.sandbox, signal, { python: task.options.python, layers: tools.layers }),
    );
    const session = openSession(box, {
      clock: tools.clock,
      budgetMs,
      canAskForMore: tools.canAskForMore,
      signal,
    });
    const aside: StandAside = async (work) => {
      await box.giveBack();
      return tools.standAside ? tools.standAside(work) : work();
    };
    try {
      return await stage("run", async () => converse(tools, { ...task, session, find, aside, signal }));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof BoxFailure || error instanceof SearchFailure)) throw error;
      // A candidate took the box down: that is no word against the program, which is run again without a search.
      if (error instanceof SearchFailure) find = undefined;
      else if (error.reason === "died") return lostExecution(tools, diedInTheBox(box.kind), budgetMs);
      else if (error.reason === "timeout") return lostExecution(tools, stoppedInTheBox(box.kind), budgetMs);
    }
  }
  throw new EngineUnavailable("down", {
    message: "The sandbox did not answer. Nothing was charged.",
    retryAfterS: 5,
  });
}

class SearchFailure extends Error {}

/** What is told of a search that took its box down. */
const lostSearch = { tried: 0, finished: false } as const;

type Conversation = ExecuteTask &
  Readonly<{
    session: BoxSession;
    /** Undefined: no fix is looked for. */
    find: typeof findFix | undefined;
    /** Without the box, and others go first. */
    aside: StandAside;
    signal: AbortSignal;
  }>;

async function converse(tools: ExecuteTools, conversation: Conversation): Promise<Executed> {
  const { options } = conversation;
  const {
    source: chosen,
    check,
    beside,
    mismatches,
    counts,
  } = await choose(conversation.session, conversation);
  const session = besideFiles(conversation.session, chosen.project);
  const examples = check.examples.length;
  if (examples > 0) tools.report?.({ what: "examples run", done: examples, of: examples });
  // What the search finds makes the program do something else.
  const isWanted = check.isSearchable && options.fixes !== "safe";
  const fix = isWanted ? await lookForFix(tools, conversation, chosen, check) : nothingFound(tools);
  const edited = fix.edited && withEdit(chosen, fix.edited);
  const rival = chosen === conversation.source && !edited ? conversation.submitted : undefined;
  const tests = options.pytest
    ? await runTests(conversation.session, edited ?? chosen, rival)
    : { ...untested, source: edited ?? chosen };
  const isRival = tests.source === rival;
  const run = await runAsMain(conversation.session, tests.source, isRival ? undefined : rival, options);
  const { written } = run;
  const outputs = written.length > 0 && (await outputFilesOf(tools.recognize, options.outputs, written));
  const isRefuted =
    check.isEmpty || (edited === undefined && (check.failing.length > 0 || hasMismatch(beside)));
  const hasFailed = isRefuted || tests.failed > 0;
  const endedWell = run.source === chosen && run.runtime.returncode === 0 && !run.runtime.timed_out;
  const refuted = await refutedBy(session, chosen, { check, endedWell });
  return {
    runtime: {
      ...run.runtime,
      ...(tests.counts && { tests: tests.counts }),
      examples: counts,
      search: fix.search,
      ...(outputs && { outputs }),
    },
    diagnostics: [
      ...mismatches,
      ...fix.diagnostics,
      ...tests.diagnostics,
      ...run.diagnostics,
      ...toOutputWarnings(written),
    ],
    isRepaired: chosen === conversation.source && run.source !== conversation.submitted,
    edited: tests.failed > 0 ? undefined : fix.edited,
    isProven: !hasFailed,
    fixes: fix.fixes,
    suggestions: fix.suggestions.map(({ edited: other, ...said }) => ({
      ...said,
      source: withEdit(chosen, other),
    })),
    ai: fix.ai,
    python: session.python,
    refuted: refuted.map(({ rule, line }) => ({ rule, line: chosen.lineOf(line)! })),
  };
}

function withEdit(source: ChosenSource, { file, text }: FileEdit): ChosenSource {
  const { project } = source;
  if (file === undefined || project === undefined) return { ...source, text };
  return { ...source, project: { ...project, files: { ...project.files, [file]: text } } };
}

const untested = { counts: undefined, diagnostics: [], failed: 0 } as const;

async function lookForFix(
  tools: ExecuteTools,
  { find, session, options, aside, signal }: Conversation,
  chosen: ChosenSource,
  check: Parameters<typeof findFix>[1]["check"],
): Promise<Fix> {
  if (!find) return { ...nothingFound(tools), search: lostSearch };
  const passesGate: FixTools["passesGate"] = async (edit, ...given) =>
    (await tools.passesGate(edit, ...given)) &&
    !hasMismatch(await checkBeside(session, withEdit(chosen, edit)));
  return find(
    { ...tools, passesGate },
    {
      session,
      code: chosen.text,
      project: chosen.project,
      check,
      minConfidence: options.min_confidence,
      aside,
      signal,
    },
  ).catch((cause: unknown) => {
    throw cause instanceof BoxFailure ? new SearchFailure("the box was lost", { cause }) : cause;
  });
}

export const notExecuted: Executed = {
  runtime: notRun,
  diagnostics: [],
  isRepaired: true,
  edited: undefined,
  isProven: true,
  fixes: [],
  suggestions: [],
  ai: null,
  python: undefined,
  refuted: [],
};

function nothingFound({ model }: ExecuteTools): Fix {
  const ai = model ? notConsulted(model) : null;
  return { edited: undefined, fixes: [], suggestions: [], diagnostics: [], ai, search: null };
}

/** The program ended the whole box: that is an answer, and it is not a good one. */
function lostExecution(tools: ExecuteTools, runtime: RuntimeReport, budgetMs: number): Executed {
  const diagnostics = toRunDiagnostics(runtime, budgetMs);
  return { ...notExecuted, runtime, diagnostics, isProven: false, ai: nothingFound(tools).ai };
}
