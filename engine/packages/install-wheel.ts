import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../platform/clock.ts";
import type { PythonVersion } from "../python-version.ts";
import type { Wheel } from "../package-layer.ts";
import { PackageRefusal } from "../package-refusal.ts";
import { indexAway } from "./resolve.ts";
import { platformOptions, runUv, type Uv, type UvAnswer } from "./uv.ts";
import { sizeOf } from "./wheel-store.ts";

type Installing = Readonly<{
  python: PythonVersion;
  /** An empty folder for uv. */
  work: string;
  deadlineMs: number;
  maxWheelMb: number;
  maxLayerMb: number;
  /** Aborted when the service ends. */
  signal: AbortSignal;
}>;

const mb = 1_000_000;
const lookEveryMs = 200;
/** What uv leaves beside a package, and commands that nobody calls: a box has no shell. */
const leftOut = [".lock", "bin"];

/**
 * Unpacks one wheel of exactly this hash into an empty folder. Nothing of it is run, and uv leaves out what a name would
 * put outside of the folder.
 */
export async function installWheel(
  uv: Uv,
  wheel: Wheel,
  folder: string,
  { python, work, deadlineMs, maxWheelMb, maxLayerMb, signal }: Installing,
): Promise<void> {
  const pin = `${wheel.name}==${wheel.version}`;
  const asked = join(work, "asked.txt");
  await writeFile(asked, `${wheel.name} @ ${wheel.url} --hash=sha256:${wheel.sha256}\n`);
  const growing = watchSize(work, maxLayerMb * mb, uv.clock);
  const answer = await runUv(
    uv,
    [
      "pip",
      "install",
      "--no-cache",
      "--no-deps",
      "--require-hashes",
      "--only-binary=:all:",
      "--no-index",
      "--link-mode=copy",
      `--target=${folder}`,
      ...platformOptions(python),
      `--requirements=${asked}`,
    ],
    { folder: work, deadlineMs, maxFileMb: maxWheelMb, signal: AbortSignal.any([growing.signal, signal]) },
  )
    .catch((error: unknown) => {
      if (growing.signal.aborted) throw tooLarge(pin, `more than ${maxLayerMb} MB when it is unpacked`);
      throw error;
    })
    .finally(growing.stop);
  if (answer.status !== 0) throw whyNot(answer, pin, maxWheelMb);
  await Promise.all(leftOut.map(async (name) => rm(join(folder, name), { recursive: true, force: true })));
  if ((await sizeOf(folder)) > maxLayerMb * mb)
    throw tooLarge(pin, `more than ${maxLayerMb} MB when it is unpacked`);
}

function tooLarge(pin: string, how: string): PackageRefusal {
  return new PackageRefusal(`The package ${pin} is too large: ${how}.`, "Ask for a smaller package.");
}

function whyNot({ said, isLate, signal }: UvAnswer, pin: string, maxWheelMb: number): Error {
  if (signal === "SIGXFSZ" || /File too large/.test(said))
    return tooLarge(pin, `a file of more than ${maxWheelMb} MB`);
  if (isLate) return indexAway();
  if (said.includes("Hash mismatch"))
    return new PackageRefusal(
      `The package ${pin} is not what the index said: its hash is another one.`,
      "Try again later, or ask for another version.",
    );
  if (/Failed to fetch|client error|timed out|Request failed/i.test(said)) return indexAway();
  return new PackageRefusal(`The package ${pin} cannot be unpacked.`, "Ask for another version.");
}

/** Ends an installation that fills the disk while it goes on. */
function watchSize(folder: string, maxBytes: number, clock: Clock) {
  const [tooMuch, over] = [new AbortController(), new AbortController()];
  async function watch(): Promise<void> {
    for (;;) {
      await clock.sleep(lookEveryMs, over.signal);
      if ((await sizeOf(folder)) > maxBytes) tooMuch.abort();
    }
  }
  void watch().catch(() => undefined);
  return { signal: tooMuch.signal, stop: () => over.abort() };
}
