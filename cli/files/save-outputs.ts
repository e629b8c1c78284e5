import { lstatSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { OutputFile } from "../../engine/verdict.ts";
import { OutputPaths } from "../../engine/output-paths.ts";
import { UsageError } from "../usage-error.ts";

/** Where files that a program writes are saved: under the same paths, in the folder that the command is called in. */
type Target = Readonly<{
  cwd: string;
  /** What is there is replaced. */
  isForced: boolean;
}>;

/** The paths that are asked for, refused before anything runs where one of them could not be saved. */
export function readOutputPaths(given: readonly string[], { cwd, isForced }: Target): readonly string[] {
  const read = OutputPaths.safeParse(given);
  if (!read.success) {
    const { path, message } = read.error.issues[0]!;
    if (typeof path[0] !== "number") throw new UsageError("--output can be given 10 times at most.");
    throw new UsageError(`--output ${given[path[0]]}: ${message}.`);
  }
  for (const path of read.data) {
    const there = lstatSync(join(cwd, path), { throwIfNoEntry: false });
    if (there && !there.isFile()) throw new UsageError(`--output ${path}: what is there is not a file.`);
    if (there && !isForced) throw new UsageError(`${path} is there already. Add --force to replace it.`);
  }
  return read.data;
}

/** Saves those of the files that came back, and tells of each. A service that answers with other files changes nothing. */
export async function saveOutputs(
  asked: readonly string[],
  outputs: readonly OutputFile[],
  { cwd, isForced, say }: Target & { say: (text: string) => void },
): Promise<void> {
  for (const path of asked) {
    const file = outputs.find((one) => one.path === path);
    if (!file) {
      say(`${path} was not given back.\n`);
      continue;
    }
    const bytes = Buffer.from(file.base64, "base64");
    const target = join(cwd, path);
    try {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, bytes, { flag: isForced ? "w" : "wx" });
    } catch (error) {
      throw new UsageError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
    }
    say(`Saved ${path} (${bytes.length.toLocaleString("en")} bytes).\n`);
  }
}
