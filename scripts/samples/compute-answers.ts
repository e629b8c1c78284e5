import { setTimeout as pause } from "node:timers/promises";
import type { Engine } from "../../engine/engine.ts";
import { modes, type Mode } from "../../engine/job.ts";
import { EngineUnavailable } from "../../engine/unavailable.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { jobOf, samples, type SampleProgram } from "../../service/samples/samples.ts";

export type SampleAnswers = Record<string, Record<Mode, Verdict>>;

/** What the engine says of every sample in every mode. */
export async function computeSampleAnswers(engine: Engine): Promise<SampleAnswers> {
  const answers: SampleAnswers = {};
  for (const sample of samples) {
    const ofSample: Partial<Record<Mode, Verdict>> = {};
    for (const mode of modes) ofSample[mode] = await judge(engine, sample, mode);
    answers[sample.id] = ofSample as Record<Mode, Verdict>;
  }
  return answers;
}

async function judge(engine: Engine, sample: SampleProgram, mode: Mode): Promise<Verdict> {
  for (let tries = 0; ; tries += 1) {
    try {
      const { verdict } = await engine.judge(jobOf(sample, mode), new AbortController().signal);
      if (verdict.meta.incomplete.length === 0) return verdict;
      throw new Error(`${sample.id} in mode ${mode}: ${verdict.meta.incomplete.join(", ")} did not finish.`);
    } catch (error) {
      if (!(error instanceof EngineUnavailable) || tries >= 30) throw error;
      await pause(1000); // the first box is still being made
    }
  }
}
