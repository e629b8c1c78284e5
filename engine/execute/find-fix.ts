import type { Clock } from "../../platform/clock.ts";
import type { AIReport, AppliedFix, Diagnostic, SearchReport } from "../verdict.ts";
import { applySplices } from "../text/splices.ts";
import { sure } from "../candidates/confidence.ts";
import type { Disagreement } from "./ambiguity.ts";
import type { FileEdit, SuggestedEdit } from "./file-edit.ts";
import type { ExampleCheck } from "./check-examples.ts";
import type { Model } from "./model.ts";
import { askForRewrite, notConsulted } from "./model-rewrite.ts";
import type { BoxFiles } from "./protocol.ts";
import type { Report } from "../progress.ts";
import { planScreens } from "./screening.ts";
import { searchFix } from "./search.ts";
import type { SearchTask, SearchTools } from "./search-task.ts";
import { besideFiles, type BoxSession } from "./session.ts";
import { filesToSearch } from "./files-to-search.ts";
import { weighEdit, weighRewrite } from "./weigh-fix.ts";

/** What finding a fix needs. */
export type FixTools = Pick<SearchTools, "propose"> &
  Readonly<{
    report?: Report | undefined;
    model: Model | undefined;
    clock: Clock;
    /** The names a text defines at its top level; `undefined` when it does not parse. */
    namesOf: (text: string) => ReadonlySet<string> | undefined;
    /** Whether the checkers have less against an edited text than they and the failing examples have against the original. */
    passesGate: (edit: FileEdit, original: string, failing: number) => Promise<boolean>;
  }>;

/** A rewrite that every example proves, and how sure it is. */
export type Fix = Readonly<{
  edited: FileEdit | undefined;
  fixes: readonly AppliedFix[];
  suggestions: readonly SuggestedEdit[];
  diagnostics: readonly Diagnostic[];
  ai: AIReport | null;
  /** Null where nothing was looked for. */
  search: SearchReport | null;
}>;

type Task = Readonly<{
  session: BoxSession;
  code: string;
  project: BoxFiles | undefined;
  check: ExampleCheck;
  /** A fix that is less sure is only suggested. */
  minConfidence: number;
  /** For work during which the box is not needed. */
  aside: <Result>(work: () => Promise<Result>) => Promise<Result>;
  signal: AbortSignal;
}>;

const maxSuggestions = 3;

/** One small edit if there is one; else, where a model is configured, its rewrite. Both must be proven. */
export async function findFix(tools: FixTools, task: Task): Promise<Fix> {
  const edit = await findEdit(tools, task);
  if (edit.edited !== undefined || tools.model === undefined) {
    return { ...edit, ai: tools.model ? notConsulted(tools.model) : null };
  }
  const { code, project, check, aside, signal } = task;
  const { model, clock, namesOf } = tools;
  const session = besideFiles(task.session, project);
  const isNoWorse = async (text: string) =>
    tools.passesGate({ file: undefined, text }, code, check.failing.length);
  const beside = Object.values(project?.files ?? {});
  const asking = { model, clock, session, code, beside, check, namesOf, isNoWorse, aside, signal };
  const { source, doubts, report } = await askForRewrite(asking);
  if (source === undefined) return { ...edit, ai: report };
  const confidence = await weighRewrite(tools.propose, {
    session,
    source,
    check,
    isDoubted: doubts.length > 0,
  });
  const found = { edited: { file: undefined, text: source }, fix: byModel };
  return {
    ...edit,
    ...returned(task, { ...found, confidence, others: edit.suggestions, doubts }),
    ai: report,
  };
}

async function findEdit({ propose, passesGate, report }: FixTools, task: Task): Promise<Omit<Fix, "ai">> {
  const { session, code, project, check } = task;
  const { texts, examples, failing } = check;
  let screened = 0;
  const searching: SearchTools = {
    propose,
    isNoWorse: async ({ file, source }, text) => passesGate({ file, text }, source, failing.length),
    onScreened: (count) => report?.({ what: "candidates screened", done: (screened += count) }),
  };
  const beside = besideFiles(session, project);
  const screens = await planScreens(beside, code, texts);
  const main: SearchTask = { session: beside, source: code, texts, examples, failing, screens };
  const tasks = project ? await filesToSearch(session, main, project) : ([main] as const);
  const { proof, report: search } = await searchFix(searching, tasks);
  if (proof === undefined) return { ...nothing, search };
  const { file, source } = proof.task;
  const { confidence, others, disagreement, isWhole } = await weighEdit(propose, proof);
  const doubts =
    confidence < sure
      ? [disagreement ? toDoubt(disagreement) : toAdvice(fewExamples)]
      : check.isSure
        ? []
        : [toAdvice(unsure)];
  const edited = { file, text: applySplices(source, proof.winner.splices) };
  const text = `${proof.winner.description}; ${provenBy(failing.length, examples.length)}`;
  const fix = { text, kind: "changing", repair: "search" } as const;
  return {
    ...returned(task, { edited, fix, confidence, others, doubts }),
    search: { ...search, finished: search.finished && isWhole },
  };
}

type Found = Readonly<{
  edited: FileEdit;
  fix: AppliedFix;
  confidence: number;
  others: readonly SuggestedEdit[];
  doubts: readonly Diagnostic[];
}>;

/** What was found is the fix, or a suggestion where the caller asks for surer ones. */
function returned(
  { minConfidence }: Task,
  { edited, fix, confidence, others, doubts }: Found,
): Omit<Fix, "ai" | "search"> {
  if (confidence >= minConfidence)
    return {
      edited,
      fixes: [{ ...fix, confidence }],
      suggestions: others.slice(0, maxSuggestions),
      diagnostics: doubts,
    };
  const message =
    `An edit passes every example, and its confidence of ${confidence} is below \`options.min_confidence\`. ` +
    "It is in `suggestions`.";
  const suggestions = [{ edited, confidence, why: fix.text }, ...others].slice(0, maxSuggestions);
  return { ...nothing, suggestions, diagnostics: [toAdvice(message)] };
}

const byModel: AppliedFix = { text: "took the model's rewrite", kind: "changing", repair: "model" };

const fewExamples = "Few examples support this edit. Add another example to confirm it.";
const unsure =
  "Only examples in the code, or examples that the code itself decides, fail without this edit. " +
  "Add one to `options.examples` that compares a plain value to confirm it.";

const nothing = {
  edited: undefined,
  fixes: [],
  suggestions: [],
  diagnostics: [],
} as const;

function provenBy(failed: number, examples: number): string {
  return `${failed} of ${examples} examples failed before, all pass when run`;
}

/** Asks for the one example that would decide. */
function toDoubt({ input, here, there }: Disagreement): Diagnostic {
  return toAdvice(
    "Several small edits pass every example and the likeliest is returned: " +
      `\`${input}\` is ${here} with one and ${there} with another. Add an example that tells them apart.`,
  );
}

function toAdvice(message: string): Diagnostic {
  return { severity: "info", rule: "python:ambiguous-fix", message, line: null, column: null };
}
