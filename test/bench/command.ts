import { execFile } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { buildCommand } from "../../scripts/pack/build-command.ts";
import { quantile, timed } from "./numbers.ts";
import type { Row } from "./row.ts";

const root = join(import.meta.dirname, "..", "..");
const tools = join(root, ".tools", "bench-python", "bin");
const again = 3;
const run = promisify(execFile);

/**
 * The bundled command on this project's own Python and on a package, beside the commands that a person would run
 * instead: cold, which is without any cache, and again on an unchanged tree, each with its cache.
 */
export async function measureCommand(given: string | undefined): Promise<Row[]> {
  await buildCommand();
  const folder = mkdtempSync(join(tmpdir(), "assay-command-"));
  const own = join(folder, "own");
  for (const name of globSync("{engine,service,deploy,scripts}/**/*.py", { cwd: root })) {
    mkdirSync(dirname(join(own, name)), { recursive: true });
    cpSync(join(root, name), join(own, name));
  }
  const installed = given ?? installedPackage();
  // Copied, since what is installed lies in folders that are skipped.
  cpSync(installed, join(folder, basename(installed)), { recursive: true });
  const rows = [
    ...(await compare("this project's own Python", own)),
    ...(await compare(basename(installed), join(folder, basename(installed)))),
  ];
  rmSync(folder, { recursive: true, force: true });
  return rows;
}

/** About 300 files, and there wherever the tools to compare with are. */
function installedPackage(): string {
  const [found] = globSync(join(root, ".tools/bench-python/lib/python3*/site-packages/pygments"));
  if (found === undefined) throw new Error("pygments is not installed; name a folder: -- command DIR");
  return found;
}

async function compare(name: string, place: string): Promise<Row[]> {
  const files = globSync("**/*.{py,pyi}", { cwd: place }).length;
  const [folder, target] = [dirname(place), basename(place)];
  const home = `${place}-home`;
  mkdirSync(home);
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { PATH, HOME: home, ASSAY_PYTHON: join(root, ".tools/python/bin/python") };
  const finish = async (file: string, ...args: string[]): Promise<void> => {
    // Findings are no failure; a command that could not do its work is.
    await run(file, [...args, target], { cwd: folder, env, maxBuffer: 1 << 30 }).catch(
      (error: { code?: unknown }) => {
        if (error.code !== 1) throw error;
      },
    );
  };
  const assay = async (): Promise<void> => finish(join(root, "dist", "main.js"), "check");
  const mypy = ["--check-untyped-defs", "--ignore-missing-imports", "--explicit-package-bases"];
  const chain = async (): Promise<void> => {
    await finish(join(tools, "ruff"), "check", "--quiet");
    await finish(join(tools, "mypy"), ...mypy, "--cache-dir", join(home, "mypy"));
    await finish(join(tools, "bandit"), "--quiet", "--recursive");
  };
  const cold = { assay: await timed(assay), chain: await timed(chain) };
  const unchanged = { assay: [] as number[], chain: [] as number[] };
  for (let round = 0; round < again; round += 1) {
    unchanged.assay.push((await timed(assay)).ms);
    unchanged.chain.push((await timed(chain)).ms);
  }
  const row = (what: string, ms: number): Row => ({
    what: `${name}, ${files} files: ${what}`,
    value: ms / 1000,
    unit: "s",
  });
  return [
    row("assay check, cold", cold.assay.ms),
    row("ruff, mypy and bandit, cold", cold.chain.ms),
    row("assay check, unchanged: median", quantile(unchanged.assay, 0.5)),
    row("assay check, unchanged: fastest", quantile(unchanged.assay, 0)),
    row("ruff, mypy and bandit, unchanged: median", quantile(unchanged.chain, 0.5)),
  ];
}
