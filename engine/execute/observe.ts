import type { RunFacts } from "../candidates/candidate.ts";
import { atMost } from "./example-limits.ts";
import type { Example, Examined } from "./protocol.ts";
import type { ExampleText } from "./example-texts.ts";
import type { SearchTask } from "./search-task.ts";

/** A trace ends by itself after so many lines; these are for a program that runs none. */
const traceLimits = { cpuMs: 1000, wallMs: 4000 };

/** What the program did in its failing examples. It comes from the program's process, and only prunes. */
export async function observe(task: SearchTask): Promise<RunFacts> {
  const traced = await trace(task);
  const failedShare = task.failing.length / Math.max(1, task.examples.length);
  return { ...readFacts(traced), ...readConstants(task), failedShare };
}

/** The examples once more, watched, text by text. */
export async function trace({
  session,
  source,
  texts,
}: Pick<SearchTask, "session" | "source" | "texts">): Promise<Examined[]> {
  const traced: Examined[] = [];
  for (const { code, examples } of texts) {
    const limits = atMost(traceLimits.cpuMs, Math.min(traceLimits.wallMs, session.leftMs()));
    traced.push(await session.examine({ source, code, examples, ...limits, trace: true }));
  }
  return traced;
}

/** What was seen in each example that does not hold. */
export function inFailing<Seen>(
  traced: readonly Examined[],
  seen: (facts: NonNullable<Examined["facts"]>) => Readonly<Record<string, Seen>>,
): (Seen | undefined)[] {
  return traced.flatMap(({ examples, facts }) =>
    examples.filter(({ held }) => !held).map(({ index }) => facts && seen(facts)[String(index)]),
  );
}

function readFacts(traced: readonly Examined[]): Pick<RunFacts, "liveLines" | "reachedLines" | "types"> {
  const executed = inFailing(traced, ({ lines }) => lines);
  const isWhole = executed.length > 0 && executed.every((lines) => lines !== undefined && lines.length > 0);
  const byExample = executed.map((lines) => new Set(lines));
  const liveLines = isWhole ? byExample.reduce((common, lines) => common.intersection(lines)) : undefined;
  const reachedLines = isWhole ? byExample.reduce((all, lines) => all.union(lines)) : undefined;
  const types = new Map<string, Map<string, Set<string>>>();
  for (const { facts } of traced)
    for (const [name, locals] of Object.entries(facts?.types ?? {})) {
      const known = types.get(name) ?? new Map<string, Set<string>>();
      for (const [local, seen] of Object.entries(locals))
        known.set(local, new Set([...(known.get(local) ?? []), ...seen]));
      types.set(name, known);
    }
  return { liveLines, reachedLines, types };
}

/** Short texts and numbers the examples are written with; a wrong constant is often among them. */
function readConstants({
  examples,
  texts,
}: Readonly<{ examples: readonly Example[]; texts: readonly ExampleText[] }>): Pick<
  RunFacts,
  "exampleStrings" | "exampleIntegers"
> {
  const told = examples.map(({ text: written, expected }) => `${written} ${expected ?? ""}`);
  const text = [...told, ...texts.map((each) => each.examples ?? "")].join("\n");
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
