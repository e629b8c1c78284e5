import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const places = join(import.meta.dirname, "..", "..", ".tools", "a2a-kit");

/** The compatibility kit of one generation of the protocol, at the commit that our results are recorded for. */
export type Kit = Readonly<{ generation: "1.0" | "0.3"; commit: string }>;

export const kits: readonly Kit[] = [
  { generation: "1.0", commit: "357c4a87afa2818731590647cccbea31c31733a2" },
  { generation: "0.3", commit: "eb1f804c27ea25db8805264d9ed2d7ca077a7776" },
];

export type InstalledKit = Kit & Readonly<{ folder: string; python: string }>;

/** Unpacks a kit from a clone of its repository, bare or not, and installs what it needs. Once for each commit. */
export async function installKit(
  kit: Kit,
  { clone, python }: { clone: string; python: string },
): Promise<InstalledKit> {
  const place = join(places, kit.commit);
  const installed = { ...kit, folder: join(place, "kit"), python: join(place, "venv", "bin", "python") };
  const stamp = join(place, "installed");
  if (existsSync(stamp)) return installed;
  await rm(place, { recursive: true, force: true });
  await mkdir(installed.folder, { recursive: true });
  const archive = join(place, "kit.tar");
  await run("git", ["-C", clone, "archive", "--format=tar", `--output=${archive}`, kit.commit]);
  await run("tar", ["-xf", archive, "-C", installed.folder]);
  await run(python, ["-m", "venv", join(place, "venv")]);
  await run(installed.python, ["-m", "pip", "install", "--quiet", "--editable", installed.folder]);
  await writeFile(stamp, "");
  return installed;
}
