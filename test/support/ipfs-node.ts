import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../platform/clock.ts";
import type { Ipfs } from "../../parts/ipfs/ipfs.ts";
import { openIpfs, type IpfsSettings } from "../../parts/ipfs/open-ipfs.ts";
import { openLog } from "../../platform/log.ts";
import { patienceMs } from "./until.ts";

export type TestIpfs = Ipfs & Readonly<{ dataDir: string }>;

/** In a folder of its own unless one is given. */
export async function openTestIpfs(settings: Partial<IpfsSettings> = {}): Promise<TestIpfs> {
  await using opening = new AsyncDisposableStack();
  const dataDir = settings.dataDir ?? (await makeFolder(opening));
  const ipfs = opening.use(
    await openIpfs({ clock: systemClock, log: openLog("silent"), ...settings, dataDir }),
  );
  const opened = opening.move();
  return { ...ipfs, dataDir, [Symbol.asyncDispose]: async () => opened.disposeAsync() };
}

async function makeFolder(opening: AsyncDisposableStack): Promise<string> {
  return opening.adopt(await mkdtemp(join(tmpdir(), "assay-ipfs-")), async (folder) =>
    rm(folder, { recursive: true, force: true }),
  );
}

/** Room and time enough for tests that should not reach a limit. */
export function plenty(maxBytes = 10_000_000): { maxBytes: number; signal: AbortSignal } {
  return { maxBytes, signal: AbortSignal.timeout(patienceMs) };
}

export async function faultOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "none";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}
