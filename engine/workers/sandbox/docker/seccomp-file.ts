import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seccompProfile } from "../seccomp.ts";

/** The profile as a file of this machine, named by what is in it: Podman reads a path where Docker takes the profile itself. */
export async function writeSeccompProfile(): Promise<string> {
  const digest = createHash("sha256").update(seccompProfile).digest("hex").slice(0, 16);
  const file = join(tmpdir(), `assay-seccomp-${digest}.json`);
  await writeFile(file, seccompProfile, { mode: 0o644 });
  return file;
}
