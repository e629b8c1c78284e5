import { familyOf, readIfThere, tasksOf } from "./process-family.ts";

/** Processor time of a running service, by what uses it. */
export type ProcessorTime = Readonly<{
  /** To be called often: what a thread used after the last look is lost when it ends. */
  look(): void;
  /** Milliseconds of each stage, by all threads that were ever seen. */
  used(): ReadonlyMap<string, number>;
}>;

/** What the service calls its threads, as the system shows it; processes of its own check types. */
const stages: Readonly<Record<string, string>> = {
  MainThread: "main thread",
  worker: "threads with ruff and our analysers",
  store: "store",
  V8Worker: "V8's own threads (collecting garbage, compiling)",
};
const others = "other threads";
const types = "mypy processes";

export const stageNames: readonly string[] = [...Object.values(stages), others, types];

export function watchProcessorTime(service: number): ProcessorTime {
  const seen = new Map<string, { stage: string; ms: number }>();
  return {
    look: () => {
      for (const pid of familyOf(service)) {
        for (const task of tasksOf(pid)) {
          const path = `/proc/${pid}/task/${task}`;
          const ms = Number(readIfThere(`${path}/schedstat`).split(" ", 1)[0]) / 1e6;
          const stage = pid === service ? stageOf(readIfThere(`${path}/comm`).trim()) : types;
          // A thread gets its name a moment after it begins; what ends meanwhile keeps what was seen.
          if (ms > 0) seen.set(path, { stage, ms });
        }
      }
    },
    used: () => {
      const groups = Map.groupBy(seen.values(), ({ stage }) => stage);
      return new Map(
        stageNames.map((stage) => [stage, (groups.get(stage) ?? []).reduce((sum, { ms }) => sum + ms, 0)]),
      );
    },
  };
}

function stageOf(thread: string): string {
  return stages[thread] ?? others;
}
