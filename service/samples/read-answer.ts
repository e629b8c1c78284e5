import { readFileSync } from "node:fs";
import type { Mode } from "../../engine/job.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { Fault } from "../../parts/faults.ts";
import type { Parts } from "../parts.ts";
import { findSample, jobOf } from "./samples.ts";

/** A verdict that was computed when this version was made; `sample` is under the receipt, too. */
export type SampleAnswer = Verdict & Readonly<{ sample: Readonly<{ id: string; version: string }> }>;

type StoredAnswers = Readonly<Record<string, Readonly<Record<Mode, Verdict>>>>;

let stored: StoredAnswers | undefined;

/** As `npm run samples` wrote them; a test runs the engine and compares. */
export function readStoredAnswers(): StoredAnswers {
  const file = new URL("answers.json", import.meta.url);
  return (stored ??= JSON.parse(readFileSync(file, "utf8")) as StoredAnswers);
}

/** What this version says of a sample, freshly signed, also in a mode that this deployment does not serve. */
export async function readSampleAnswer(
  { receipts, release }: Pick<Parts, "receipts" | "release">,
  id: string,
  mode?: Mode,
): Promise<SampleAnswer> {
  const sample = findSample(id);
  if (!sample) throw new Fault("not_found", { message: unknown });
  const chosen = mode ?? sample.mode;
  const verdict = readStoredAnswers()[id]![chosen];
  const { name: service, version } = release;
  const answer = {
    ...verdict,
    sample: { id, version },
    meta: { ...verdict.meta, service, version },
  };
  return receipts.sign(answer, jobOf(sample, chosen), { payment: "sample", entrance: "http" });
}

const unknown = "There is no such sample. `GET /v1/samples` lists them.";
