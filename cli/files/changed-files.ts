import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../usage-error.ts";
import { mayHoldPython } from "./find-files.ts";
import { git } from "./git.ts";

/** Python files that differ from a commit, and those git does not know yet; full paths. */
export function changedFiles(cwd: string, against: string): string[] {
  if (against.startsWith("-")) throw new UsageError("--changed-against needs a branch, a tag or a commit.");
  const top = git(cwd, ["rev-parse", "--show-toplevel"]).trimEnd();
  const base = against === "HEAD" ? headOf(top) : baseOf(top, against);
  const names = [
    ...git(top, ["diff", "--name-only", "-z", "--no-renames", "--diff-filter=d", base, "--"]).split("\0"),
    ...git(top, ["ls-files", "--others", "--exclude-standard", "-z"]).split("\0"),
  ];
  return [...new Set(names)]
    .filter(mayHoldPython)
    .map((name) => join(top, name))
    .filter((path) => existsSync(path))
    .toSorted();
}

/** The last commit; before the first one, a tree without files. */
function headOf(top: string): string {
  try {
    return git(top, ["rev-parse", "--verify", "HEAD"]).trim();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return git(top, ["hash-object", "-t", "tree", "--stdin"]).trim();
  }
}

/** Where this branch left the other one; histories that do not meet can still be compared. */
function baseOf(top: string, against: string): string {
  try {
    return git(top, ["merge-base", against, "HEAD"]).trim();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return against;
  }
}
