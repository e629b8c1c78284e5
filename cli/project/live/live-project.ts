import type { OwnChecks } from "../../../engine/own-project.ts";
import type { PythonVersion } from "../../../engine/python-version.ts";
import type { CheckedFile } from "../../finding.ts";
import { havePython } from "../../python/python-tools.ts";
import { readVersion } from "../../release.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Terminal } from "../../terminal.ts";
import { withoutBaseline } from "../baseline/apply-baseline.ts";
import { projectFilesOf, type ProjectFiles } from "../around/project-files.ts";
import type { TrustPolicy } from "../trust.ts";
import { shownPath } from "../../files/shown-path.ts";
import { aroundProject, ownIdentity } from "../around/around-project.ts";
import { lintFiles } from "../lint/ruff.ts";
import { lookWith, openChecks, type ProjectTools } from "../look-at-project.ts";
import { openMemory } from "../manifest.ts";
import { openLiveTypes } from "../types/live-types.ts";
import { openKeptInspections } from "./kept-inspections.ts";
import { openKeptLint } from "./kept-lint.ts";
import { openKeptSources } from "./kept-sources.ts";

/** The files of a project at one moment. */
export type ProjectState = Readonly<{
  /** Full paths; they decide which project it is, too. */
  paths: readonly string[];
  settings: Settings;
  /** By path: what is typed in an editor comes before what is on the disk. */
  unsaved: ReadonlyMap<string, string>;
}>;

/** A project that is looked at again and again: each look costs what has changed. One look after another. */
export type LiveProject = Readonly<{
  /** What `assay check` finds. */
  exact(state: ProjectState, signal?: AbortSignal): Promise<readonly CheckedFile[]>;
  /** The same, but that types come from memory, where they may lag behind; undefined where they are not there. */
  quick(state: ProjectState): Promise<readonly CheckedFile[] | undefined>;
  /** Without types; of one file alone, what it takes from others is not known. */
  own(state: ProjectState, alone?: string): Promise<readonly CheckedFile[]>;
}> &
  AsyncDisposable;

type Needs = Readonly<{
  trust: TrustPolicy;
  /** What the user may want to know. */
  tell(message: string): void;
  /** Told after each text that was looked at. */
  onDone?(): void;
}>;

const withoutTypes: ProjectTools["types"] = async ({ environment }) => ({
  said: {
    messages: [],
    unfinished: [],
    refusals: {},
    isConfigured: false,
    hasPackages: environment !== undefined,
    ownPackages: new Set(),
  },
  ignored: {},
  complaints: "",
});

const notReady = new Error("The types are not kept in memory.");

export function openLiveProject(
  terminal: Terminal,
  { trust, tell, onDone = () => undefined }: Needs,
): LiveProject {
  const identity = ownIdentity(terminal, readVersion());
  const types = openLiveTypes(tell);
  const read = openKeptSources();
  const lint = openKeptLint();
  const told = new Set<string>();
  const projects = new WeakMap<ProjectState, ProjectFiles>();
  let engine: Readonly<{ python: PythonVersion | undefined; checks: OwnChecks }> | undefined;
  let memory: ReturnType<typeof openMemory> | undefined;
  let inspections: ReturnType<typeof openKeptInspections> | undefined;

  async function engineFor(python: PythonVersion | undefined): Promise<OwnChecks> {
    if (engine && engine.python === python) return engine.checks;
    await engine?.checks[Symbol.asyncDispose]();
    const checks = openChecks({ python, inspections: inspections!, onDone, signal: terminal.signal });
    engine = { python, checks };
    return checks;
  }

  async function look(
    state: ProjectState,
    tools: Pick<ProjectTools, "types"> & Partial<ProjectTools>,
    asked?: AbortSignal,
  ): Promise<readonly CheckedFile[]> {
    const { settings, unsaved } = state;
    const { root, paths } = projectOf(state);
    const around = aroundProject({ root, paths }, terminal, { settings, identity });
    memory ??= openMemory(around.cache, JSON.stringify([paths, trust.comments]));
    inspections ??= openKeptInspections(memory.inspections);
    const { cwd } = terminal;
    const signal = AbortSignal.any([terminal.signal, ...(asked ? [asked] : [])]);
    const python = await havePython(terminal);
    const checks = await engineFor(settings.python);
    const { surroundings: stamp } = around;
    const given = { ...around, root, cwd, settings, trust, python, unsaved, stamp, signal };
    const kept = { read: async (all: readonly string[]) => read(all, unsaved), lint, checks };
    const looked = await lookWith({ ...kept, ...tools }, paths, given);
    for (const note of looked.notes.filter((each) => !told.has(each))) tell(note);
    for (const note of looked.notes) told.add(note);
    const named = new Set(state.paths.map((path) => shownPath(cwd, path)));
    const files = looked.files.filter(({ file }) => named.has(file));
    return trust.baseline ? withoutBaseline(files, { root, cwd }) : files;
  }

  /** The same state is looked at several times. */
  function projectOf(state: ProjectState): ProjectFiles {
    const known = projects.get(state) ?? projectFilesOf(state.paths, { ...state, env: terminal.env });
    projects.set(state, known);
    return known;
  }

  const quickTypes: ProjectTools["types"] = async (asked, texts) => {
    const known = await types.quick(asked, texts);
    if (!known) throw notReady;
    return known;
  };

  return {
    exact: async (state, signal) => {
      inspections?.nextLook();
      return look(state, { types: types.exact }, signal);
    },
    quick: async (state) => {
      inspections?.nextLook();
      try {
        return await look(state, { types: quickTypes });
      } catch (error) {
        if (error === notReady) return undefined;
        throw error;
      }
    },
    own: async (state, alone) => {
      if (alone === undefined) return withoutUnused(await look(state, { types: withoutTypes }));
      const paths = [alone];
      const aloneState = { ...state, paths };
      projects.set(aloneState, { ...projectOf(state), paths });
      const tools = {
        types: withoutTypes,
        lint: lintFiles,
        read: async () => openKeptSources()(paths, state.unsaved),
      };
      return withoutUnused(await look(aloneState, tools));
    },
    [Symbol.asyncDispose]: async () => {
      types[Symbol.dispose]();
      await engine?.checks[Symbol.asyncDispose]();
    },
  };
}

/** A comment may silence what only types tell. */
function withoutUnused(files: readonly CheckedFile[]): readonly CheckedFile[] {
  return files.map((each) => ({
    ...each,
    findings: each.findings.filter(({ rule }) => rule !== "assay:unused-comment"),
  }));
}
