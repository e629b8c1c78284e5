import { posix, relative, resolve } from "node:path";
import { git } from "../../files/git.ts";
import { UsageError } from "../../usage-error.ts";

/** What differs from where this branch left another one, in files named from the top of the repository. */
export type Changes = Readonly<{
  /** The folder at the top. */
  top: string;
  /** The commit. */
  base: string;
  nameOf(path: string): string;
  isChanged(name: string, line: number): boolean;
}>;

/** Throws UsageError where there is nothing to compare with. */
export function readChanges(folder: string, ref: string): Changes {
  const [top, prefix] = placeOf(folder);
  const base = baseOf(folder, ref);
  const lines = changedLines(top, base);
  const added = new Set(listed(git(top, ["ls-files", "--others", "--exclude-standard", "-z"])));
  return {
    top,
    base,
    nameOf: (path) => posix.join(prefix, relative(folder, resolve(folder, path)).replaceAll("\\", "/")),
    isChanged: (name, line) =>
      added.has(name) || (lines.get(name)?.some(([first, last]) => first <= line && line <= last) ?? false),
  };
}

function placeOf(folder: string): readonly [top: string, prefix: string] {
  const [top = "", prefix = ""] = orRefuse(
    () => git(folder, ["rev-parse", "--show-toplevel", "--show-prefix"]).split("\n"),
    (why) => `--diff needs a git repository, and ${folder} is in none (${why}).`,
  );
  return [top, prefix];
}

function baseOf(folder: string, ref: string): string {
  if (ref === "" || ref.startsWith("-")) throw new UsageError("--diff needs a branch, a tag or a commit.");
  orRefuse(
    () => git(folder, ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`]),
    () => `--diff ${ref}: git knows no such branch, tag or commit. Fetch it first: git fetch origin ${ref}`,
  );
  return orRefuse(
    () => git(folder, ["merge-base", ref, "HEAD"]).trim(),
    () =>
      `--diff ${ref}: it has no commit in common with HEAD. In a shallow clone, fetch the history first: git fetch --unshallow`,
  );
}

function orRefuse<Read>(read: () => Read, words: (why: string) => string): Read {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(words(error.message));
    throw error;
  }
}

type Lines = readonly (readonly [first: number, last: number])[];

/** Git names files in its patch in the same order as alone, where no name is quoted. */
function changedLines(top: string, base: string): ReadonlyMap<string, Lines> {
  const how = ["--no-color", "--no-ext-diff", "--no-textconv", "--find-renames", "--diff-filter=d"];
  const names = listed(git(top, ["diff", "--name-only", "-z", ...how, base, "--"]));
  const patch = git(top, ["diff", "--unified=0", ...how, base, "--"]);
  const patches = patch.split(/^(?=diff --git )/m);
  return new Map(names.map((name, at) => [name, linesOf(patches[at] ?? "")]));
}

function linesOf(patch: string): Lines {
  return Array.from(patch.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm), ([, first, count]) => {
    const from = Number(first);
    return [from, from + Number(count ?? 1) - 1] as const;
  });
}

function listed(names: string): readonly string[] {
  return names.split("\0").filter((name) => name !== "");
}
