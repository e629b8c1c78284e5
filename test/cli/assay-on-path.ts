import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeArguments, passedOn } from "../support/processes.ts";

const main = join(import.meta.dirname, "..", "..", "cli", "main.ts");

/** An environment in which `assay` is a command, as it is where it was installed. */
export function assayOnPath(home: string): NodeJS.ProcessEnv {
  const bin = join(home, "bin");
  mkdirSync(bin, { recursive: true });
  const words = [process.execPath, ...nodeArguments, main].map((word) => `'${word}'`);
  writeFileSync(join(bin, "assay"), `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`);
  chmodSync(join(bin, "assay"), 0o755);
  return { ...passedOn(), HOME: home, PATH: `${bin}:${process.env.PATH}` };
}
