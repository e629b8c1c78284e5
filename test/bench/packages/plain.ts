import { execFile } from "node:child_process";
import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { runUv, platformOptions, sourceOptions } from "../../../engine/packages/uv.ts";
import { defaultPython } from "../../../engine/python-version.ts";
import { quantile, timed } from "../numbers.ts";
import type { PackageEngine } from "./engine.ts";
import type { PackageSet } from "./sets.ts";

const rounds = 3;
const run = promisify(execFile);

/** What somebody without a service would do: install with uv, and run in a container of the same image. */
export async function measurePlain(
  { folder, uv, config }: PackageEngine,
  { packages, program }: PackageSet,
): Promise<Readonly<{ installMs: number; runMs: number }>> {
  const target = join(folder, "target");
  await mkdir(target);
  const work = await mkdtemp(join(folder, "uv-"));
  const install = ["pip", "install", "--no-cache", "--target", target, ...packages];
  const options = [...sourceOptions(uv.source), ...platformOptions(defaultPython)];
  const installed = await timed(async () =>
    runUv(uv, [...install, ...options], { folder: work, deadlineMs: 180_000, maxFileMb: 1000 }),
  );
  if (installed.result.status !== 0) throw new Error(`uv: ${installed.result.said}`);
  const places = [
    "--volume",
    `${target}:/packages:ro`,
    "--env",
    "PYTHONPATH=/packages",
    "--env",
    "HOME=/tmp",
  ];
  const inImage = ["--workdir", "/tmp", "--entrypoint", "python3", config.SANDBOX_IMAGE, "-c", program];
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { ms } = await timed(async () =>
      run("docker", ["run", "--rm", "--network", "none", ...places, ...inImage]),
    );
    times.push(ms);
  }
  return { installMs: installed.ms, runMs: quantile(times, 0.5) };
}
