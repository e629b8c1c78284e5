import type { ProgramFacts } from "./facts.ts";

/** Modules whose programs are not parts of larger ones, and which bring no types with unusual methods. */
const plainModules = new Set(
  "math typing collections itertools functools heapq bisect random re string sys operator datetime time json dataclasses enum abc copy decimal fractions statistics".split(
    " ",
  ),
);

/** Whether a program uses nothing but itself and plain modules of the library: its values are its own and Python's. */
export function standsAlone(facts: ProgramFacts): boolean {
  return (
    facts.all("Import").every(({ names }) => names.every(({ name }) => plainModules.has(name))) &&
    facts.all("ImportFrom").every(({ module, level }) => level === 0 && plainModules.has(module ?? ""))
  );
}
