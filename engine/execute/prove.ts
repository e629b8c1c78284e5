import type { ExampleText } from "./example-texts.ts";
import type { PythonSplice } from "./protocol.ts";
import type { BoxSession } from "./session.ts";

type Proving = Readonly<{
  texts: readonly ExampleText[];
  /** Edits of the source; an empty one is the source itself. */
  edits: readonly (readonly PythonSplice[])[];
  /** What one of them may take, where nothing is known of it yet. */
  maxMs?: number | undefined;
}>;

/** The places of the edits that make every example hold, each run alone in processes of its own for each text. */
export async function proveAll(
  session: BoxSession,
  source: string,
  { texts, edits, maxMs = Infinity }: Proving,
): Promise<number[]> {
  const proven: number[] = [];
  for (const [at, splices] of edits.entries()) {
    if (session.leftMs() <= 0) break;
    const wall_ms = Math.round(Math.max(1, Math.min(maxMs, session.leftMs() / (edits.length - at))));
    if (await holds(session, texts, { source, splices, wall_ms })) proven.push(at);
  }
  return proven;
}

const seeds = [1, 2];
/** Without these nothing is ordered by hashes. */
const mayBeUnordered = /\bset\b|\bfrozenset\b|\bhash\(|\{/;

/** Whether every example holds for a text whatever the order of its sets. */
export async function holdsInAnyOrder(
  session: BoxSession,
  source: string,
  texts: readonly ExampleText[],
): Promise<boolean> {
  if (!mayBeUnordered.test(source)) return true;
  for (const seed of seeds) {
    const wall_ms = Math.round(Math.max(1, session.leftMs() / seeds.length));
    if (!(await holds(session, texts, { source, wall_ms, seed }))) return false;
  }
  return true;
}

type Run = Readonly<{ source: string; splices?: readonly PythonSplice[]; wall_ms: number; seed?: number }>;

async function holds(session: BoxSession, texts: readonly ExampleText[], run: Run): Promise<boolean> {
  for (const { code, examples } of texts) {
    const examined = await session.examine({ ...run, code, examples });
    if (!examined.is_whole || !examined.examples.every(({ held }) => held)) return false;
  }
  return true;
}
