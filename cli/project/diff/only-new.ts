import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { CheckedFile, FileFinding } from "../../finding.ts";
import { isNotebook } from "../../notebooks/notebook-source.ts";
import type { Settings } from "../../settings/settings.ts";
import {
  countFindings,
  withoutKnown,
  type KnownFinding,
  type KnownFindings,
} from "../baseline/known-findings.ts";
import { digest } from "../manifest.ts";
import { writeBaseFiles } from "./base-files.ts";
import type { ProjectFiles } from "../around/project-files.ts";
import { readChanges, type Changes } from "./changes.ts";

type Asked = Readonly<{
  /** The branch, tag or commit. */
  ref: string;
  cwd: string;
  project: ProjectFiles;
  /** The files that are asked about. */
  named: readonly string[];
  settings: Settings;
  /** All that findings depend on beside the files and their settings. */
  surroundings: string;
  /** Undefined: nothing is kept. */
  cache: string | undefined;
  /** Looks at the project as it is in another folder; the files are found by their paths there. */
  look(copy: ProjectFiles, settings: Settings): Promise<ReadonlyMap<string, CheckedFile>>;
  err(words: string): void;
}>;

/** Only findings on lines that differ, and elsewhere those that the other commit did not have. */
export async function onlyNew(files: readonly CheckedFile[], asked: Asked): Promise<readonly CheckedFile[]> {
  const { ref, cwd, project } = asked;
  const changes = readChanges(project.root, ref);
  const nameOf = ({ file }: CheckedFile): string => changes.nameOf(resolve(cwd, file));
  // Git counts the lines of a notebook's JSON, a finding those of its cells.
  const counts = (checked: CheckedFile, { line }: FileFinding): boolean =>
    line !== null && !isNotebook(checked.file) && changes.isChanged(nameOf(checked), line);
  const isOpen = files.some((checked) => checked.findings.some((finding) => !counts(checked, finding)));
  if (!isOpen) return files;
  return withoutKnown(files, await findingsBefore(changes, asked), {
    nameOf,
    isGone: (name) => !existsSync(join(changes.top, name)),
    suppression: { kind: "diff", by: `--diff ${ref}`, reason: null },
    counts,
  });
}

/** What the other commit had: looked for once, then kept. */
async function findingsBefore(
  changes: Changes,
  { project, named, settings, surroundings, cache, look, err }: Asked,
): Promise<KnownFindings> {
  const { root } = project;
  const rootName = changes.nameOf(root);
  const meant = new Set(named.map((path) => changes.nameOf(path)));
  const key = digest(JSON.stringify([changes.base, rootName, [...meant].toSorted(), surroundings]));
  const file = cache && join(cache, "bases", `${key}.json`);
  const kept = file === undefined ? undefined : readKept(file);
  if (kept) return kept;
  using before = writeBaseFiles(changes);
  const isInside = (name: string): boolean => rootName === "." || name.startsWith(`${rootName}/`);
  // One that is gone may have another name now.
  const isMeant = (name: string): boolean => meant.has(name) || !existsSync(join(changes.top, name));
  const names = before.names.filter((name) => meant.has(name) || isInside(name));
  if (!names.some(isMeant)) return new Map();
  const placeOf = (path: string): string => join(before.folder, changes.nameOf(path));
  const copy = { root: placeOf(root), paths: names.map((name) => join(before.folder, name)) };
  const looked = await look(copy, { ...settings, root: placeOf(settings.root) });
  const files = Array.from(looked, ([path, each]) => ({
    ...each,
    file: relative(before.folder, path).replaceAll("\\", "/"),
  })).filter((each) => isMeant(each.file));
  const found = countFindings(files, (each) => each.file);
  const unfinished = files.filter(({ status }) => status === "unfinished").map((each) => each.file);
  if (unfinished.length > 0)
    err(`assay: not fully checked as of ${changes.base.slice(0, 12)}: ${unfinished.join(", ")}\n`);
  else if (file !== undefined) keep(file, found);
  return found;
}

function readKept(file: string): KnownFindings | undefined {
  try {
    return new Map(JSON.parse(readFileSync(file, "utf8")) as [string, readonly KnownFinding[]][]);
  } catch {
    return undefined;
  }
}

/** A full or read-only disk costs time, not the result. */
function keep(file: string, found: KnownFindings): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify([...found]), { mode: 0o600 });
  } catch {
    // Looked for again the next time.
  }
}
