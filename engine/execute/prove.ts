import { inTurn, runOf, type Plan } from "./plan.ts";
import type { Claim, AuthorExamples, PythonSplice } from "./protocol.ts";
import type { BoxSession } from "./session.ts";

type Proving = Readonly<{
  plan: Plan;
  /** Edits of the source; an empty one is the source itself. */
  texts: readonly (readonly PythonSplice[])[];
}>;

/** The places of the texts that make every example hold, each run alone in a process of its own for each part. */
export async function proveAll(
  session: BoxSession,
  source: string,
  { plan, texts }: Proving,
): Promise<number[]> {
  let proven = [...texts.keys()];
  for (const part of inTurn(plan)) {
    if (proven.length === 0 || session.leftMs() <= 0) return [];
    const wall_ms = Math.round(Math.max(1, session.leftMs() / proven.length));
    const results = await session.run(
      source,
      proven.map((at) => runOf(part, { id: String(at), splices: texts[at]!, wall_ms })),
    );
    const claims = results.map((result) => result.claims ?? null);
    proven = await keepHolding(session, part, proven, claims);
  }
  return proven;
}

/** Those whose claims make every example of the part hold, in their order. */
export async function keepHolding<Tried>(
  session: BoxSession,
  part: AuthorExamples,
  tried: readonly Tried[],
  claims: readonly (readonly Claim[] | null)[],
): Promise<Tried[]> {
  const answered = tried.flatMap((one, at) => {
    const made = claims[at];
    return made ? [{ one, made }] : [];
  });
  if (answered.length === 0) return [];
  const judged = await session.judge(
    part,
    answered.map(({ made }) => made),
  );
  return answered.filter((_, at) => judged[at]!.every(({ held }) => held)).map(({ one }) => one);
}
