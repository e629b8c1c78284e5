import type { Clock } from "../../platform/clock.ts";
import type { Model } from "./model.ts";
import type { AIReport, Diagnostic } from "../verdict.ts";
import type { ExampleCheck } from "./check-examples.ts";
import { doubtRewrite } from "./model-doubt.ts";
import { holdsInAnyOrder, proveAll } from "./prove.ts";
import type { BoxSession } from "./session.ts";

type Rewrite = Readonly<{
  source: string | undefined;
  /** Why the rewrite may not be what is wanted although every example holds. */
  doubts: readonly Diagnostic[];
  report: AIReport;
}>;

type Task = Readonly<{
  model: Model;
  clock: Clock;
  session: BoxSession;
  code: string;
  /** The texts of the program's other files. */
  beside: readonly string[];
  check: ExampleCheck;
  /** The names a text defines at its top level; `undefined` when it does not parse. */
  namesOf: (text: string) => ReadonlySet<string> | undefined;
  /** Whether the checkers have less against a text than they and the failing examples have against the original. */
  isNoWorse: (text: string) => Promise<boolean>;
  /** For work during which the box is not needed. */
  aside: <Result>(work: () => Promise<Result>) => Promise<Result>;
  signal: AbortSignal;
}>;

export function notConsulted({ backend }: Model): AIReport {
  return { consulted: false, backend, calls: 0, duration_ms: 0, outcome: "not-consulted", detail: null };
}

/** Asks the model once. A text is taken only if it defines what the original did and every example passes when run. */
export async function askForRewrite(task: Task): Promise<Rewrite> {
  const { model, clock, session, check, signal } = task;
  const leftMs = session.leftMs();
  if (leftMs <= 0) return { source: undefined, doubts: [], report: notConsulted(model) };
  const startedAt = clock.monotonic();
  const report = (outcome: string, detail: string | null = null): AIReport => ({
    consulted: true,
    backend: model.backend,
    calls: 1,
    duration_ms: Math.round(clock.monotonic() - startedAt),
    outcome,
    detail,
  });
  const proposed = await task
    .aside(async () => propose(task, leftMs))
    .catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof ModelFailure) return error;
      throw error;
    });
  if (proposed instanceof ModelFailure)
    return { source: undefined, doubts: [], report: report("failed", proposed.message) };
  let problem = "The model proposed no source.";
  for (const source of proposed) {
    const found = problemOf(task, source) ?? (await disproof(task, source));
    if (found === undefined) {
      const doubts = await doubtRewrite(session, { before: task.code, after: source, check });
      return { source, doubts, report: report("accepted") };
    }
    problem = found;
  }
  return { source: undefined, doubts: [], report: report("rejected", problem) };
}

/** The model gave nothing. Whatever else goes wrong meanwhile is another matter. */
class ModelFailure extends Error {}

async function propose(
  { model, code, check: { texts, examples: told, mismatches }, signal }: Task,
  leftMs: number,
): Promise<string[]> {
  const own = told.filter(({ line }) => line !== null);
  const examples = [
    ...own.map(({ text, expected }) => (expected === null ? text : `${text}  # → ${expected}`)),
    ...texts.flatMap((text) => text.examples ?? []),
  ];
  const failures = mismatches.map(({ message }) => message).join("\n");
  const asked = { code, examples: examples.join("\n"), failures };
  return model.rewrite(asked, { leftMs, signal }).catch((cause: unknown) => {
    throw new ModelFailure(cause instanceof Error ? cause.message : "no answer", { cause });
  });
}

/** Why a text cannot be taken, as far as it can be told without running it. */
function problemOf({ model, code, beside, namesOf }: Task, source: string): string | undefined {
  if (!source.isWellFormed()) return "The proposed source is not valid Unicode.";
  const length = [source, ...beside].reduce((sum, text) => sum + countCharacters(text), 0);
  if (length > model.maxLength) return `The proposed source is longer than ${model.maxLength} characters.`;
  const names = namesOf(source);
  if (names === undefined) return "The proposed source does not parse.";
  const missing = [...(namesOf(code) ?? [])].filter((name) => !names.has(name));
  return missing.length === 0 ? undefined : `The proposed source no longer defines ${missing.join(", ")}.`;
}

/** In code points, as the length of `code` is counted. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Why a text cannot be taken, as running it and the checkers show. */
async function disproof(
  { session, check: { texts }, isNoWorse }: Task,
  source: string,
): Promise<string | undefined> {
  if ((await proveAll(session, source, { texts, edits: [[]] })).length === 0)
    return "An example does not hold for the proposed source.";
  if (!(await holdsInAnyOrder(session, source, texts)))
    return "An example holds for the proposed source only in some orders of its sets.";
  return (await isNoWorse(source)) ? undefined : "The checkers find more wrong with the proposed source.";
}
