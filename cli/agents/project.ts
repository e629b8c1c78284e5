import { checkFiles } from "../checking/check-files.ts";
import { fixFiles } from "../checking/fix-files.ts";
import type { FixedFile } from "../checking/fix-group.ts";
import { openLocalJudge } from "../checking/open-judge.ts";
import { changedFiles } from "../files/changed-files.ts";
import { exclusionOf, findFiles } from "../files/find-files.ts";
import { isBelow } from "../files/is-below.ts";
import type { CheckedFile } from "../finding.ts";
import { readVersion } from "../release.ts";
import { readSettings } from "../settings/pyproject.ts";
import type { Terminal } from "../terminal.ts";

/** Files of one folder, and what work on them needs. */
export type ProjectWork = Readonly<{
  /** The settings are those of this folder. */
  root: string;
  files: readonly string[];
  /** The folder from which paths are shown. */
  shownFrom: string;
  signal: AbortSignal;
  onDone(done: number, total: number): void;
}>;

type FixChoice = Readonly<{ fixes: "safe" | "all"; takesGuesses: boolean }>;

/** The code that an agent works on. How files are found, checked and fixed is known here alone. */
export type AgentProject = Readonly<{
  /** The files that these paths stand for; throws UsageError where there is none. */
  find(root: string, paths: readonly string[]): readonly string[];
  /** Those below a folder that differ from the last commit, and new ones. */
  changed(root: string): readonly string[];
  check(work: ProjectWork): Promise<CheckedFile[]>;
  /** Looks for fixes; nothing is written. */
  fix(work: ProjectWork & FixChoice): Promise<FixedFile[]>;
  /** Loads the engine, so that the first check does not wait for it. */
  warmUp(signal: AbortSignal): Promise<void>;
}> &
  AsyncDisposable;

export function openProject(terminal: Terminal, { isCached }: { isCached: boolean }): AgentProject {
  const { python } = readSettings(terminal.cwd, undefined);
  const judge = openLocalJudge(terminal, { version: readVersion(), isCached, python });
  // Read each time: an agent may have changed them.
  const settingsOf = (root: string) => readSettings(root, undefined);
  const toWork = ({ root, shownFrom, signal, onDone }: ProjectWork) => {
    return { judge, settings: settingsOf(root), cwd: shownFrom, signal, onDone };
  };
  return {
    find: (root, paths) => findFiles(root, paths, settingsOf(root)).files,
    changed: (root) => {
      const isExcluded = exclusionOf(settingsOf(root));
      return changedFiles(root, "HEAD").filter((path) => isBelow(root, path) && !isExcluded(path));
    },
    check: async (work) => checkFiles(work.files, toWork(work)),
    fix: async ({ fixes, takesGuesses, ...work }) =>
      fixFiles(work.files, { ...toWork(work), fixes, takesGuesses }),
    warmUp: async (signal) => void (await judge.ask({ text: "pass\n", mode: "static" }, signal)),
    [Symbol.asyncDispose]: async () => judge[Symbol.asyncDispose](),
  };
}
