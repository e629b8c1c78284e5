/** Runs the mandatory part of the A2A compatibility kits, of both generations, against this service. */
import { UsageError } from "../cli/usage-error.ts";
import type { TestResult } from "./a2a-kit/junit.ts";
import { installKit, kits } from "./a2a-kit/kits.ts";
import { knownFailures } from "./a2a-kit/known-failures.ts";
import { runKit } from "./a2a-kit/run.ts";
import { openStage } from "./a2a-kit/stage.ts";
import { createCommand, runCommand } from "./command.ts";

const usage = `npm run test:a2a -- --kit DIR [--python PYTHON]

DIR is a clone of github.com/a2aproject/a2a-tck, bare or not. PYTHON is 3.11 or newer; what the kits need is installed
into .tools/a2a-kit, once. Exit status 0 only if nothing fails except what scripts/a2a-kit/known-failures.ts explains.`;

async function run({ kit: clone, python }: { kit: string; python: string }): Promise<number> {
  await using stage = await openStage();
  let newFailures = 0;
  for (const kit of kits) {
    const installed = await installKit(kit, { clone, python });
    newFailures += report(
      `A2A ${kit.generation}, kit ${kit.commit.slice(0, 7)}`,
      await runKit(installed, stage),
      knownFailures[kit.generation],
    );
  }
  return newFailures === 0 ? 0 : 1;
}

/** Says what came of it, and how much of that nobody expected. */
function report(
  title: string,
  results: readonly TestResult[],
  known: Readonly<Record<string, string>>,
): number {
  const of = (outcome: TestResult["outcome"]) => results.filter((result) => result.outcome === outcome);
  const failed = of("failed");
  console.log(
    `\n${title}: ${of("passed").length} passed, ${failed.length} failed, ${of("skipped").length} skipped`,
  );
  for (const { name, why } of failed)
    console.log(
      known[name] === undefined
        ? `  NEW    ${name}\n         ${why}`
        : `  known  ${name}\n         ${known[name]}`,
    );
  const missing = Object.keys(known).filter((name) => failed.every((result) => result.name !== name));
  for (const name of missing)
    console.log(`  GONE   ${name}\n         is listed as failing, but does not fail`);
  for (const [why, skipped] of Map.groupBy(of("skipped"), (result) => result.why))
    console.log(`  skipped ${String(skipped.length).padStart(3)}  ${why}`);
  return failed.filter(({ name }) => known[name] === undefined).length + missing.length;
}

const a2aKit = createCommand({
  usage,
  options: { kit: { type: "string" }, python: { type: "string", default: "python3" } },
  run: async ({ kit, python }) => {
    if (kit === undefined) throw new UsageError("--kit is missing");
    return run({ kit, python });
  },
});

await runCommand(a2aKit);
