import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** What a package does as it stands in a folder: the tests that pass, and the files that can be imported. */
export type PackageRun = Readonly<{ passing: ReadonlySet<string>; importable: ReadonlySet<string> }>;

type Place = Readonly<{ python: string; folder: string; testWords: readonly string[] }>;

const run = promisify(execFile);
const importer = fileURLToPath(new URL("./imports.py", import.meta.url));
const limits = { maxBuffer: 2 ** 28, timeout: 900_000 };
/** Quiet, every outcome in the end, and nothing left in the folder. */
const usualWords = ["-q", "-rA", "--continue-on-collection-errors", "-p", "no:cacheprovider", "--no-header"];

/** Ends where the tests have ended, whatever threads and processes some of them have left. */
const testing = `
import os, sys, pytest
status = pytest.main(sys.argv[1:])
sys.stdout.flush()
os._exit(status)
`;

export async function runPackage(place: Place): Promise<PackageRun> {
  return { importable: await importable(place), passing: await passing(place) };
}

/** The package is taken from the folder, not as it is installed; nothing that is compiled is left there. */
function around({ folder }: Place) {
  const source = existsSync(join(folder, "src")) ? join(folder, "src") : folder;
  return { cwd: folder, env: { ...process.env, PYTHONPATH: source, PYTHONDONTWRITEBYTECODE: "1" } };
}

async function passing(place: Place): Promise<ReadonlySet<string>> {
  const { python, folder, testWords } = place;
  const words = ["-c", testing, ...usualWords, ...testWords];
  const { stdout } = await run(python, words, { ...around(place), ...limits }).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? "" }),
  );
  // Some tests are named by where they are.
  return new Set(Array.from(stdout.matchAll(/^PASSED (.+)$/gm), ([, name]) => name!.replaceAll(folder, "")));
}

async function importable(place: Place): Promise<ReadonlySet<string>> {
  const names = await Array.fromAsync(glob("**/*.py", { cwd: place.folder }));
  const child = spawn(place.python, [importer], { ...around(place), stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.end(JSON.stringify(names.toSorted()));
  return new Set(JSON.parse(await text(child.stdout)) as string[]);
}
