import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { shownPath } from "../files/shown-path.ts";
import { toSource } from "../files/source.ts";
import { engineIdentity } from "../checking/engine-identity.ts";
import type { CheckedFile } from "../finding.ts";
import { havePython } from "../python/python-tools.ts";
import type { Settings } from "../settings/settings.ts";
import type { Terminal } from "../terminal.ts";
import { cacheFolder, packagesIn } from "../user-folders.ts";
import { withoutBaseline } from "./baseline/apply-baseline.ts";
import { findEnvironment } from "./environment.ts";
import { findRoot } from "./find-root.ts";
import { openMemory, type KeptFindings } from "./manifest.ts";
import { surroundingsOf } from "./surroundings.ts";
import type { TrustPolicy } from "./trust.ts";

type Asked = Readonly<{
  settings: Settings;
  trust: TrustPolicy;
  /** A branch, tag or commit: only what is new since then counts. */
  since?: string | undefined;
  version: string;
  isCached: boolean;
  onDone(done: number, total: number): void;
}>;

/** What is found in the files of a project on its owner's machine, by its own settings and with its own environment. */
export async function checkProject(
  paths: readonly string[],
  terminal: Terminal,
  { settings, trust, since, version, isCached, onDone }: Asked,
): Promise<readonly CheckedFile[]> {
  const { env, cwd, err } = terminal;
  const root = findRoot(paths);
  const environment = findEnvironment({ root, env, python: settings.interpreter });
  const packages = packagesIn(env);
  const identity = engineIdentity(version, [env["ASSAY_PYTHON"], packages]);
  const surroundings = surroundingsOf({ paths, settings, environment, identity });
  const cache = join(cacheFolder(env), "projects");
  const memory = openMemory(cache, JSON.stringify([root, paths, trust.comments]));
  const kept = isCached ? memory.read(paths, surroundings) : undefined;
  type Place = Readonly<{ root: string; shownFrom: string; settings: Settings }>;
  const look = async (named: readonly string[], place: Place) => {
    // What looks at files is loaded only where there is something to look at.
    const { lookAtProject } = await import("./look-at-project.ts");
    return lookAtProject(named, {
      root: place.root,
      cwd: place.shownFrom,
      settings: place.settings,
      trust,
      environment,
      python: await havePython(terminal),
      packages,
      cache,
      inspections: memory.inspections,
      signal: terminal.signal,
      onDone,
    });
  };
  const settled = async (files: readonly CheckedFile[]): Promise<readonly CheckedFile[]> => {
    const counted = trust.baseline ? withoutBaseline(files, { root, cwd }) : files;
    if (since === undefined) return counted;
    const { onlyNew } = await import("./diff/only-new.ts");
    const before = { ref: since, cwd, root, paths, settings, surroundings, cache, isCached, look, err };
    return onlyNew(counted, before);
  };
  const tell = ({ notes }: KeptFindings): void => notes.forEach((note) => err(`assay: ${note}\n`));
  if (kept) {
    tell(kept);
    onDone(paths.length, paths.length);
    return settled(await withTexts(kept.checked, paths, cwd));
  }
  const { files, contents, notes } = await look(paths, { root, shownFrom: cwd, settings });
  const found = { checked: files.map(({ text: _text, ...rest }) => rest), notes };
  tell(found);
  // What a tool has not looked at may be found the next time.
  if (files.every(({ status }) => status !== "unfinished")) memory.keep(contents, surroundings, found);
  return settled(files);
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
      const isClean = each.findings.length === 0 && (each.suppressed ?? []).length === 0;
      const path = isClean ? undefined : pathOf.get(each.file);
      return { ...each, text: path === undefined ? "" : toSource(await readFile(path)).text };
    }),
  );
}
