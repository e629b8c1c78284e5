import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { cp, glob, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import type { Engine } from "../../../engine/engine.ts";
import { Job } from "../../../engine/job.ts";
import { readConfig } from "../../../service/config.ts";

/** A package whose tests were run before and after the fixes of each of its files. */
export type ComparedPackage = Readonly<{
  name: string;
  /** Tests that passed before. */
  passed: number;
  /** Files that were changed. */
  changed: number;
  fixes: readonly string[];
  /** Tests that passed and do not any more, and files that could be imported and cannot. */
  worse: readonly string[];
}>;

const run = promisify(execFile);
const maxLength = 200_000;
const testRunner = "pytest==8.4.2";
const limits = { maxBuffer: 2 ** 28, timeout: 900_000 };

/** Packages of packages.txt with their tests: each file is fixed by itself, with `options.fixes: "safe"`. */
export async function comparePackages(folder: string, engine: Engine): Promise<ComparedPackage[]> {
  const lines = readFileSync(new URL("packages.txt", import.meta.url), "utf8")
    .trim()
    .split("\n");
  const compared: ComparedPackage[] = [];
  for (const line of lines) {
    const [pin, ...others] = line.split(" ");
    console.error(`${pin} …`);
    try {
      compared.push(await comparePackage(join(folder, pin!.replace("==", "-")), pin!, others, engine));
    } catch (error) {
      console.error(`${pin} is left out: ${String(error).slice(0, 500)}`);
    }
  }
  return compared;
}

async function comparePackage(
  place: string,
  pin: string,
  others: readonly string[],
  engine: Engine,
): Promise<ComparedPackage> {
  if (!existsSync(place)) await fetchPackage(place, pin, others);
  const [source, fixed] = [join(place, "source"), join(place, "fixed")];
  await rm(fixed, { recursive: true, force: true });
  await cp(source, fixed, { recursive: true });
  const python = join(place, "python", "bin", "python");
  const before = await passing(python, source);
  if (before.size === 0) throw new Error("none of its tests passes");
  const { changed, fixes } = await fixEach(fixed, engine);
  const after = changed > 0 ? await passing(python, fixed) : before;
  const failed = [...before].filter((test) => !after.has(test));
  // A test that fails now and then fails twice only by a fix.
  const again = failed.length > 0 ? await passing(python, fixed) : after;
  return {
    name: pin,
    passed: before.size,
    changed,
    fixes,
    worse: failed.filter((test) => !again.has(test)),
  };
}

/** The source with its tests, and a Python that has what it needs. */
async function fetchPackage(place: string, pin: string, others: readonly string[]): Promise<void> {
  const unfinished = `${place}.part`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const python = readConfig({}).PYTHON;
  const pip = ["-m", "pip", "--quiet"];
  const archive = join(unfinished, "source.tar.gz");
  await writeFile(archive, await sourceOf(pin));
  await mkdir(join(unfinished, "source"));
  await run("tar", ["xzf", archive, "-C", join(unfinished, "source"), "--strip-components=1"]);
  await rename(unfinished, place);
  await run(python, ["-m", "venv", join(place, "python")], limits);
  const own = join(place, "python", "bin", "python");
  await run(own, ["-I", ...pip, "install", testRunner, pin, ...others], limits);
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

async function fixEach(folder: string, engine: Engine): Promise<{ changed: number; fixes: string[] }> {
  let changed = 0;
  const fixes: string[] = [];
  for await (const name of glob("**/*.py", { cwd: folder })) {
    const code = await readFile(join(folder, name), "utf8");
    if (code.trim() === "" || code.length > maxLength) continue;
    const path = name
      .split(sep)
      .join("/")
      .replace(/^src\//, "");
    const job = Job.parse({ code, mode: "repair", options: { fixes: "safe", path } });
    const { verdict } = await engine.judge(job, new AbortController().signal);
    if (verdict.fixed_code === null) continue;
    changed += 1;
    fixes.push(...(verdict.meta.fixes ?? []).map(({ text, kind, repair }) => `${text} (${repair}, ${kind})`));
    await writeFile(join(folder, name), verdict.fixed_code);
  }
  return { changed, fixes };
}

/** The tests that pass; the package is imported from the folder, not as it is installed. */
async function passing(python: string, folder: string): Promise<ReadonlySet<string>> {
  const source = existsSync(join(folder, "src")) ? join(folder, "src") : folder;
  const words = [
    "-m",
    "pytest",
    "-q",
    "-rA",
    "--continue-on-collection-errors",
    "-p",
    "no:cacheprovider",
    "--no-header",
  ];
  const options = { cwd: folder, env: { ...process.env, PYTHONPATH: source }, ...limits };
  const { stdout } = await run(python, words, options).catch((error: { stdout?: string }) => ({
    stdout: error.stdout ?? "",
  }));
  // Some tests are named by where they are.
  return new Set(Array.from(stdout.matchAll(/^PASSED (.+)$/gm), ([, name]) => name!.replaceAll(folder, "")));
}
