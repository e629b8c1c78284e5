import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeArguments, passedOn } from "../../support/processes.ts";

/** How a user's shell or an agent starts the command from its source. */
export const assay = [
  process.execPath,
  ...nodeArguments,
  join(import.meta.dirname, "..", "..", "..", "cli", "main.ts"),
] as const;

/** Makes a folder a repository whose files are all committed. */
export function commitAll(folder: string): void {
  const git = (...args: string[]): Buffer =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.test", ...args], { cwd: folder });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "one", "--allow-empty");
}

/** A folder for PATH in which `assay` is the command, as an installation puts it there. */
export function installedCommand(): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-bin-"));
  const words = assay.map((word) => `'${word}'`).join(" ");
  writeFileSync(join(folder, "assay"), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
  return folder;
}

type Shell = Readonly<{ folder: string; input: object | string; env?: Record<string, string> }>;

/** Runs a line of an agent's settings as the agent does: by a shell, with the event on standard input. */
export function runInShell(line: string, { folder, input, env = {} }: Shell) {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line], {
    cwd: folder,
    input: typeof input === "string" ? input : JSON.stringify(input),
    env: { ...passedOn(), ...env },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}
