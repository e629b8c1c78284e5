import { statfsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A new folder for what a service, an agent or a server keeps. Tests kill processes, never the machine, so memory
 * keeps its word as well as a disk does, and nobody waits for a disk.
 */
export async function createDataFolder(name: string): Promise<string> {
  return mkdtemp(join(parent, `assay-${name}-`));
}

const memory = "/dev/shm";
const minFreeBytes = 2 * 1024 ** 3;
const parent = hasRoom(memory) ? memory : tmpdir();

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > minFreeBytes;
  } catch {
    return false;
  }
}
