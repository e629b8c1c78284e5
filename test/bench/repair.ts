import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { calibrationOf, type WeighedFix } from "./calibration.ts";
import { quantile, timed } from "./numbers.ts";
import { startService, type ServiceProcess } from "./service-process.ts";
import { printTable, share, type Table } from "./table.ts";

/** A wrong program with examples, and hidden tests that tell whether a fix is right. One a line of a .jsonl file. */
type Task = Readonly<{
  id: string;
  code: string;
  examples: string;
  hidden_tests: readonly string[];
  correct_code: string;
  meta?: Readonly<{ refusable?: boolean; correct_on_examples?: string }>;
}>;

type Outcome = Readonly<{
  id: string;
  seconds: number;
  isRefusable: boolean;
  isRefused: boolean;
  /** Where no example says what is wanted, a program that still fails may have another mistake than the one fixed. */
  fix: "right" | "wrong" | "still fails" | "none";
  hasExamples: boolean;
  /** Whether the verdict says that another fix would pass the examples too. */
  isMarked: boolean;
  fixes: readonly string[];
  /** What was said of a fix that examples prove. */
  confidence: number | undefined;
  isFalseAlarm: boolean;
  failure: string | undefined;
}>;

const python = fileURLToPath(new URL("../../.tools/python/bin/python", import.meta.url));
const runHidden = `
import io, json, os, resource, sys
source, tests = json.load(sys.stdin)
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (15, 15))
sys.stdout = io.StringIO()
names = {"__name__": "__program__"}
try:
    exec(compile(source, "<program>", "exec"), names)
    for test in tests:
        exec(compile(test, "<hidden>", "exec"), names)
except BaseException:
    os._exit(1)
os._exit(0)
`;

/** Whether a program passes every hidden test, in a fresh interpreter of its own. */
async function passes(source: string, tests: readonly string[]): Promise<boolean> {
  const child = spawn(python, ["-I", "-c", runHidden], {
    stdio: ["pipe", "ignore", "ignore"],
    timeout: 25_000,
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(JSON.stringify([source, tests]));
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}

async function tryTask(service: ServiceProcess, task: Task): Promise<Outcome> {
  const ask = async (code: string) =>
    service.ask({ code, mode: "execute", options: task.examples === "" ? {} : { examples: task.examples } });
  const { ms, result } = await timed(async () => ask(task.code));
  const correct = await ask(task.correct_code);
  const isFixed = typeof result.fixed_code === "string" && result.fixed_code.trim() !== task.code.trim();
  const hasBadExamples = !["P", undefined].includes(task.meta?.correct_on_examples);
  const hasExamples = task.examples !== "" || task.code.includes(">>>");
  const failing = hasExamples ? "wrong" : "still fails";
  return {
    id: task.id,
    seconds: ms / 1000,
    isRefusable: task.meta?.refusable === true,
    isRefused: result.valid === false,
    fix: !isFixed ? "none" : (await passes(result.fixed_code!, task.hidden_tests)) ? "right" : failing,
    hasExamples,
    isMarked: (result.diagnostics ?? []).some(({ rule }) => rule === "python:ambiguous-fix"),
    fixes: result.fixes ?? [],
    confidence: result.meta?.fixes?.find((fix) => fix.confidence !== undefined)?.confidence,
    isFalseAlarm: correct.valid === false && !hasBadExamples,
    failure: result.error ?? correct.error,
  };
}

/** What the sets in a folder say of finding and fixing mistakes by running examples. */
export async function measureRepair(folder: string): Promise<Table> {
  await using service = await startService({ SANDBOX: "docker" });
  const sets: [string, Outcome[]][] = [];
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".jsonl"))) {
    const tasks = readFileSync(join(folder, name), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Task);
    if (tasks.some(({ hidden_tests }) => !Array.isArray(hidden_tests))) continue;
    console.error(`fixing ${name} …`);
    const outcomes: Outcome[] = [];
    for (const task of tasks) outcomes.push(await tryTask(service, task));
    sets.push([name.replace(/\.jsonl$/, ""), outcomes]);
  }
  const all = sets.flatMap(([, outcomes]) => outcomes);
  listWrong(all);
  console.log("\nHow sure proven fixes were said to be, and how many of them are right");
  printTable(calibrationOf(all.flatMap(toWeighed)));
  if (sets.length > 1) sets.push(["all", all]);
  const times = ["p50 s", "p95 s", "fix p50", "no fix p50", "no fix max"];
  return {
    head: [
      "set",
      "n",
      "refused",
      "right",
      "wrong",
      "unmarked right",
      "still fails",
      "false alarms",
      "failed",
      ...times,
    ],
    rows: sets.map(([name, outcomes]) => rowOf(name, outcomes)),
  };
}

function toWeighed({ confidence, fix }: Outcome): WeighedFix[] {
  return confidence === undefined || fix === "none" ? [] : [{ confidence, isRight: fix === "right" }];
}

function listWrong(outcomes: readonly Outcome[]): void {
  for (const { id, fix, isMarked, fixes } of outcomes)
    if (fix === "wrong" || fix === "still fails")
      console.error(`${fix}: ${id}${isMarked ? " (marked ambiguous)" : ""}\n  ${fixes.join("\n  ")}`);
}

function rowOf(name: string, outcomes: readonly Outcome[]): string[] {
  const count = (is: (outcome: Outcome) => unknown): string => String(outcomes.filter(is).length);
  const secondsOf = (chosen: readonly Outcome[]): number[] => chosen.map(({ seconds }) => seconds);
  const unfixed = secondsOf(outcomes.filter(({ isRefused, fix }) => isRefused && fix === "none"));
  const fixed = secondsOf(outcomes.filter(({ fix }) => fix !== "none"));
  const shown = (values: readonly number[], part: number): string =>
    values.length === 0 ? "–" : quantile(values, part).toFixed(2);
  const refusable = outcomes.filter(({ isRefusable }) => isRefusable);
  return [
    name,
    String(outcomes.length),
    `${refusable.filter(({ isRefused }) => isRefused).length}/${refusable.length}`,
    count(({ fix }) => fix === "right"),
    count(({ fix }) => fix === "wrong"),
    unmarkedRight(outcomes),
    count(({ fix }) => fix === "still fails"),
    count(({ isFalseAlarm }) => isFalseAlarm),
    count(({ failure }) => failure),
    shown(secondsOf(outcomes), 0.5),
    shown(secondsOf(outcomes), 0.95),
    shown(fixed, 0.5),
    shown(unfixed, 0.5),
    shown(unfixed, 1),
  ];
}

/** Of the fixes that examples prove and that claim to be the only ones, the right ones. */
function unmarkedRight(outcomes: readonly Outcome[]): string {
  const unmarked = outcomes.filter(
    ({ fix, isMarked, hasExamples }) => hasExamples && fix !== "none" && !isMarked,
  );
  const right = unmarked.filter(({ fix }) => fix === "right").length;
  return unmarked.length === 0 ? "–" : `${right}/${unmarked.length} (${share(right, unmarked.length)})`;
}
