import type { Candidate } from "../candidates/candidate.ts";
import { openFileSearch, type FileSearch } from "./file-search.ts";
import { openSearchBudget } from "./search-budget.ts";
import type { SearchProof, SearchTask, SearchTools } from "./search-task.ts";
import type { SearchReport } from "../verdict.ts";

/** Cheap candidates are tried first, so most searches end in the first batch. */
const batchSizes = [100, 400, 900, 1500];

/** Finds the cheapest edit after which every example holds when run. Several files share the candidates and the budget. */
export async function searchFix(
  tools: SearchTools,
  tasks: readonly [SearchTask, ...SearchTask[]],
): Promise<Readonly<{ proof: SearchProof | undefined; report: SearchReport }>> {
  const budget = openSearchBudget(tasks[0].session);
  const searches: FileSearch[] = [];
  for (const task of tasks) searches.push(await openFileSearch(tools, task, budget));

  /** What passes in each file, in turn; then the cheapest of all that is proven. */
  async function tryEach(
    pass: (search: FileSearch) => Promise<readonly Candidate[]>,
  ): Promise<SearchProof | undefined> {
    const passed: Passing[] = [];
    for (const search of searches) passed.push({ search, passing: await pass(search) });
    for (const { search, some, passing } of byCost(passed)) {
      const proof = await search.firstProven(some, passing);
      if (proof) return proof;
    }
    return undefined;
  }

  async function search(): Promise<SearchProof | undefined> {
    for (const size of batchSizes) {
      const share = Math.ceil(size / searches.length);
      const proof =
        (await tryEach(async (each) => each.screenNext(share))) ??
        (await tryEach(async (each) => each.screenLonger(false)));
      if (proof) return searches[tasks.indexOf(proof.task)]!.withOthers(proof);
    }
    const late = await tryEach(async (each) => each.screenLonger(true));
    if (late) return late;
    for (const each of searches) {
      const proof = await each.tryTwoEdits();
      if (proof) return proof;
    }
    return undefined;
  }

  const proof = await search();
  const report = budget.report();
  return { proof, report: { ...report, finished: report.finished || proof !== undefined } };
}

type Passing = Readonly<{ search: FileSearch; passing: readonly Candidate[] }>;

/** The candidates of all files in the order of their cost, those that follow each other in one file together. */
function byCost(passed: readonly Passing[]): (Passing & { some: Candidate[] })[] {
  const all = passed
    .flatMap((each) => each.passing.map((candidate) => ({ ...each, candidate })))
    .toSorted((a, b) => a.candidate.cost - b.candidate.cost);
  const groups: (Passing & { some: Candidate[] })[] = [];
  for (const { candidate, ...from } of all) {
    const last = groups.at(-1);
    if (last?.search === from.search) last.some.push(candidate);
    else groups.push({ ...from, some: [candidate] });
  }
  return groups;
}
