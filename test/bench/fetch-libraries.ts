import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { readConfig } from "../../service/config.ts";

const run = promisify(execFile);

/** Wheels that are the same on every machine. */
const anyMachine = "--only-binary=:all: --platform any --implementation py --abi none --python-version 3.13";

/** Brings every so-manieth library of libraries.txt into a folder, each into one of its own; those that are there stay. */
export async function fetchLibraries(folder: string, every: number): Promise<void> {
  const pins = readFileSync(new URL("libraries.txt", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .filter((_, at) => at % every === 0);
  for (const pin of pins) {
    const place = join(folder, pin.replace("==", "-"));
    if (existsSync(place)) continue;
    console.error(`fetching ${pin} …`);
    const unfinished = `${place}.part`;
    await rm(unfinished, { recursive: true, force: true });
    const options = ["--quiet", "--no-deps", "--no-compile", ...anyMachine.split(" ")];
    await run(readConfig({}).PYTHON, ["-I", "-m", "pip", "install", ...options, "--target", unfinished, pin]);
    await rename(unfinished, place);
  }
}
