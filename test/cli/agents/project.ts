import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { nodeArguments } from "../../support/processes.ts";

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
