import type { RunFacts } from "../candidates/candidate.ts";
import { allSteps, type Plan } from "./plan.ts";
import type { Result } from "./protocol.ts";
import type { SearchTask } from "./search-task.ts";

const traceMs = 500;

/** What the program did in its failing examples. It comes from the program's process, and only prunes. */
export async function observe(task: SearchTask): Promise<RunFacts> {
  const { plan, failing } = task;
  const traced = await trace(task);
  const failedShare = failing.length / plan.examples.length;
  return { ...readFacts(traced?.facts, failing), ...readConstants(plan), failedShare };
}

/** The failing examples once more, watched. */
export async function trace({ session, source, plan, failing }: SearchTask): Promise<Result | undefined> {
  const steps = allSteps(plan).filter(({ example }) => example === null || failing.includes(example));
  const wall_ms = Math.min(traceMs, Math.round(session.leftMs()));
  const [traced] = await session.run(source, [{ id: "trace", mode: "fork", steps, wall_ms, trace: true }]);
  return traced;
}

function readFacts(
  facts: Result["facts"],
  failing: readonly number[],
): Pick<RunFacts, "liveLines" | "types"> {
  const executed = failing.map((example) => facts?.lines[String(example)]);
  const isWhole = executed.length > 0 && executed.every((lines) => lines !== undefined && lines.length > 0);
  const liveLines = isWhole
    ? executed.map((lines) => new Set(lines)).reduce((common, lines) => common.intersection(lines))
    : undefined;
  const types = new Map(
    Object.entries(facts?.types ?? {}).map(([name, locals]) => [
      name,
      new Map(Object.entries(locals).map(([local, seen]) => [local, new Set(seen)])),
    ]),
  );
  return { liveLines, types };
}

/** Short texts and numbers the examples are written with; a wrong constant is often among them. */
function readConstants({ examples }: Plan): Pick<RunFacts, "exampleStrings" | "exampleIntegers"> {
  const text = examples.map(({ text: written, expected }) => `${written} ${expected ?? ""}`).join("\n");
  const strings = Array.from(
    text.matchAll(/'([^'\\\n]{1,15})'|"([^"\\\n]{1,15})"/g),
    ([, a, b]) => a ?? b ?? "",
  );
  const integers = Array.from(text.matchAll(/(?<![\w.])\d{1,6}(?![\w.])/g), ([digits]) => Number(digits));
  return {
    exampleStrings: [...new Set(strings)],
    exampleIntegers: [...new Set(integers)].filter((one) => one <= 100_000),
  };
}
