import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { KeptInspection, KeptInspections } from "../../engine/own-project.ts";
import { systemClock } from "../../platform/clock.ts";
import type { CheckedFile } from "../finding.ts";

/** What was found in a project the last time, and by which everything is recognised that has not changed. */
type Manifest = Readonly<{
  writtenAt: number;
  /** Of all that the findings depend on beside the files; not there where some of them were not found to the end. */
  surroundings?: string | undefined;
  files: Readonly<Record<string, FileMark>>;
  checked: readonly Omit<CheckedFile, "text">[];
  notes: readonly string[];
  inspections: Readonly<Record<string, KeptInspection>>;
}>;

/** The time of the last change of anything about a file is set by nobody but the system. */
type FileMark = Readonly<{ size: number; mtimeMs: number; ctimeMs: number; sha256: string }>;

export type KeptFindings = Readonly<{
  checked: readonly Omit<CheckedFile, "text">[];
  notes: readonly string[];
}>;

export type ProjectMemory = Readonly<{
  /** The findings of the last run, where nothing that they depend on has changed since. */
  read(paths: readonly string[], surroundings: string): KeptFindings | undefined;
  /** Without surroundings, only the looks at single texts are found again. */
  keep(texts: ReadonlyMap<string, Buffer>, surroundings: string | undefined, found: KeptFindings): void;
  inspections: KeptInspections;
}>;

/** A file written so shortly before the manifest may be written again without another time. */
const racyMs = 2000;

/** One manifest for each set of files of a project that is asked about. */
export function openMemory(folder: string, name: string): ProjectMemory {
  const file = join(folder, `${digest(name)}.json`);
  let before: Manifest | undefined;
  try {
    before = JSON.parse(readFileSync(file, "utf8")) as Manifest;
  } catch {
    // Not there, or cut off by a crash: everything is looked at again.
  }
  const seen: Record<string, KeptInspection> = {};
  return {
    read: (paths, surroundings) => {
      if (before?.surroundings !== surroundings || Object.keys(before.files).length !== paths.length)
        return undefined;
      const { writtenAt, files } = before;
      return paths.every((path) => isUnchanged(path, files[path], writtenAt)) ? before : undefined;
    },
    keep: (contents, surroundings, { checked, notes }) => {
      const files = Object.fromEntries(Array.from(contents, ([path, bytes]) => [path, markOf(path, bytes)]));
      const manifest: Manifest = {
        writtenAt: systemClock.now(),
        surroundings,
        files,
        checked,
        notes,
        inspections: seen,
      };
      write(folder, file, JSON.stringify(manifest));
    },
    inspections: {
      read: (key) => {
        const name = digest(JSON.stringify(key));
        const inspection = seen[name] ?? before?.inspections[name];
        if (inspection) seen[name] = inspection;
        return inspection;
      },
      keep: (key, inspection) => {
        seen[digest(JSON.stringify(key))] = inspection;
      },
    },
  };
}

function isUnchanged(path: string, mark: FileMark | undefined, writtenAt: number): boolean {
  if (!mark) return false;
  const now = statSync(path, { throwIfNoEntry: false });
  if (now?.size !== mark.size) return false;
  const isSame = now.mtimeMs === mark.mtimeMs && now.ctimeMs === mark.ctimeMs;
  if (isSame && mark.ctimeMs < writtenAt - racyMs) return true;
  return digest(readFileSync(path)) === mark.sha256;
}

function markOf(path: string, bytes: Buffer): FileMark {
  const { size = -1, mtimeMs = 0, ctimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return { size, mtimeMs, ctimeMs, sha256: digest(bytes) };
}

export function digest(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** A full or read-only disk costs time, not the result. */
function write(folder: string, file: string, content: string): void {
  const written = `${file}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(written, content, { mode: 0o600 });
    renameSync(written, file);
  } catch {
    rmSync(written, { force: true });
  }
}
