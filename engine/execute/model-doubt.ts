import type { Diagnostic } from "../verdict.ts";
import { inputsLike } from "./inputs.ts";
import type { ExampleCheck } from "./check-examples.ts";
import type { Claim, ScreenStep } from "./protocol.ts";
import { callsIn, type BoxSession } from "./session.ts";

const maxInputs = 40;
/** Fewer say nothing of how a program behaves. */
const minInputs = 5;
const limits = { lineBudget: 100_000, purse: 1_000_000, cpuMs: 2000 };
const maxMs = 5000;

type Rewritten = Readonly<{ before: string; after: string; check: ExampleCheck }>;

/**
 * A rewrite can list what the examples want and nothing else. To other inputs such a text raises, gives the same answer
 * every time, or answers as the program did before. Where that cannot be tried, one example is too few.
 */
export async function doubtRewrite(
  session: BoxSession,
  { before, after, check: { texts, examples } }: Rewritten,
): Promise<Diagnostic[]> {
  const written: string[] = [];
  const setUp: ScreenStep[] = [];
  for (const text of texts) {
    const { steps } = await session.plan(text.code, text.examples);
    written.push(...callsIn(steps));
    setUp.push(...steps.filter((step) => typeof step !== "string"));
  }
  const inputs = inputsLike(written, maxInputs);
  if (inputs.length < minInputs)
    return examples.length < 2
      ? [toAdvice("One example supports the model's rewrite. Add another example to confirm it.")]
      : [];
  const behaviourOf = async (source: string): Promise<readonly Claim[] | null | undefined> => {
    const totalMs = Math.max(1, Math.min(maxMs, session.leftMs()));
    const steps = [...setUp, ...inputs];
    const { outcomes } = await session.screen(source, { candidates: [[]], steps, ...limits, totalMs });
    return outcomes[0];
  };
  const now = await behaviourOf(after);
  // One that ran out of time has not shown how it behaves.
  if (!now) return [];
  const answers = new Set(now.filter(hasAnswer).map(([, ...answer]) => JSON.stringify(answer)));
  const what =
    answers.size === 0
      ? "each raises an exception"
      : answers.size === 1
        ? "all that are answered get the same answer"
        : JSON.stringify(now) === JSON.stringify(await behaviourOf(before))
          ? "all are answered as before"
          : undefined;
  if (what === undefined) return [];
  const tried = `of ${inputs.length} other inputs like theirs, ${what}`;
  return [toAdvice(`The model's rewrite may know only the examples: ${tried}. Add examples to confirm it.`)];
}

function hasAnswer([, how]: Claim): boolean {
  return how !== "raised";
}

function toAdvice(message: string): Diagnostic {
  return { severity: "info", rule: "python:ambiguous-fix", message, line: null, column: null };
}
