import { spawn } from "node:child_process";
import { join } from "node:path";

/** A test that failed, and the arguments that run it alone; without them no test of the stage could be run. */
export type TestFailure = Readonly<{ name: string; alone?: readonly string[] }>;

/** A mutant that makes the tests run this long has changed something that they notice. */
const maxSeconds = 600;
/** Of one test: a mutant that makes one wait forever should not take longer to be noticed. */
const maxTestMs = 90_000;

/** Runs vitest with these arguments. Undefined when all pass. */
export async function firstFailure(copy: string, args: readonly string[]): Promise<TestFailure | undefined> {
  const vitest = join(copy, "node_modules", ".bin", "vitest");
  const options = ["run", "--bail=1", "--reporter=tap-flat", `--testTimeout=${maxTestMs}`];
  const child = spawn(vitest, [...options, ...args], {
    cwd: copy,
    // Threads and processes that the tests start load the same files again and again.
    env: { ...process.env, NODE_COMPILE_CACHE: join(copy, ".compile-cache") },
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  let output = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  const timer = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), maxSeconds * 1000);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  if (code === 0) return undefined;
  if (code === null) return { name: `the tests did not end in ${maxSeconds} s` };
  // What was not run any more is "not ok" too, but took no time.
  const failed = /^not ok \d+ - (\S+) > (.*) # time=.*$/m.exec(output);
  if (!failed) return { name: "the tests could not be loaded" };
  const [, file, test] = failed as unknown as [string, string, string];
  return { name: `${file} > ${test}`, alone: [file, "-t", `^${patternOf(test)}$`] };
}

/** The parts of a test's name are shown with `>` between them and matched without; a name may have one of its own. */
function patternOf(test: string): string {
  return test
    .split(" > ")
    .map((part) => RegExp.escape(part))
    .join(" (?:> )?");
}
