import type { FixedFile } from "../checking/fix-group.ts";
import { openLocalJudge } from "../checking/open-judge.ts";
import { changedFiles } from "../files/changed-files.ts";
import { exclusionOf, findFiles } from "../files/find-files.ts";
import { isBelow } from "../files/is-below.ts";
import type { CheckedFile } from "../finding.ts";
import { checkProject } from "../project/check-project.ts";
import { fixProject } from "../project/fixing/fix-project.ts";
import { ownersWord } from "../project/trust.ts";
import { havePython } from "../python/python-tools.ts";
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
  /** As `assay check` does it: with the project's settings and tools, and only what changed is looked at again. */
  check(work: ProjectWork): Promise<readonly CheckedFile[]>;
  /** Looks for fixes; nothing is written. */
  fix(work: ProjectWork & FixChoice): Promise<FixedFile[]>;
  /** Loads what checks files, and installs what it needs, so that the first check does not wait for that. */
  warmUp(): Promise<void>;
}> &
  AsyncDisposable;

export function openProject(terminal: Terminal): AgentProject {
  const version = readVersion();
  // Read each time: an agent may have changed them.
  const settingsOf = (root: string) => readSettings(root, undefined);
  const judge = openLocalJudge(terminal, {
    version,
    isCached: true,
    python: settingsOf(terminal.cwd).python,
  });
  return {
    find: (root, paths) => findFiles(root, paths, settingsOf(root)).files,
    changed: (root) => {
      const isExcluded = exclusionOf(settingsOf(root));
      return changedFiles(root, "HEAD").filter((path) => isBelow(root, path) && !isExcluded(path));
    },
    check: async ({ root, files, shownFrom, signal, onDone }) => {
      if (files.length === 0) return [];
      const place = { ...terminal, cwd: shownFrom, signal };
      const asked = { settings: settingsOf(root), trust: ownersWord, version, isCached: true, onDone };
      return checkProject(files, place, asked);
    },
    fix: async ({ fixes, takesGuesses, root, files, shownFrom, signal, onDone }) => {
      if (files.length === 0) return [];
      const place = { ...terminal, cwd: shownFrom, signal };
      const work = { judge, settings: settingsOf(root), version, isCached: true, onDone };
      return fixProject(files, place, { ...work, fixes, takesGuesses });
    },
    warmUp: async () => {
      await Promise.all([havePython(terminal), import("../project/look-at-project.ts")]);
    },
    [Symbol.asyncDispose]: async () => judge[Symbol.asyncDispose](),
  };
}
