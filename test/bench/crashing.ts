import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crashingPairs, type CrashingPair } from "../quality/crashing-programs.ts";
import { openTestEngine, type TestEngine } from "../support/engine.ts";
import { share, type Table } from "./table.ts";

/** One line of a set that is kept elsewhere: a program that raises on its own inputs, and a right version. */
type Recorded = Readonly<{ id: string; code: string; correct_code: string; exception?: string }>;

/** How many programs that crash are called invalid without running them, and how many working ones with them. */
export async function measureCrashing(folder: string | undefined): Promise<Table> {
  await using engine = await openTestEngine();
  const recorded = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  const sets: readonly (readonly [string, readonly CrashingPair[]])[] = [
    ["first half", crashingPairs(1)],
    ["second half", crashingPairs(2)],
    ["functions that nobody calls", crashingPairs(3)],
    ...recorded.map((name) => [name, recordedPairs(readFileSync(join(folder!, name), "utf8"))] as const),
  ];
  const rows: string[][] = [];
  for (const [name, pairs] of sets) if (pairs.length > 0) rows.push(await rowOf(engine, name, pairs));
  const wrong = ["working ones called wrong by our checks", "by types"];
  return { head: ["programs that crash when run", "n", "invalid", "by our checks", ...wrong], rows };
}

function recordedPairs(text: string): CrashingPair[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Recorded)
    .filter(({ exception }) => exception !== undefined)
    .map(({ id, code, correct_code }) => ({ name: id, crashing: code, working: correct_code }));
}

async function rowOf(engine: TestEngine, name: string, pairs: readonly CrashingPair[]): Promise<string[]> {
  const isOurs = (rule: string): boolean => rule.startsWith("python:");
  const found: string[][] = [];
  const wrong: string[][] = [];
  for (const { crashing, working } of pairs) {
    found.push(await errorsOf(engine, crashing));
    wrong.push(await errorsOf(engine, working));
  }
  const invalid = found.filter((errors) => errors.length > 0).length;
  return [
    name,
    String(pairs.length),
    `${invalid} (${share(invalid, pairs.length)})`,
    String(found.filter((errors) => errors.some(isOurs)).length),
    String(wrong.filter((errors) => errors.some(isOurs)).length),
    String(wrong.filter((errors) => errors.some((rule) => !isOurs(rule))).length),
  ];
}

async function errorsOf(engine: TestEngine, code: string): Promise<string[]> {
  const { diagnostics } = await engine.verdictOf(code);
  return diagnostics.filter(({ severity }) => severity === "error").map(({ rule }) => rule);
}
