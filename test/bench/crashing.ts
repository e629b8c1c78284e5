import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crashingPairs, type CrashingPair } from "../quality/crashing-programs.ts";
import { openTestEngine, type TestEngine } from "../support/engine.ts";

/** One line of a set that is kept elsewhere: a program that raises on its own inputs, and a right version. */
type Recorded = Readonly<{ id: string; code: string; correct_code: string; exception?: string }>;

/** How many programs that crash are called invalid without running them, and how many working ones with them. */
export async function measureCrashing(folder: string | undefined): Promise<void> {
  await using engine = await openTestEngine();
  console.log(
    "\nprograms that crash when run        n   invalid  by our checks   working ones called wrong: by us, by types",
  );
  await measureSet(engine, "first half", crashingPairs(1));
  await measureSet(engine, "second half", crashingPairs(2));
  await measureSet(engine, "functions that nobody calls", crashingPairs(3));
  if (folder === undefined) return;
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".jsonl"))) {
    const pairs = recordedPairs(readFileSync(join(folder, name), "utf8"));
    if (pairs.length > 0) await measureSet(engine, name, pairs);
  }
}

function recordedPairs(text: string): CrashingPair[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Recorded)
    .filter(({ exception }) => exception !== undefined)
    .map(({ id, code, correct_code }) => ({ name: id, crashing: code, working: correct_code }));
}

async function measureSet(engine: TestEngine, name: string, pairs: readonly CrashingPair[]): Promise<void> {
  let invalid = 0;
  let ours = 0;
  const accusedBy = { us: 0, types: 0 };
  for (const { crashing, working } of pairs) {
    const errors = await errorsOf(engine, crashing);
    if (errors.length > 0) invalid += 1;
    if (errors.some((rule) => rule.startsWith("python:"))) ours += 1;
    const wrong = await errorsOf(engine, working);
    if (wrong.some((rule) => rule.startsWith("python:"))) accusedBy.us += 1;
    if (wrong.some((rule) => !rule.startsWith("python:"))) accusedBy.types += 1;
  }
  const share = `${invalid} (${((100 * invalid) / pairs.length).toFixed(1)} %)`;
  console.log(
    [
      name.padEnd(32),
      String(pairs.length).padStart(4),
      share.padStart(13),
      String(ours).padStart(10),
      String(accusedBy.us).padStart(18),
      String(accusedBy.types).padStart(8),
    ].join(" "),
  );
}

async function errorsOf(engine: TestEngine, code: string): Promise<string[]> {
  const { diagnostics } = await engine.verdictOf(code);
  return diagnostics.filter(({ severity }) => severity === "error").map(({ rule }) => rule);
}
