import type { Clock } from "../../platform/clock.ts";
import type { Model } from "./model.ts";
import type { AIReport } from "../verdict.ts";
import type { ExampleCheck } from "./check-examples.ts";
import { proveAll } from "./prove.ts";
import type { BoxSession } from "./session.ts";

type Rewrite = Readonly<{ source: string | undefined; report: AIReport }>;

type Task = Readonly<{
  model: Model;
  clock: Clock;
  session: BoxSession;
  code: string;
  check: ExampleCheck;
  /** The names a text defines at its top level; `undefined` when it does not parse. */
  namesOf: (text: string) => ReadonlySet<string> | undefined;
  /** Whether the checkers have less against a text than they and the failing examples have against the original. */
  isNoWorse: (text: string) => Promise<boolean>;
  signal: AbortSignal;
}>;

export function notConsulted({ backend }: Model): AIReport {
  return { consulted: false, backend, calls: 0, duration_ms: 0, outcome: "not-consulted", detail: null };
}

/** Asks the model once. Its text is taken only if it defines what the original did and every example passes when run. */
export async function askForRewrite({
  model,
  clock,
  session,
  code,
  check: { texts, examples: told, mismatches },
  namesOf,
  isNoWorse,
  signal,
}: Task): Promise<Rewrite> {
  const startedAt = clock.monotonic();
  const report = (outcome: string, detail: string | null = null): AIReport => ({
    consulted: true,
    backend: model.backend,
    calls: 1,
    duration_ms: Math.round(clock.monotonic() - startedAt),
    outcome,
    detail,
  });
  const own = told.filter(({ line }) => line !== null);
  const examples = [
    ...own.map(({ text, expected }) => (expected === null ? text : `${text}  # → ${expected}`)),
    ...texts.flatMap((text) => text.examples ?? []),
  ];
  let proposed: string;
  try {
    const failures = mismatches.map(({ message }) => message).join("\n");
    proposed = await model.rewrite({ code, examples: examples.join("\n"), failures }, signal);
  } catch (error) {
    signal.throwIfAborted();
    return { source: undefined, report: report("failed", error instanceof Error ? error.message : null) };
  }
  const missing = missingNames(namesOf(code), namesOf(proposed));
  if (missing !== undefined) return { source: undefined, report: report("rejected", missing) };
  if ((await proveAll(session, proposed, { texts, edits: [[]] })).length === 0) {
    return {
      source: undefined,
      report: report("rejected", "An example does not hold for the proposed source."),
    };
  }
  if (!(await isNoWorse(proposed))) {
    return {
      source: undefined,
      report: report("rejected", "The checkers find more wrong with the proposed source."),
    };
  }
  return { source: proposed, report: report("accepted") };
}

function missingNames(
  before: ReadonlySet<string> | undefined,
  after: ReadonlySet<string> | undefined,
): string | undefined {
  if (after === undefined) return "The proposed source does not parse.";
  const missing = [...(before ?? [])].filter((name) => !after.has(name));
  return missing.length === 0 ? undefined : `The proposed source no longer defines ${missing.join(", ")}.`;
}
