import type { Example, JudgedExample, AuthorExamples, ProgramToRun, ExampleStep } from "./protocol.ts";
import type { BoxSession } from "./session.ts";

/**
 * The examples in the code and those of the caller, as one list with one count and as the parts they are checked in:
 * each part has runs and a judge of its own, so that neither author's text can touch the other's verdicts.
 */
export type Plan = Readonly<{ examples: readonly Example[]; parts: readonly AuthorExamples[] }>;

export async function makePlan(session: BoxSession, code: string, examples: string | null): Promise<Plan> {
  const own = code.includes(">>>") ? [await session.plan(code, null)] : [];
  const callers = (examples ?? "").trim() === "" ? [] : [await session.plan(code, examples)];
  const parts = [...own, ...callers].filter((part) => part.examples.length > 0);
  return { parts, examples: renumber(parts, (part) => part.examples) };
}

/** The verdicts on every part, in the order of the plan's list. */
export function joinVerdicts(
  plan: Plan,
  verdicts: ReadonlyMap<AuthorExamples, readonly JudgedExample[]>,
): JudgedExample[] {
  return renumber(plan.parts, (part) => verdicts.get(part) ?? []);
}

function renumber<Numbered extends { index: number }>(
  parts: readonly AuthorExamples[],
  listOf: (part: AuthorExamples) => readonly Numbered[],
): Numbered[] {
  return parts.flatMap((part) => {
    const first = firstIndex(parts, part);
    return listOf(part).map((each) => ({ ...each, index: first + each.index }));
  });
}

function firstIndex(parts: readonly AuthorExamples[], part: AuthorExamples): number {
  const before = parts.slice(0, parts.indexOf(part));
  return before.reduce((sum, { examples }) => sum + examples.length, 0);
}

/** What a program is asked for all the examples in one go. For looking at what it does, never for a verdict. */
export function allSteps({ parts }: Plan): ExampleStep[] {
  return parts.flatMap((part) => {
    const first = firstIndex(parts, part);
    return part.steps.map((step) =>
      step.example === null ? step : { ...step, example: first + step.example },
    );
  });
}

/** The caller's part first: what the code says of itself cannot use up its time. */
export function inTurn({ parts }: Plan): AuthorExamples[] {
  return parts.toSorted((a, b) => Number(a.author === "code") - Number(b.author === "code"));
}

/** A run of the program for one part. */
export function runOf(
  { steps }: AuthorExamples,
  program: Pick<ProgramToRun, "id" | "wall_ms" | "splices" | "seed">,
): ProgramToRun {
  return { ...program, mode: "fork", steps };
}
