import type { ReadVerdict } from "../../engine/verdict.ts";
import { count } from "../parts/elements.ts";

type About = Readonly<{ isAccepted: boolean; sampleId: string | undefined; files: number }>;

/** The verdict in a sentence, and what it was in numbers. */
export function headlineOf(verdict: ReadVerdict, about: About): Readonly<{ title: string; about: string }> {
  return {
    title: about.isAccepted ? acceptedTitle(verdict) : titleOf(verdict, about.files),
    about: about.isAccepted
      ? "nothing was charged"
      : `score ${verdict.score.toFixed(2)}, ${verdict.meta.duration_ms.toLocaleString("en")} ms, ${paidOf(verdict, about)}`,
  };
}

function acceptedTitle({ fixed_valid: isClean, runtime }: ReadVerdict): string {
  const given = runtime.examples?.given ?? 0;
  if (!isClean) return "Fix accepted. Errors remain.";
  return given > 0 ? `Valid. ${given} of ${given} examples pass.` : "Valid with the fix.";
}

function titleOf(verdict: ReadVerdict, files: number): string {
  const {
    valid,
    fixes,
    fixed_code: code,
    fixed_valid: isClean,
    meta,
    runtime,
    diagnostics,
    security,
  } = verdict;
  const found = [...diagnostics, ...security];
  const errors = found.filter(({ severity }) => severity === "error").length;
  if (meta.incomplete.length > 0)
    return `Incomplete: ${meta.incomplete.join(", ")} did not finish. Run it again.`;
  if (valid) {
    const { given = 0, held = 0 } = runtime.examples ?? {};
    if (given > 0) return `Valid. ${held} of ${given} ${given === 1 ? "example passes" : "examples pass"}.`;
    return found.length > 0 ? `Valid. ${count(found.length, "warning")}.` : "Valid. Nothing to report.";
  }
  const where = files > 0 ? ` in ${count(files + 1, "file")}` : "";
  if (code === null)
    return errors > 0
      ? `Not valid. ${count(errors, "error")}${where}.`
      : "Not valid: strict mode rejects warnings.";
  const number = fixes.length === 1 ? "One fix" : `${fixes.length} fixes`;
  if (!isClean) return `Not valid. ${number}; errors remain.`;
  return (runtime.examples?.given ?? 0) > 0 ? `Not valid. ${number}, proven.` : `Not valid. ${number}.`;
}

function paidOf({ meta: { receipt } }: ReadVerdict, { sampleId }: About): string {
  if (sampleId !== undefined) return "stored answer for this sample";
  return receipt?.payment === "credits" ? "paid with credits" : "free";
}
