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

const seeds = [1, 2];
/** Without these nothing is ordered by hashes. */
const mayBeUnordered = /\bset\b|\bfrozenset\b|\bhash\(|\{/;

/** Whether every example holds for a text whatever the order of its sets. */
export async function holdsInAnyOrder(session: BoxSession, text: string, plan: Plan): Promise<boolean> {
  if (!mayBeUnordered.test(text)) return true;
  for (const part of inTurn(plan)) {
    const wall_ms = Math.round(Math.max(1, session.leftMs() / seeds.length));
    const runs = seeds.map((seed) => runOf(part, { id: String(seed), wall_ms, seed }));
    const claims = (await session.run(text, runs)).map((result) => result.claims ?? null);
    if ((await keepHolding(session, part, seeds, claims)).length < seeds.length) return false;
  }
  return true;
}

/** Those whose claims make every example of the part hold, in their order. */
async function keepHolding<Tried>(
  session: BoxSession,
  part: AuthorExamples,
  tried: readonly Tried[],
  claims: readonly (readonly Claim[] | null)[],
): Promise<Tried[]> {
  const judged = await judgeAll(session, part, tried, claims);
  return judged.filter(({ failing }) => failing.length === 0).map(({ one }) => one);
}

/** Which examples of the part do not hold, for each that gave an answer, in their order. */
export async function judgeAll<Tried>(
  session: BoxSession,
  part: AuthorExamples,
  tried: readonly Tried[],
  claims: readonly (readonly Claim[] | null)[],
): Promise<{ one: Tried; failing: number[] }[]> {
  const answered = tried.flatMap((one, at) => {
    const made = claims[at];
    return made ? [{ one, made }] : [];
  });
  if (answered.length === 0) return [];
  const judged = await session.judge(
    part,
    answered.map(({ made }) => made),
  );
  return answered.map(({ one }, at) => ({
    one,
    failing: judged[at]!.flatMap(({ held, index }) => (held ? [] : [index])),
  }));
}
