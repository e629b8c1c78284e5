import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { InstalledKit } from "./kits.ts";
import { readJunit, type TestResult } from "./junit.ts";
import type { KitStage } from "./stage.ts";

/** What pytest is given for each kit, and the way in that it is pointed at. */
const runs: Readonly<Record<InstalledKit["generation"], (stage: KitStage) => readonly string[][]>> = {
  "1.0": ({ keyed1 }) => [
    ["tests/compatibility", `--sut-host=${keyed1}`, "--transport=jsonrpc", "-m", "must"],
  ],
  "0.3": ({ keyed03, keyless }) => {
    const always = ["--transports=jsonrpc", "--test-scope=all"];
    const authentication = "tests/mandatory/authentication";
    return [
      ["tests/mandatory", `--ignore=${authentication}`, `--sut-url=${keyed03}/a2a`, ...always],
      // Whether a key is asked for shows only where none is added.
      [authentication, `--sut-url=${keyless}/a2a`, ...always],
    ];
  },
};

/** Every test of the kit's mandatory part, as the kit itself judged it. */
export async function runKit(kit: InstalledKit, stage: KitStage): Promise<readonly TestResult[]> {
  const results: TestResult[] = [];
  for (const [index, args] of runs[kit.generation](stage).entries()) {
    const report = join(kit.folder, `results-${index}.xml`);
    await pytest(kit, [...args, `--junitxml=${report}`]);
    results.push(...readJunit(await readFile(report, "utf8")));
  }
  return results;
}

/** Ends when pytest has written its report; that tests failed is in there. */
async function pytest({ python, folder }: InstalledKit, args: readonly string[]): Promise<void> {
  const started = spawn(python, ["-W", "ignore", "-m", "pytest", "--quiet", "--tb=short", ...args], {
    cwd: folder,
    env: { ...process.env, TCK_STREAMING_TIMEOUT: "2.0", NO_PROXY: "*" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(started, "close")) as [number | null];
  if (code !== 0 && code !== 1) throw new Error(`pytest could not run the kit: it ended with ${code}.`);
}
