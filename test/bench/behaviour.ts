import { Job } from "../../engine/job.ts";
import { openTestEngine } from "../support/engine.ts";
import { comparePackages, type ComparedPackage } from "./behaviour/packages.ts";
import { runPrograms, type Outcome } from "./behaviour/run-programs.ts";
import { piecesAlone, writeProgram } from "./behaviour/write-program.ts";

type Plan = Readonly<{
  seed: number;
  count: number;
  /** The folder that packages are kept in; unset: none are looked at. */
  packages?: string | undefined;
  /** A word in the names of those that are looked at; unset: all. */
  only?: string | undefined;
  onProgress?: (done: number) => void;
}>;

/** A program that does something else after fixes that were said to be safe. */
export type BrokenProgram = Readonly<{
  title: string;
  text: string;
  fixed: string;
  fixes: readonly string[];
  before: Outcome;
  after: Outcome;
}>;

export type BehaviourFigures = Readonly<{
  seed: number;
  programs: number;
  /** Those that do not run to their end before anything is changed: a mistake in the pieces. */
  notRun: readonly string[];
  changed: number;
  /** How often each repair was applied. */
  repairs: Readonly<Record<string, number>>;
  broken: readonly BrokenProgram[];
  packages: readonly ComparedPackage[];
}>;

/** Compares what programs print before and after the fixes of `options.fixes: "safe"`, and what packages' own tests say. */
export async function measureBehaviour({
  seed,
  count,
  packages,
  only,
  onProgress,
}: Plan): Promise<BehaviourFigures> {
  await using engine = await openTestEngine();
  const written = [
    ...piecesAlone(),
    ...Array.from({ length: count }, (_, at) => {
      const own = seed * 1_000_000 + at;
      return { title: `seed ${own}`, text: writeProgram(own) };
    }),
  ];
  const before = await runPrograms(written.map(({ text }) => text));
  const repairs: Record<string, number> = {};
  const changed = [];
  for (const [at, { title, text }] of written.entries()) {
    const job = Job.parse({ code: text, mode: "repair", options: { fixes: "safe" } });
    const { verdict } = await engine.engine.judge(job, new AbortController().signal);
    const fixes = verdict.meta.fixes ?? [];
    for (const { repair } of fixes) repairs[repair] = (repairs[repair] ?? 0) + 1;
    if (verdict.fixed_code !== null)
      changed.push({
        title,
        text,
        fixed: verdict.fixed_code,
        fixes: fixes.map(({ text: words, kind }) => `${words} (${kind})`),
        before: before[at]!,
      });
    if ((at + 1) % 100 === 0) onProgress?.(at + 1);
  }
  const after = await runPrograms(changed.map(({ fixed }) => fixed));
  const broken = changed
    .map((program, at) => ({ ...program, after: after[at]! }))
    .filter((program) => differs(program.before, program.after));
  return {
    seed,
    programs: written.length,
    notRun: written.filter((_, at) => before[at]!.status !== 0).map(({ title }) => title),
    changed: changed.length,
    repairs,
    broken,
    packages: packages === undefined ? [] : await comparePackages(packages, engine.engine, only),
  };
}

function differs(before: Outcome, after: Outcome): boolean {
  return before.out !== after.out || before.status !== after.status;
}

export function isAsPromised({ broken, notRun, packages }: BehaviourFigures): boolean {
  return (
    broken.length + notRun.length === 0 &&
    packages.every(({ ways }) => ways.every((way) => way.broken.length === 0))
  );
}

export function printBehaviour(figures: BehaviourFigures, isJson: boolean): void {
  if (isJson) {
    console.log(JSON.stringify(figures, null, 2));
    return;
  }
  const { programs, changed, notRun, broken, repairs, packages } = figures;
  console.log(
    `\n${programs} programs, ${changed} of them changed by safe fixes, ${broken.length} do something else`,
  );
  for (const [repair, times] of Object.entries(repairs).toSorted((a, b) => b[1] - a[1]))
    console.log(`  ${String(times).padStart(6)}  ${repair}`);
  for (const title of notRun) console.log(`  does not run: ${title}`);
  for (const { title, text, fixes, before, after } of broken)
    console.log(`\n${title}: ${fixes.join("; ")}\n${text}\nbefore: ${shown(before)}\nafter: ${shown(after)}`);
  for (const each of packages) printPackage(each);
}

function printPackage({ name, passed, importable, ways }: ComparedPackage): void {
  console.log(`\n${name}: ${passed} tests pass, ${importable} files can be imported`);
  for (const { way, changed, worse, broken, fixes } of ways) {
    console.log(
      `  ${way}: ${changed} files changed, ${worse.length} worse, ${broken.length} against the promise`,
    );
    for (const words of fixes) console.log(`    ${words}`);
    for (const each of worse)
      console.log(`    ${broken.includes(each) ? "BROKEN" : "by a changing fix"} ${each}`);
  }
}

function shown({ out, raised, status }: Outcome): string {
  return `status ${status}${raised === null ? "" : `, ${raised}`}\n${out}`;
}
