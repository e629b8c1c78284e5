import { namedUnsaved, questionOf, type TypesAsked } from "./ask-types.ts";
import { startWarmProcess, WarmLost, type WarmAnswer, type WarmProcess } from "./warm-process.ts";

/** The builds of a project, each kept in the memory of a process, so that a change costs only what it concerns. */
export type WarmTypes = Readonly<{
  /** Reads everything behind, if these files with these settings are not read yet. */
  prepare(asked: TypesAsked): void;
  /** Undefined where nothing is ready, or mypy stopped. */
  ask(asked: TypesAsked): Promise<WarmAnswer | undefined>;
  /** What is kept is not to be trusted any more: everything is read again. */
  renew(): void;
}> &
  Disposable;

type Needs = Readonly<{
  /** What the user may want to know: what is not kept and why, what was lost. */
  tell(message: string): void;
  /** How much more memory than at the beginning may be in use. */
  maxGrowthMb?: number;
}>;

/** After so many losses in a row nothing is kept for these files and settings. */
const maxLosses = 3;
const usualGrowthMb = 700;

type Kept = {
  readonly key: string;
  readonly asked: TypesAsked;
  readonly processes: WarmProcess[];
  /** Known when all are ready. */
  firstMb: number | undefined;
};

export function openWarmTypes({ tell, maxGrowthMb = usualGrowthMb }: Needs): WarmTypes {
  let kept: Kept | undefined;
  let losses = 0;
  let isClosed = false;

  function drop(): void {
    for (const process of kept?.processes ?? []) process[Symbol.dispose]();
    kept = undefined;
  }

  function start(asked: TypesAsked): void {
    drop();
    if (isClosed) return;
    const made: Kept = { key: keyOf(asked), asked, processes: [], firstMb: undefined };
    kept = made;
    const open = (build: number): WarmProcess => {
      const process = startWarmProcess(asked.python, asked.root, { ...questionOf(asked), build });
      made.processes.push(process);
      return process;
    };
    const read = async (): Promise<void> => {
      const introduced = await open(0).introduced;
      if (introduced.cannot !== undefined) {
        tell(`The types of this project are not kept in memory: ${introduced.cannot}.`);
        return;
      }
      for (let build = 1; build < introduced.builds; build += 1) open(build);
      const sizes = await Promise.all(made.processes.map(async ({ ready }) => ready));
      made.firstMb = sizes.reduce((sum, { mb }) => sum + mb, 0);
    };
    read().catch((error: unknown) => lose(made, error));
  }

  function lose(which: Kept, error: unknown): void {
    if (which !== kept) return; // it was dropped
    if (!(error instanceof WarmLost)) throw error;
    losses += 1;
    const isLast = losses >= maxLosses;
    const next = isLast ? "From now on they are read from disk each time" : "They are read again";
    tell(`The types kept in memory were lost (${error.message}). ${next}.`);
    if (!isLast) return start(which.asked);
    drop();
    kept = { ...which, processes: [], firstMb: undefined };
  }

  return {
    prepare: (asked) => {
      if (kept?.key === keyOf(asked)) return;
      losses = 0;
      start(asked);
    },
    ask: async (asked) => {
      const current = kept;
      if (current?.key !== keyOf(asked) || current.firstMb === undefined) return undefined;
      try {
        const unsaved = namedUnsaved(asked);
        const answers = await Promise.all(current.processes.map(async (each) => each.ask(unsaved)));
        const known = answers.filter((answer) => answer.blocked === undefined);
        const mb = known.reduce((sum, each) => sum + each.mb, 0);
        if (mb > current.firstMb + maxGrowthMb && current === kept) {
          tell(`The types kept in memory take ${mb} MB. They are read again.`);
          start(asked);
        }
        if (known.length < answers.length) return undefined;
        losses = 0;
        return joined(known, mb);
      } catch (error) {
        lose(current, error);
        return undefined;
      }
    },
    renew: () => {
      if (kept && kept.processes.length > 0) start(kept.asked);
    },
    [Symbol.dispose]: () => {
      isClosed = true;
      drop();
    },
  };
}

/** One build may read a file that is part of another one. */
function joined(answers: readonly WarmAnswer[], mb: number): WarmAnswer {
  const [first] = answers;
  return {
    messages: [...new Set(answers.flatMap(({ messages }) => messages))],
    unfinished: first!.unfinished,
    refusals: first!.refusals,
    mb,
  };
}

function keyOf(asked: TypesAsked): string {
  return JSON.stringify([asked.python, asked.root, asked.stamp, questionOf(asked)]);
}
