import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { shownPath } from "../files/shown-path.ts";
import { sourceAt } from "../files/source.ts";
import type { CheckedFile } from "../finding.ts";
import { havePython } from "../python/python-tools.ts";
import type { Settings } from "../settings/settings.ts";
import type { Terminal } from "../terminal.ts";
import { aroundProject, ownIdentity, type AroundProject } from "./around/around-project.ts";
import { withoutBaseline } from "./baseline/apply-baseline.ts";
import { useFolder } from "./around/kept-folder.ts";
import { openMemory, type KeptFindings, type ProjectMemory } from "./manifest.ts";
import { projectFilesOf, type ProjectFiles } from "./around/project-files.ts";
import type { TrustPolicy } from "./trust.ts";

type Asked = Readonly<{
  settings: Settings;
  trust: TrustPolicy;
  version: string;
  isCached: boolean;
  onDone(done: number, total: number): void;
}>;

type AskedOf = Asked &
  Readonly<{
    named: ReadonlySet<string>;
    memory: ProjectMemory;
    around: AroundProject;
  }>;

/**
 * What is found in some files of a project on its owner's machine, by its own settings and with its own environment. The
 * whole project is looked at: a file alone says what it says among the others. `since` names a branch, a tag or a commit:
 * only what is new since then counts.
 */
export async function checkProject(
  named: readonly string[],
  terminal: Terminal,
  asked: Asked & Readonly<{ since?: string | undefined }>,
): Promise<readonly CheckedFile[]> {
  const { settings, trust, since, isCached } = asked;
  const { cwd, err, env } = terminal;
  const project = projectFilesOf(named, { settings, env });
  const { root } = project;
  const found = await checkAmong(project, named, terminal, asked);
  const counted = trust.baseline ? withoutBaseline([...found.values()], { root, cwd }) : [...found.values()];
  if (since === undefined) return counted;
  const { around } = knownOf(project, terminal, asked);
  const { onlyNew } = await import("./diff/only-new.ts");
  return onlyNew(counted, {
    ref: since,
    cwd,
    project,
    named,
    settings,
    surroundings: around.surroundings,
    cache: isCached ? around.cache : undefined,
    look: async (copy, copied) => checkCopyOf(project, copy, terminal, { ...asked, settings: copied }),
    err,
  });
}

/** The same, by the paths of the files; those that the settings of the project exclude are not there. */
export async function checkAmong(
  project: ProjectFiles,
  named: readonly string[],
  terminal: Terminal,
  asked: Asked,
): Promise<ReadonlyMap<string, CheckedFile>> {
  const known = knownOf(project, terminal, asked);
  const found = await checkFilesOf(project, terminal, { ...asked, named: new Set(named), ...known });
  return new Map(
    named.flatMap((path) => {
      const each = found.get(path);
      return each ? [[path, { ...each, file: shownPath(terminal.cwd, path) }] as const] : [];
    }),
  );
}

/** What would be found in a project if some of its files had other texts; nothing of that is kept. */
export async function checkCopyOf(
  project: ProjectFiles,
  copy: ProjectFiles,
  terminal: Terminal,
  asked: Asked,
): Promise<ReadonlyMap<string, CheckedFile>> {
  const known = knownOf(project, terminal, asked);
  const memory = { ...known.memory, read: () => undefined, keep: () => undefined };
  const quiet = { ...terminal, err: () => undefined };
  const named = new Set(copy.paths);
  return checkFilesOf(copy, quiet, { ...asked, ...known, named, memory });
}

function knownOf(
  project: ProjectFiles,
  terminal: Terminal,
  { settings, trust, version }: Asked,
): Pick<AskedOf, "memory" | "around"> {
  const around = aroundProject(project, terminal, { settings, identity: ownIdentity(terminal, version) });
  return { memory: openMemory(around.cache, JSON.stringify([project.paths, trust.comments])), around };
}

/** Files are called as from the project's folder, wherever the command runs; they are found by their paths. */
async function checkFilesOf(
  { root, paths }: ProjectFiles,
  terminal: Terminal,
  asked: AskedOf,
): Promise<ReadonlyMap<string, CheckedFile>> {
  const { settings, trust, isCached, onDone, named, memory, around } = asked;
  const { environment, packages, surroundings, cache } = around;
  const { err } = terminal;
  const kept = isCached ? memory.read(paths, surroundings) : undefined;
  const tell = ({ notes }: KeptFindings): void => notes.forEach((note) => err(`assay: ${note}\n`));
  const byPath = <Each extends Pick<CheckedFile, "file">>(
    files: readonly Each[],
  ): ReadonlyMap<string, Each> =>
    new Map(
      files.map((each) => [resolve(root, each.file), each] as const).filter(([path]) => named.has(path)),
    );
  if (kept) {
    tell(kept);
    onDone(paths.length, paths.length);
    return withTexts(byPath(kept.checked));
  }
  if (isCached) useFolder(dirname(cache), cache);
  // What looks at files is loaded only where there is something to look at.
  const { lookAtProject } = await import("./look-at-project.ts");
  const { files, contents, notes } = await lookAtProject(paths, {
    root,
    cwd: root,
    settings,
    trust,
    environment,
    python: await havePython(terminal),
    packages,
    cache: isCached ? cache : undefined,
    unsaved: new Map(),
    stamp: surroundings,
    inspections: memory.inspections,
    signal: terminal.signal,
    onDone,
  });
  const found = { checked: files.map(({ text: _text, ...rest }) => rest), notes };
  tell(found);
  // What a tool has not looked at may be found the next time.
  const isFinished = files.every(({ status }) => status !== "unfinished");
  if (isCached) memory.keep(contents, isFinished ? surroundings : undefined, found);
  return byPath(files);
}

/** The text is shown beside a finding; of the others nobody wants to see it. */
async function withTexts(
  checked: ReadonlyMap<string, KeptFindings["checked"][number]>,
): Promise<ReadonlyMap<string, CheckedFile>> {
  const read = Array.from(checked, async ([path, each]) => {
    const isClean = each.findings.length === 0 && (each.suppressed ?? []).length === 0;
    const text = isClean ? "" : sourceAt(path, await readFile(path)).text;
    return [path, { ...each, text }] as const;
  });
  return new Map(await Promise.all(read));
}
