import type { Clock } from "../../platform/clock.ts";
import type { Candidate } from "../candidates/candidate.ts";
import { applySplices } from "../text/splices.ts";
import type { AIReport, Diagnostic } from "../verdict.ts";
import { confidenceIn, isHardlyAskedFor } from "../candidates/confidence.ts";
import { compareBehaviours, type Disagreement } from "./ambiguity.ts";
import type { ExampleCheck } from "./check-examples.ts";
import type { Model } from "./model.ts";
import { askForRewrite, notConsulted } from "./model-rewrite.ts";
import { searchFix, type SearchTools } from "./search.ts";
import type { BoxSession } from "./session.ts";

/** What finding a fix needs. */
export type FixTools = Pick<SearchTools, "propose" | "report"> &
  Readonly<{
    model: Model | undefined;
    clock: Clock;
    /** The names a text defines at its top level; `undefined` when it does not parse. */
    namesOf: (text: string) => ReadonlySet<string> | undefined;
    /** Whether the checkers have less against an edited text than they and the failing examples have against the original. */
    passesGate: (original: string, edited: string, failing: number) => Promise<boolean>;
  }>;

/** A rewrite that every example proves, and how sure it is. */
export type Fix = Readonly<{
  source: string | undefined;
  fixes: readonly string[];
  diagnostics: readonly Diagnostic[];
  ai: AIReport | null;
}>;

type Task = Readonly<{ session: BoxSession; code: string; check: ExampleCheck; signal: AbortSignal }>;

/** One small edit if there is one; else, where a model is configured, its rewrite. Both must be proven. */
export async function findFix(tools: FixTools, { session, code, check, signal }: Task): Promise<Fix> {
  const edit = await findEdit(tools, { session, code, check, signal });
  if (edit.source !== undefined || tools.model === undefined) {
    return { ...edit, ai: tools.model ? notConsulted(tools.model) : null };
  }
  const { model, clock, namesOf } = tools;
  const isNoWorse = async (text: string) => tools.passesGate(code, text, check.failing.length);
  const asking = { model, clock, session, code, check, namesOf, isNoWorse, signal };
  const { source, report } = await askForRewrite(asking);
  if (source === undefined) return { ...edit, ai: report };
  return { source, fixes: ["took the model's rewrite"], diagnostics: [], ai: report };
}

async function findEdit(tools: FixTools, { session, code, check }: Task): Promise<Omit<Fix, "ai">> {
  const { plan, failing } = check;
  const isNoWorse = async ({ splices }: Candidate): Promise<boolean> =>
    tools.passesGate(code, applySplices(code, splices), failing.length);
  const task = { session, source: code, plan, failing };
  const { propose, report } = tools;
  const proof = await searchFix({ propose, isNoWorse, report }, task);
  if (proof === undefined) return nothing;
  const source = applySplices(code, proof.winner.splices);
  const { disagreement, ...ways } = await compareBehaviours(session, { source: code, plan, proof });
  const { winner, passing, edits } = proof;
  const evidence = { family: winner.family, edits, failed: failing.length, passing, ...ways };
  if (confidenceIn(evidence) === "low")
    return { ...nothing, diagnostics: [toDoubt(disagreement, "none of them is returned")] };
  const fixes = [`${winner.words}; ${provenBy(failing.length, plan.examples.length)}`];
  return {
    source,
    fixes,
    diagnostics: disagreement
      ? [toDoubt(disagreement, "the likeliest is returned")]
      : isHardlyAskedFor(evidence)
        ? [toAdvice("Few examples support this edit. Add another example to confirm it.")]
        : [],
  };
}

const nothing: Omit<Fix, "ai"> = { source: undefined, fixes: [], diagnostics: [] };

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
