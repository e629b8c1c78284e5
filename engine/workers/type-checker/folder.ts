import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isGone, nameOwner } from "../../../platform/owner.ts";

const prefix = "assay-types-";

/** A folder of our own, in memory where there is such a place: every text is written there once. */
export async function makeFolder(): Promise<string> {
  const place = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  await removeLeftovers(place);
  const folder = await mkdtemp(join(place, prefix));
  await chmod(folder, 0o700);
  await writeFile(join(folder, "owner"), nameOwner());
  return folder;
}

/** A process that was killed could not remove its folder, and a submitted text may lie in it. */
async function removeLeftovers(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    if (!name.startsWith(prefix)) continue;
    const owner = await readFile(join(place, name, "owner"), "utf8").catch(() => undefined);
    if (owner !== undefined && isGone(owner)) await rm(join(place, name), { recursive: true, force: true });
  }
}
