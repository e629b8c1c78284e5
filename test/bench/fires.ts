import { Job } from "../../engine/job.ts";
import { listRepairs } from "../../engine/repair/list.ts";
import { listOwnRules } from "../../engine/rules.ts";
import { openTestEngine } from "../support/engine.ts";
import { readSet, type CodeSet } from "./fires/read-set.ts";
import { printTable } from "./table.ts";

/** How often each rule and each repair of our own fired in the texts of one set. */
export type Fired = Readonly<{
  name: string;
  texts: number;
  /** Findings by rule. */
  rules: Readonly<Record<string, number>>;
  /** Fixes that were kept by repair, and texts in which all that a repair proposed was rejected. */
  kept: Readonly<Record<string, number>>;
  rejected: Readonly<Record<string, number>>;
}>;

type Plan = Readonly<{
  folders: readonly string[];
  /** Of each set, every so-manieth text. */
  every: number;
  onProgress?: (words: string) => void;
}>;

/** Runs every rule and every repair over sets of real code. */
export async function measureFires({ folders, every, onProgress }: Plan): Promise<Fired[]> {
  const sets: Fired[] = [];
  for (const folder of folders) sets.push(await fireOn(await readSet(folder, every), onProgress));
  return sets;
}

async function fireOn({ name, texts }: CodeSet, onProgress: Plan["onProgress"]): Promise<Fired> {
  const [rules, kept, rejected] = [new Count(), new Count(), new Count()];
  await using engine = await openTestEngine({
    countUsage: ({ diagnostics, security, meta: { fixes = [] } }, tried) => {
      for (const { rule } of diagnostics) rules.add(rule);
      for (const { tool, id } of security) rules.add(`${tool}:${id}`);
      for (const { repair } of fixes) kept.add(repair);
      for (const repair of tried.difference(new Set(fixes.map(({ repair: id }) => id)))) rejected.add(repair);
    },
  });
  for (const [at, { code, path = null }] of texts.entries()) {
    const { data: job } = Job.safeParse({ code, mode: "repair", options: { fixes: "all", path } });
    if (job) await engine.engine.judge(job, new AbortController().signal);
    if ((at + 1) % 100 === 0) onProgress?.(`${name}: ${at + 1} of ${texts.length} texts …`);
  }
  return { name, texts: texts.length, rules: rules.all(), kept: kept.all(), rejected: rejected.all() };
}

class Count {
  readonly #counts = new Map<string, number>();
  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }
  all(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }
}

/** Those that fired on none of the sets: of a repair, that no fix of it was kept. */
export function neverFired(sets: readonly Fired[]): { rules: string[]; repairs: string[] } {
  const repairs = listRepairs().map(({ id }) => id);
  const rules = listOwnRules().map(({ rule }) => rule);
  return {
    rules: rules.filter((rule) => sets.every((set) => set.rules[rule] === undefined)),
    repairs: repairs.filter((repair) => sets.every(({ kept }) => kept[repair] === undefined)),
  };
}

export function printFires(sets: readonly Fired[], isJson: boolean): void {
  const never = neverFired(sets);
  if (isJson) {
    console.log(JSON.stringify({ sets, never }, null, 2));
    return;
  }
  const names = sets.map(({ name, texts }) => `${name} (${texts})`);
  const shown = (count: number | undefined): string => (count === undefined ? "" : String(count));
  console.log("\nFixes kept, and in brackets the texts in which all that the repair proposed was rejected");
  printTable({
    head: ["repair", ...names],
    rows: listRepairs().map(({ id }) => [
      id,
      ...sets.map(({ kept, rejected }) =>
        [shown(kept[id]), ...(rejected[id] === undefined ? [] : [`(${rejected[id]})`])].join(" "),
      ),
    ]),
  });
  console.log("\nFindings of our own rules");
  printTable({
    head: ["rule", ...names],
    rows: listOwnRules().map(({ rule }) => [rule, ...sets.map(({ rules }) => shown(rules[rule]))]),
  });
  console.log(`\nRepairs that never fired: ${never.repairs.join(", ") || "none"}`);
  console.log(`Rules that never fired: ${never.rules.join(", ") || "none"}`);
}
