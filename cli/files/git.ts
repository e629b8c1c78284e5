import { execFileSync } from "node:child_process";
import { UsageError } from "../usage-error.ts";

type Stdio = ("ignore" | "pipe")[];

/** What git prints. Throws UsageError with git's own last words. */
export function git(cwd: string, args: readonly string[]): string {
  return gitBytes(cwd, args).toString();
}

export function gitBytes(cwd: string, args: readonly string[], input?: string): Buffer {
  try {
    const stdio: Stdio = [input === undefined ? "ignore" : "pipe", "pipe", "pipe"];
    const given = input === undefined ? {} : { input };
    return execFileSync("git", [...args], { cwd, stdio, ...given, maxBuffer: 1024 * 1024 * 1024 });
  } catch (error) {
    const { stderr, code } = error as { stderr?: Buffer; code?: string };
    if (code === "ENOENT") throw new UsageError("Comparing with a commit needs git, which is not installed.");
    const said = stderr?.toString().trim().split("\n").at(-1);
    throw new UsageError(`git ${args[0]} failed: ${said || "no reason given"}`);
  }
}
