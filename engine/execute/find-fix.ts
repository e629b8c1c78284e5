import type { Clock } from "../../platform/clock.ts";
import { applySplices } from "../text/splices.ts";
import type { AIReport, AppliedFix, Diagnostic, SearchReport } from "../verdict.ts";
import { confidenceIn, isHardlyAskedFor } from "../candidates/confidence.ts";
import { compareBehaviours, type Disagreement } from "./ambiguity.ts";
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

/** Another text for one of the files: the main one, where no path is told. */
export type FileEdit = Readonly<{ file: string | undefined; text: string }>;

/** A rewrite that every example proves, and how sure it is. */
export type Fix = Readonly<{
  edited: FileEdit | undefined;
  fixes: readonly AppliedFix[];
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
  /** For work during which the box is not needed. */
  aside: <Result>(work: () => Promise<Result>) => Promise<Result>;
  signal: AbortSignal;
}>;

/** One small edit if there is one; else, where a model is configured, its rewrite. Both must be proven. */
export async function findFix(tools: FixTools, task: Task): Promise<Fix> {
  const { code, project, check, aside, signal } = task;
  const edit = await findEdit(tools, task);
  if (edit.edited !== undefined || tools.model === undefined) {
    return { ...edit, ai: tools.model ? notConsulted(tools.model) : null };
  }
  const { model, clock, namesOf } = tools;
  const session = besideFiles(task.session, project);
  const isNoWorse = async (text: string) =>
    tools.passesGate({ file: undefined, text }, code, check.failing.length);
  const beside = Object.values(project?.files ?? {});
  const asking = { model, clock, session, code, beside, check, namesOf, isNoWorse, aside, signal };
  const { source, doubts, report } = await askForRewrite(asking);
  if (source === undefined) return { ...edit, ai: report };
  const edited = { file: undefined, text: source };
  return { ...edit, edited, fixes: [byModel], diagnostics: doubts, ai: report };
}

async function findEdit(
  { propose, passesGate, report }: FixTools,
  { session, code, project, check }: Task,
): Promise<Omit<Fix, "ai">> {
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
  const { disagreement, ...ways } = await compareBehaviours(proof);
  const { winner, passing, edits } = proof;
  const evidence = { family: winner.family, edits, failed: failing.length, passing, ...ways };
  if (confidenceIn(evidence) === "low")
    return { ...nothing, search, diagnostics: [toDoubt(disagreement, "none of them is returned")] };
  const text = `${winner.words}; ${provenBy(failing.length, examples.length)}`;
  return {
    edited: { file, text: applySplices(source, winner.splices) },
    fixes: [{ text, kind: "changing", repair: "search" }],
    search,
    diagnostics: disagreement
      ? [toDoubt(disagreement, "the likeliest is returned")]
      : isHardlyAskedFor(evidence)
        ? [toAdvice("Few examples support this edit. Add another example to confirm it.")]
        : check.isSure
          ? []
          : [toAdvice(unsure)],
  };
}

const unsure =
  "Only examples in the code, or examples that the code itself decides, fail without this edit. " +
  "Add one to `options.examples` that compares a plain value to confirm it.";

const byModel: AppliedFix = { text: "took the model's rewrite", kind: "changing", repair: "model" };

const nothing = { edited: undefined, fixes: [], diagnostics: [] } as const;

function provenBy(failed: number, examples: number): string {
  return `${failed} of ${examples} examples failed before, all pass when run`;
}

/** Asks for the one example that would decide. */
function toDoubt(disagreement: Disagreement | undefined, what: string): Diagnostic {
  const differing = disagreement
    ? `\`${disagreement.input}\` is ${disagreement.here} with one and ${disagreement.there} with another`
    : "they differ nearby";
  return toAdvice(
    `Several small edits pass every example and ${what}: ${differing}. Add an example that tells them apart.`,
  );
}

function toAdvice(message: string): Diagnostic {
  return { severity: "info", rule: "python:ambiguous-fix", message, line: null, column: null };
}
