import type { Judgement } from "../../engine/engine.ts";
import type { Job } from "../../engine/job.ts";
import type { Verdict } from "../../engine/verdict.ts";
import type { Parts } from "../parts.ts";

const maxRules = 100;

/** Whether a caller lets its code be kept: any `x-no-record` but 0 says no. */
export function mayRecord({ header }: { header: (name: string) => string | undefined }): boolean {
  return (header("x-no-record") ?? "0").trim() === "0";
}

/** Hands a rejected snippet that stands alone to the recorder, where there is one. Never delays the answer, and never fails it. */
export function recordRejected(
  { recorder }: Pick<Parts, "recorder">,
  { code, files, mode }: Pick<Job, "code" | "files" | "mode">,
  { verdict, isComplete }: Judgement,
): void {
  if (recorder && files === undefined && isComplete && !verdict.valid)
    recorder.record({ code, mode, rules: rulesOf(verdict) });
}

/** What made the verdict invalid. */
function rulesOf({ diagnostics, security }: Verdict): string[] {
  const rules = [
    ...diagnostics.filter(({ severity }) => severity === "error").map(({ rule }) => rule),
    ...security.filter(({ severity }) => severity === "error").map(({ tool, id }) => `${tool}:${id}`),
  ];
  return [...new Set(rules)].toSorted().slice(0, maxRules);
}
