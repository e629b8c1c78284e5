import type { Diagnostic } from "../verdict.ts";
import type { ChosenSource, LineClaim } from "./chosen-source.ts";
import type { ExampleCheck } from "./check-examples.ts";
import { trace } from "./observe.ts";
import { minRunMs, type BoxSession } from "./session.ts";

/** The errors that say that a line cannot work; that a tool did not finish is no such claim. */
function isClaim({ rule, severity }: Diagnostic): boolean {
  return severity === "error" && /^(?:mypy|python):(?!incomplete$)/.test(rule);
}

/** A claim of the type checker, not of a rule of our own. */
export function isTypeError(diagnostic: Diagnostic): boolean {
  return isClaim(diagnostic) && diagnostic.rule.startsWith("mypy:");
}

export function claimsIn(diagnostics: readonly Diagnostic[]): LineClaim[] {
  return diagnostics.filter(isClaim).flatMap(({ rule, line }) => (line === null ? [] : [{ rule, line }]));
}

type Lines = ReadonlySet<number>;

/** Lines that ran, and lines at which something was raised. */
type Seen = Readonly<{ run: Lines; raised: Lines }>;

const nothingSeen: Seen = { run: new Set(), raised: new Set() };

/**
 * The claims about lines that ran where nothing was raised: in examples that all hold, or in a run of the program that
 * ended well. Asked only where there is a claim. What ran is the program's own word: see docs/security.md.
 */
export async function refutedBy(
  session: BoxSession,
  source: ChosenSource,
  { check, endedWell }: Readonly<{ check: ExampleCheck; endedWell: boolean }>,
): Promise<LineClaim[]> {
  if (source.claims.length === 0) return [];
  const seen = [
    await seenInExamples(session, source, check),
    endedWell ? await seenInRun(session, source) : nothingSeen,
  ];
  const raised = new Set(seen.flatMap((each) => [...each.raised]));
  const run = new Set(seen.flatMap((each) => [...each.run]).filter((line) => !raised.has(line)));
  return source.claims.filter(({ line }) => run.has(line));
}

async function seenInExamples(
  session: BoxSession,
  { text }: ChosenSource,
  { texts, examples, failing }: ExampleCheck,
): Promise<Seen> {
  if (examples.length === 0 || failing.length > 0 || session.leftMs() <= 0) return nothingSeen;
  const facts = (await trace({ session, source: text, texts })).flatMap((each) => each.facts ?? []);
  return {
    run: new Set(facts.flatMap(({ lines }) => Object.values(lines).flat())),
    raised: new Set(facts.flatMap((each) => each.raised)),
  };
}

/** The program once more, watched: the run that is reported is nobody's but its own. */
async function seenInRun(session: BoxSession, { text, project }: ChosenSource): Promise<Seen> {
  if (session.leftMs() < minRunMs) return nothingSeen;
  const program = { id: "watched", mode: "watched", wall_ms: Math.round(session.leftMs()) } as const;
  const [result] = await session.run(text, [program], project);
  if (result?.returncode !== 0 || !result.seen) return nothingSeen;
  return { run: new Set(result.seen.lines), raised: new Set(result.seen.raised) };
}

/**
 * A line that is called impossible, and that ran without raising anything, is possible. The words are then passed on for
 * what they are, and do not reject the code.
 */
export function withdraw(diagnostics: readonly Diagnostic[], refuted: readonly LineClaim[]): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { line, rule, message } = diagnostic;
    const isRefuted = isClaim(diagnostic) && refuted.some((each) => each.rule === rule && each.line === line);
    if (!isRefuted) return diagnostic;
    const ran = `Line ${line} ran and nothing was raised there`;
    return isTypeError(diagnostic)
      ? {
          ...diagnostic,
          severity: "info",
          rule: "python:refuted-type-error",
          message: `${ran}, although ${rule} says: ${message}`,
        }
      : {
          ...diagnostic,
          severity: "warning",
          message: `${message} ${ran}, so this does not reject the program.`,
        };
  });
}
