import { readFile } from "node:fs/promises";
import { shownPath } from "../files/shown-path.ts";
import { toSource } from "../files/source.ts";
import type { CheckedFile } from "../finding.ts";
import { havePython } from "../python/python-tools.ts";
import type { Settings } from "../settings/settings.ts";
import type { Terminal } from "../terminal.ts";
import { aroundProject, ownIdentity } from "./around-project.ts";
import { openMemory, type KeptFindings } from "./manifest.ts";

type Asked = Readonly<{
  settings: Settings;
  version: string;
  isCached: boolean;
  onDone(done: number, total: number): void;
}>;

/** What is found in the files of a project on its owner's machine, by its own settings and with its own environment. */
export async function checkProject(
  paths: readonly string[],
  terminal: Terminal,
  { settings, version, isCached, onDone }: Asked,
): Promise<readonly CheckedFile[]> {
  const { cwd, err } = terminal;
  const { root, environment, packages, surroundings, cache } = aroundProject(paths, terminal, {
    settings,
    identity: ownIdentity(terminal, version),
  });
  const memory = openMemory(cache, JSON.stringify([root, paths]));
  const kept = isCached ? memory.read(paths, surroundings) : undefined;
  const tell = ({ notes }: KeptFindings): void => notes.forEach((note) => err(`assay: ${note}\n`));
  if (kept) {
    tell(kept);
    onDone(paths.length, paths.length);
    return withTexts(kept.checked, paths, cwd);
  }
  // What looks at files is loaded only where there is something to look at.
  const { lookAtProject } = await import("./look-at-project.ts");
  const { files, contents, notes } = await lookAtProject(paths, {
    root,
    cwd,
    settings,
    environment,
    python: await havePython(terminal),
    packages,
    cache,
    unsaved: new Map(),
    stamp: surroundings,
    inspections: memory.inspections,
    signal: terminal.signal,
    onDone,
  });
  const found = { checked: files.map(({ text: _text, ...rest }) => rest), notes };
  tell(found);
  // What a tool has not looked at may be found the next time.
  if (files.every(({ status }) => status !== "unfinished")) memory.keep(contents, surroundings, found);
  return files;
}

/** The text is shown beside a finding; of the others nobody wants to see it. */
async function withTexts(
  checked: KeptFindings["checked"],
  paths: readonly string[],
  cwd: string,
): Promise<readonly CheckedFile[]> {
  const pathOf = new Map(paths.map((path) => [shownPath(cwd, path), path]));
  return Promise.all(
    checked.map(async (each) => {
      const path = each.findings.length === 0 ? undefined : pathOf.get(each.file);
      return { ...each, text: path === undefined ? "" : toSource(await readFile(path)).text };
    }),
  );
}
