import { fixFiles, unfixed } from "../../checking/fix-files.ts";
import type { FixedFile, FixWork } from "../../checking/fix-group.ts";
import type { CheckedFile } from "../../finding.ts";
import type { Terminal } from "../../terminal.ts";
import { checkAmong } from "../check-project.ts";
import { keepNoWorse } from "./keep-no-worse.ts";
import { projectFilesOf } from "../around/project-files.ts";
import { rulesOfProject } from "../rules-of-project.ts";
import { surroundingsOf } from "../around/surroundings.ts";
import { ownersWord } from "../trust.ts";
import { wantedFixes } from "./wanted-fixes.ts";

type Work = Omit<FixWork, "wantedIn" | "cwd" | "signal"> & Readonly<{ version: string; isCached: boolean }>;

/**
 * Looks for fixes in some files of a project on its owner's machine: of what the check of the project tells, and none
 * with which that check tells more. Files that its settings exclude are not there; nothing is written here.
 */
export async function fixProject(
  named: readonly string[],
  terminal: Terminal,
  given: Work,
): Promise<FixedFile[]> {
  const { settings, version, isCached, onDone } = given;
  const { cwd, env, signal } = terminal;
  const project = projectFilesOf(named, { settings, env });
  const asked = { settings, trust: ownersWord, version, isCached, onDone };
  const before = await checkAmong(project, project.paths, terminal, asked);
  const found = new Map(named.flatMap((path) => knownIn(before, path)));
  // Without a finding there is nothing to fix, and the engine is not even loaded.
  const hasSome = [...found.values()].some(({ findings }) => findings.length > 0);
  const isRead = ({ problem }: CheckedFile): boolean => problem === undefined;
  const paths = [...found.keys()].filter((path) => isRead(found.get(path)!));
  const rulesIn = rulesOfProject(project.root, settings, { isTyped: true });
  const { paths: files } = project;
  const decisive = surroundingsOf({ paths: files, settings, environment: undefined, identity: "" });
  const work = { ...given, cwd, signal, wantedIn: wantedFixes({ found, rulesIn, settings: decisive }) };
  const proposed = hasSome ? await fixFiles(paths, work, project.paths) : [];
  const kept = await keepNoWorse(proposed, { project, before, terminal, asked });
  const fixed = new Map(kept.map((each) => [each.path, each]));
  return [...found].map(([path, checked]) => fixed.get(path) ?? unfixed(path, checked));
}

function knownIn(found: ReadonlyMap<string, CheckedFile>, path: string): [string, CheckedFile][] {
  const each = found.get(path);
  return each ? [[path, each]] : [];
}
