import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { shownPath } from "../files/shown-path.ts";
import { toSource } from "../files/source.ts";
import { engineIdentity } from "../checking/engine-identity.ts";
import type { CheckedFile } from "../finding.ts";
import { havePython } from "../python/python-tools.ts";
import type { Settings } from "../settings/settings.ts";
import type { Terminal } from "../terminal.ts";
import { cacheFolder, packagesIn } from "../user-folders.ts";
import { findEnvironment } from "./environment.ts";
import { keptFolder, useFolder } from "./kept-folder.ts";
import { openMemory, type KeptFindings, type ProjectMemory } from "./manifest.ts";
import { projectFilesOf, type ProjectFiles } from "./project-files.ts";
import { surroundingsOf } from "./surroundings.ts";

type Asked = Readonly<{
  settings: Settings;
  version: string;
  isCached: boolean;
  onDone(done: number, total: number): void;
}>;

type AskedOf = Asked & Readonly<{ named: ReadonlySet<string>; memory: ProjectMemory; folder: string }>;

/**
 * What is found in some files of a project on its owner's machine, by its own settings and with its own environment. The
 * whole project is looked at: a file alone says what it says among the others.
 */
export async function checkProject(
  named: readonly string[],
  terminal: Terminal,
  asked: Asked,
): Promise<readonly CheckedFile[]> {
  const project = projectFilesOf(named, { settings: asked.settings, env: terminal.env });
  const found = await checkAmong(project, named, terminal, asked);
  return [...found.values()];
}

/** The same, by the paths of the files; those that the settings of the project exclude are not there. */
export async function checkAmong(
  project: ProjectFiles,
  named: readonly string[],
  terminal: Terminal,
  asked: Asked,
): Promise<ReadonlyMap<string, CheckedFile>> {
  const kept = keptOf(project, terminal);
  const found = await checkFilesOf(project, terminal, { ...asked, named: new Set(named), ...kept });
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
  const { memory: known, folder } = keptOf(project, terminal);
  const memory = { ...known, read: () => undefined, keep: () => undefined };
  const quiet = { ...terminal, err: () => undefined };
  return checkFilesOf(copy, quiet, { ...asked, named: new Set(copy.paths), memory, folder });
}

function keptOf({ root, paths }: ProjectFiles, { env }: Terminal): Pick<AskedOf, "memory" | "folder"> {
  const folder = keptFolder(projectsFolder(env), root);
  return { memory: openMemory(folder, JSON.stringify(paths)), folder };
}

function projectsFolder(env: Terminal["env"]): string {
  return join(cacheFolder(env), "projects");
}

/** Files are called as from the project's folder, wherever the command runs; they are found by their paths. */
async function checkFilesOf(
  { root, paths }: ProjectFiles,
  terminal: Terminal,
  { settings, version, isCached, onDone, named, memory, folder }: AskedOf,
): Promise<ReadonlyMap<string, CheckedFile>> {
  const { env, err } = terminal;
  const environment = findEnvironment({ root, env, python: settings.interpreter });
  const packages = packagesIn(env);
  const identity = engineIdentity(version, [env["ASSAY_PYTHON"], packages]);
  const surroundings = surroundingsOf({ paths, settings, environment, identity });
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
  if (isCached) useFolder(projectsFolder(env), folder);
  // What looks at files is loaded only where there is something to look at.
  const { lookAtProject } = await import("./look-at-project.ts");
  const { files, contents, notes } = await lookAtProject(paths, {
    root,
    cwd: root,
    settings,
    environment,
    python: await havePython(terminal),
    packages,
    cache: isCached ? folder : undefined,
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
    const text = each.findings.length === 0 ? "" : toSource(await readFile(path)).text;
    return [path, { ...each, text }] as const;
  });
  return new Map(await Promise.all(read));
}
