import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { CheckedFile, FileFinding } from "../../finding.ts";
import type { Settings } from "../../settings/settings.ts";
import {
  countFindings,
  withoutKnown,
  type KnownFinding,
  type KnownFindings,
} from "../baseline/known-findings.ts";
import { digest } from "../manifest.ts";
import { writeBaseFiles } from "./base-files.ts";
import { readChanges, type Changes } from "./changes.ts";

type Asked = Readonly<{
  /** The branch, tag or commit. */
  ref: string;
  cwd: string;
  root: string;
  /** The files that are checked. */
  paths: readonly string[];
  settings: Settings;
  /** All that findings depend on beside the files and their settings. */
  surroundings: string;
  cache: string;
  isCached: boolean;
  /** Looks at files of a project in another folder, with names from `shownFrom`. */
  look(
    paths: readonly string[],
    place: Readonly<{ root: string; shownFrom: string; settings: Settings }>,
  ): Promise<Readonly<{ files: readonly CheckedFile[] }>>;
  err(words: string): void;
}>;

/** Only findings on lines that differ, and elsewhere those that the other commit did not have. */
export async function onlyNew(files: readonly CheckedFile[], asked: Asked): Promise<readonly CheckedFile[]> {
  const { ref, cwd, root } = asked;
  const changes = readChanges(root, ref);
  const nameOf = ({ file }: CheckedFile): string => changes.nameOf(resolve(cwd, file));
  const counts = (checked: CheckedFile, { line }: FileFinding): boolean =>
    line !== null && changes.isChanged(nameOf(checked), line);
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
  { root, paths, settings, surroundings, cache, isCached, look, err }: Asked,
): Promise<KnownFindings> {
  const rootName = changes.nameOf(root);
  const named = new Set(paths.map((path) => changes.nameOf(path)));
  const key = digest(JSON.stringify([changes.base, rootName, [...named].toSorted(), surroundings]));
  const file = join(cache, "bases", `${key}.json`);
  const kept = isCached ? readKept(file) : undefined;
  if (kept) return kept;
  using before = writeBaseFiles(changes);
  const isInside = (name: string): boolean => rootName === "." || name.startsWith(`${rootName}/`);
  // One that is gone may have another name now.
  const meant = before.names.filter(
    (name) => named.has(name) || (isInside(name) && !existsSync(join(changes.top, name))),
  );
  if (meant.length === 0) return new Map();
  const placeOf = (path: string): string => join(before.folder, changes.nameOf(path));
  const { files } = await look(
    meant.map((name) => join(before.folder, name)),
    {
      root: placeOf(root),
      shownFrom: before.folder,
      settings: { ...settings, root: placeOf(settings.root) },
    },
  );
  const found = countFindings(files, (each) => each.file);
  const unfinished = files.filter(({ status }) => status === "unfinished").map((each) => each.file);
  if (unfinished.length === 0) keep(file, found);
  else err(`assay: not fully checked as of ${changes.base.slice(0, 12)}: ${unfinished.join(", ")}\n`);
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
