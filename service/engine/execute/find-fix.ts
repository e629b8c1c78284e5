import { applySplices } from "../candidates/candidate.ts";
import type { AIReport, Diagnostic } from "../verdict.ts";
import { findDisagreement, type Disagreement } from "./ambiguity.ts";
import type { ExampleCheck } from "./check-examples.ts";
import type { ExecuteTools } from "./execute.ts";
import { askForRewrite, notConsulted } from "./model-rewrite.ts";
import { searchFix } from "./search.ts";
import type { Session } from "./session.ts";

/** A rewrite that every example proves, and how sure it is. */
export type Fix = Readonly<{
  source: string | undefined;
  fixes: readonly string[];
  diagnostics: readonly Diagnostic[];
  ai: AIReport | null;
}>;

type Task = Readonly<{ session: Session; code: string; check: ExampleCheck; signal: AbortSignal }>;

/** One small edit if there is one; else, where a model is configured, its rewrite. Both must be proven. */
export async function findFix(tools: ExecuteTools, { session, code, check, signal }: Task): Promise<Fix> {
  const { plan, failing } = check;
  const proof = await searchFix(tools, { session, source: code, plan, failing });
  if (proof) {
    const source = applySplices(code, proof.winner.splices);
    if (await tools.isNoWorse(source)) {
      const disagreement = await findDisagreement(session, { source: code, plan, proof });
      const proven = `${failing.length} of ${plan.examples.length} examples failed before, all pass when run`;
      const diagnostics = disagreement ? [toDoubt(disagreement)] : [];
      return {
        source,
        fixes: [`${proof.winner.words}; ${proven}`],
        diagnostics,
        ai: tools.model ? notConsulted(tools.model) : null,
      };
    }
  }
  if (tools.model === undefined) return { source: undefined, fixes: [], diagnostics: [], ai: null };
  const { model, clock, namesOf } = tools;
  const { source, report } = await askForRewrite({ model, clock, session, code, plan, namesOf, signal });
  return {
    source,
    fixes: source === undefined ? [] : ["took the model's rewrite"],
    diagnostics: [],
    ai: report,
  };
}

function toDoubt({ input, here, there }: Disagreement): Diagnostic {
  return {
    severity: "info",
    rule: "python:ambiguous-fix",
    message: `\`${input}\` is ${here} with this fix and ${there} with another one that passes every example too; state that example to decide.`,
    line: null,
    column: null,
  };
}
