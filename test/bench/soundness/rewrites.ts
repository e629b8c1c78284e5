import { requireDocker } from "../../support/sandbox.ts";
import { inParallel } from "../numbers.ts";
import {
  compareRewritten,
  ways,
  type ChangeKind,
  type VerdictChange,
  type Way,
} from "./compare-rewritten.ts";
import { readFound } from "./found.ts";
import { readBeside } from "./programs/beside.ts";
import { readFolder } from "./programs/read-folder.ts";
import { writeProgram } from "./programs/write-program.ts";
import { openPython, type PythonProcess } from "./python-process.ts";
import { shrinkChange } from "./shrink-change.ts";

type TitledChange = VerdictChange & Readonly<{ title: string }>;

export type RewriteFigures = Readonly<{
  seed: number;
  programs: number;
  seconds: number;
  ways: readonly Readonly<
    { way: Way; rewritten: number; behavesOtherwise: number } & Record<ChangeKind, number>
  >[];
  changes: readonly TitledChange[];
}>;

type Plan = Readonly<{
  seed: number;
  count: number;
  /** A folder of programs that are rewritten too. */
  programs?: string | undefined;
  shrinks?: boolean;
  onProgress?: (done: number) => void;
}>;

const width = 16;
/** Every so many of the generated programs crash in their last line: their errors must stay. */
const crashingEvery = 3;
const shrunkOfOne = 2;

/** Rewrites programs so that they do the same, and compares the errors of our own rules before and after. */
export async function measureRewrites({
  seed,
  count,
  programs,
  shrinks,
  onProgress,
}: Plan): Promise<RewriteFigures> {
  await requireDocker();
  await using live = openPython();
  await using runner = openPython();
  const startedAt = performance.now();
  const given = [
    ...readFound(),
    ...everyNth(readBeside(seed), count),
    ...(programs === undefined ? [] : readFolder(programs)),
  ];
  const rows = ways.map((way) => ({
    way,
    rewritten: 0,
    behavesOtherwise: 0,
    rejected: 0,
    accepted: 0,
    "other errors": 0,
  }));
  const changes: TitledChange[] = [];
  await inParallel(given.length + count, width, async (at) => {
    const own = seed * 1_000_000 + at;
    const crashes = at % crashingEvery === 0;
    const { title, text } = given[at] ?? {
      title: `seed ${own}`,
      text: (await writeProgram(live, own, { crashes })).text,
    };
    for (const row of rows) {
      const compared = await compareRewritten(runner, text, row.way, own);
      if (!compared) continue;
      row.rewritten += 1;
      if (!compared.isSame) row.behavesOtherwise += 1;
      if (!compared.change) continue;
      row[compared.change.kind] += 1;
      changes.push({ ...compared.change, title });
    }
    if ((at + 1) % 500 === 0) onProgress?.(at + 1);
  });
  return {
    seed,
    programs: given.length + count,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    ways: rows,
    changes: shrinks ? await smallestOf(runner, changes) : changes,
  };
}

/** The smallest programs of each way, kind and rules, made smaller still. */
async function smallestOf(python: PythonProcess, changes: readonly TitledChange[]): Promise<TitledChange[]> {
  const alike = Map.groupBy(
    changes,
    ({ way, kind, before, after }) => `${way} ${kind} ${before.join()} ${after.join()}`,
  );
  const smallest: TitledChange[] = [];
  for (const own of alike.values()) {
    const shortest = own.toSorted((a, b) => a.text.length - b.text.length).slice(0, shrunkOfOne);
    for (const each of shortest) smallest.push({ ...(await shrinkChange(python, each)), title: each.title });
  }
  return smallest;
}

function everyNth<Item>(items: readonly Item[], wanted: number): Item[] {
  const step = Math.max(1, Math.floor(items.length / wanted));
  return items.filter((_, at) => at % step === 0);
}

/** A program that works is called wrong once it is written in another way. */
export function isFalseClaim({ kind, ended }: VerdictChange): boolean {
  return ended && kind === "rejected";
}
