import { judgeProgram } from "./judge.ts";
import type { PythonProcess } from "./python-process.ts";

const maxSteps = 200;

/** The smallest program found that still ends well and has the same claim refuted; it is rewritten as CPython prints it. */
export async function shrink(python: PythonProcess, text: string, rule: string): Promise<string> {
  let best = text;
  for (let step = 0; step < maxSteps; step += 1) {
    const smaller = await firstRefuted(python, best, rule);
    if (smaller === undefined) return best;
    best = smaller;
  }
  return best;
}

async function firstRefuted(python: PythonProcess, text: string, rule: string): Promise<string | undefined> {
  const variants = await python.ask<{ texts: readonly string[] }>({ kind: "variants", text });
  for (const variant of variants?.texts ?? []) {
    if (variant.length >= text.length) continue;
    const judged = await judgeProgram(python, variant);
    if (
      judged?.ended &&
      judged.claims.some(({ claim, judgement }) => claim.rule === rule && judgement === "refuted")
    )
      return variant;
  }
  return undefined;
}
