import type { Diagnostic } from "../verdict.ts";
import type { ExampleCheck } from "./check-examples.ts";
import { trace } from "./observe.ts";
import type { BoxSession } from "./session.ts";

export function typeErrorLines(diagnostics: readonly Diagnostic[]): number[] {
  return diagnostics.filter(isTypeError).flatMap(({ line }) => (line === null ? [] : [line]));
}

/** The lines that ran in examples which all hold; asked for only where a type error is about one of them. */
export async function observeLines(
  session: BoxSession,
  code: string,
  { texts, examples, failing }: ExampleCheck,
): Promise<ReadonlySet<number>> {
  if (examples.length === 0 || failing.length > 0 || session.leftMs() <= 0) return new Set();
  const traced = await trace({ session, source: code, texts });
  return new Set(traced.flatMap(({ facts }) => Object.values(facts?.lines ?? {}).flat()));
}

/**
 * A line that a type checker calls impossible, and that ran in examples which all hold, is possible. The checker's word
 * is then passed on for what it is, and does not reject the code.
 */
export function refuteTypes(diagnostics: readonly Diagnostic[], linesRun: ReadonlySet<number>): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { line, rule, message } = diagnostic;
    if (!isTypeError(diagnostic) || line === null || !linesRun.has(line)) return diagnostic;
    const words = `Line ${line} runs in examples that all hold, although ${rule} says: ${message}`;
    return { ...diagnostic, severity: "info", rule: "python:refuted-type-error", message: words };
  });
}

/** The type errors that make a verdict invalid: claims that a line cannot work. */
export function isTypeError({ rule, severity }: Diagnostic): boolean {
  return severity === "error" && rule.startsWith("mypy:") && rule !== "mypy:incomplete";
}
