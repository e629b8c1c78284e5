import type { OwnChecks } from "../../../engine/own-project.ts";
import type { PythonVersion } from "../../../engine/python-version.ts";
import type { CheckedFile } from "../../finding.ts";
import { havePython } from "../../python/python-tools.ts";
import { readVersion } from "../../release.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Terminal } from "../../terminal.ts";
import { aroundProject, ownIdentity } from "../around-project.ts";
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
  complaints: "",
});

const notReady = new Error("The types are not kept in memory.");

export function openLiveProject(terminal: Terminal, { tell, onDone = () => undefined }: Needs): LiveProject {
  const identity = ownIdentity(terminal, readVersion());
  const types = openLiveTypes(tell);
  const read = openKeptSources();
  const lint = openKeptLint();
  const told = new Set<string>();
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
    { paths, settings, unsaved }: ProjectState,
    tools: Pick<ProjectTools, "types"> & Partial<ProjectTools>,
    asked?: AbortSignal,
  ) {
    const around = aroundProject(paths, terminal, { settings, identity });
    memory ??= openMemory(around.cache, JSON.stringify([around.root, paths]));
    inspections ??= openKeptInspections(memory.inspections);
    const { cwd } = terminal;
    const signal = AbortSignal.any([terminal.signal, ...(asked ? [asked] : [])]);
    const python = await havePython(terminal);
    const checks = await engineFor(settings.python);
    const given = { ...around, cwd, settings, python, unsaved, stamp: around.surroundings, signal };
    const kept = { read: async (all: readonly string[]) => read(all, unsaved), lint, checks };
    const looked = await lookWith({ ...kept, ...tools }, paths, given);
    for (const note of looked.notes.filter((each) => !told.has(each))) tell(note);
    for (const note of looked.notes) told.add(note);
    return { ...looked, around };
  }

  const quickTypes: ProjectTools["types"] = async (asked, texts) => {
    const known = await types.quick(asked, texts);
    if (!known) throw notReady;
    return known;
  };

  return {
    exact: async (state, signal) => {
      inspections?.nextLook();
      return (await look(state, { types: types.exact }, signal)).files;
    },
    quick: async (state) => {
      inspections?.nextLook();
      try {
        return (await look(state, { types: quickTypes })).files;
      } catch (error) {
        if (error === notReady) return undefined;
        throw error;
      }
    },
    own: async (state, alone) => {
      if (alone === undefined) return (await look(state, { types: withoutTypes })).files;
      const paths = [alone];
      const tools = {
        types: withoutTypes,
        lint: lintFiles,
        read: async () => openKeptSources()(paths, state.unsaved),
      };
      return (await look({ ...state, paths }, tools)).files;
    },
    [Symbol.asyncDispose]: async () => {
      types[Symbol.dispose]();
      await engine?.checks[Symbol.asyncDispose]();
    },
  };
}
