import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { readConfig } from "../../../service/config.ts";

/** A line of packages.txt. */
export type PinnedPackage = Readonly<{
  pin: string;
  /** What its tests need beside it. */
  others: readonly string[];
  /** Words for pytest, behind ` -- `: tests that do not end, or measure time, are left out. */
  testWords: readonly string[];
}>;

const run = promisify(execFile);
const testRunner = "pytest==8.4.2";
const limits = { maxBuffer: 2 ** 28, timeout: 900_000 };

export function listPackages(): PinnedPackage[] {
  const lines = readFileSync(new URL("packages.txt", import.meta.url), "utf8");
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [names = "", words = ""] = line.split(" -- ");
      const [pin = "", ...others] = names.split(" ");
      return { pin, others, testWords: words.split(" ").filter((word) => word !== "") };
    });
}

/** The source with its tests, and a Python that has what it needs. */
export async function fetchPackage(place: string, { pin, others }: PinnedPackage): Promise<void> {
  const unfinished = `${place}.part`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const python = readConfig({}).PYTHON;
  const archive = join(unfinished, "source.tar.gz");
  await writeFile(archive, await sourceOf(pin));
  await mkdir(join(unfinished, "source"));
  await run("tar", ["xzf", archive, "-C", join(unfinished, "source"), "--strip-components=1"]);
  await rename(unfinished, place);
  await run(python, ["-m", "venv", join(place, "python")], limits);
  const own = join(place, "python", "bin", "python");
  await run(own, ["-I", "-m", "pip", "--quiet", "install", testRunner, pin, ...others], limits);
}

/** The source distribution as the package index has it: pip would build it first. */
async function sourceOf(pin: string): Promise<Buffer> {
  const [name, version] = pin.split("==");
  const listed = await (await fetch(`https://pypi.org/simple/${name}/`)).text();
  const links = Array.from(listed.matchAll(/href="([^"#]+)#sha256=([0-9a-f]{64})"/g));
  const [, url, sha256] = links.find(([, link]) => link!.endsWith(`-${version}.tar.gz`)) ?? [];
  if (url === undefined) throw new Error("the index has no source of it");
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  const digest = createHash("sha256").update(bytes).digest("hex");
  if (digest !== sha256) throw new Error("the source is not what the index says");
  return bytes;
}
