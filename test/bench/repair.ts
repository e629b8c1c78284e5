import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { quantile, timed } from "./numbers.ts";
import { startService, type ServiceProcess } from "./service-process.ts";

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
  fix: "right" | "wrong" | "none";
  /** Whether the verdict says that another fix would pass the examples too. */
  isMarked: boolean;
  fixes: readonly string[];
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
  return {
    id: task.id,
    seconds: ms / 1000,
    isRefusable: task.meta?.refusable === true,
    isRefused: result.valid === false,
    fix: !isFixed ? "none" : (await passes(result.fixed_code!, task.hidden_tests)) ? "right" : "wrong",
    isMarked: (result.diagnostics ?? []).some(({ rule }) => rule === "python:ambiguous-fix"),
    fixes: result.fixes ?? [],
    isFalseAlarm: correct.valid === false && !hasBadExamples,
    failure: result.error ?? correct.error,
  };
}

/** What the sets in a folder say of finding and fixing mistakes by running examples. */
export async function measureRepair(folder: string): Promise<void> {
  await using service = await startService({ SANDBOX: "docker" });
  const sets = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  const all: Outcome[] = [];
  console.log(
    "set                n  refused   right  wrong  unmarked right  false alarms  failed   p50 s  p95 s   fix p50  no fix p50  no fix max",
  );
  for (const name of sets) {
    const tasks = readFileSync(join(folder, name), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Task);
    if (tasks.some(({ hidden_tests }) => !Array.isArray(hidden_tests))) continue;
    const outcomes: Outcome[] = [];
    for (const task of tasks) outcomes.push(await tryTask(service, task));
    all.push(...outcomes);
    console.log(tableRow(name.replace(/\.jsonl$/, ""), outcomes));
  }
  if (sets.length > 1) console.log(tableRow("all", all));
  console.log("\nwrong fixes");
  for (const { id, isMarked, fixes } of all.filter(({ fix }) => fix === "wrong"))
    console.log(
      `  ${id}${isMarked ? " (marked ambiguous)" : ""}\n${fixes.map((words) => `      ${words}`).join("\n")}`,
    );
}

function tableRow(name: string, outcomes: readonly Outcome[]): string {
  const count = (is: (outcome: Outcome) => unknown): number => outcomes.filter(is).length;
  const secondsOf = (chosen: readonly Outcome[]): number[] => chosen.map(({ seconds }) => seconds);
  const unfixed = secondsOf(outcomes.filter(({ isRefused, fix }) => isRefused && fix === "none"));
  const fixed = secondsOf(outcomes.filter(({ fix }) => fix !== "none"));
  const shown = (values: readonly number[], part: number): string =>
    values.length === 0 ? "–" : quantile(values, part).toFixed(2);
  return [
    name.padEnd(16),
    String(outcomes.length).padStart(4),
    `${count(({ isRefusable, isRefused }) => isRefusable && isRefused)}/${count(({ isRefusable }) => isRefusable)}`.padStart(
      8,
    ),
    String(count(({ fix }) => fix === "right")).padStart(7),
    String(count(({ fix }) => fix === "wrong")).padStart(6),
    unmarkedShare(outcomes).padStart(15),
    String(count(({ isFalseAlarm }) => isFalseAlarm)).padStart(13),
    String(count(({ failure }) => failure)).padStart(7),
    shown(secondsOf(outcomes), 0.5).padStart(7),
    shown(secondsOf(outcomes), 0.95).padStart(6),
    shown(fixed, 0.5).padStart(9),
    shown(unfixed, 0.5).padStart(11),
    shown(unfixed, 1).padStart(11),
  ].join(" ");
}

/** Of the fixes that claim to be the only ones, the right ones. */
function unmarkedShare(outcomes: readonly Outcome[]): string {
  const unmarked = outcomes.filter(({ fix, isMarked }) => fix !== "none" && !isMarked);
  if (unmarked.length === 0) return "–";
  const right = unmarked.filter(({ fix }) => fix === "right").length;
  return `${right}/${unmarked.length} ${((100 * right) / unmarked.length).toFixed(0)} %`;
}
