import { readdir } from "node:fs/promises";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { defaultPython, type PythonVersion } from "../python-version.ts";
import { EngineUnavailable } from "../unavailable.ts";
import { pinsOf } from "../package-layer.ts";
import type { Packages, PreparedPackages } from "./packages.ts";
import { normalName, readRequirement, type Requirement } from "../requirement.ts";

/** Packages that the operator has ready for everybody, whether a job declares them or not. */
export type PackageSets = Readonly<{
  /** The first set that has a package which one of these texts imports; nothing before it is installed. */
  importedBy(texts: Iterable<string>, python: PythonVersion): PreparedPackages | undefined;
  status(): readonly PackageSetStatus[];
}> &
  AsyncDisposable;

export type PackageSetStatus = Readonly<{
  /** As the operator named them; once they are there, all that is installed, as `name==version`. */
  packages: readonly string[];
  ready: boolean;
}>;

type Settings = Readonly<{
  packages: Packages;
  sets: readonly (readonly string[])[];
  /** They are imported as well as read. */
  areRun: boolean;
  /** Called when a set is there: what else has to be warm for it. */
  warm: (prepared: PreparedPackages, signal: AbortSignal) => Promise<void>;
  clock: Clock;
  log: Log;
}>;

type Ready = Readonly<{ prepared: PreparedPackages; modules: ReadonlySet<string> }>;

const [firstRetryMs, lastRetryMs] = [5000, 600_000];

/** Installs the sets one after another, behind everything else, and tries again where the index is away. */
export function openPackageSets({ packages, sets, areRun, warm, clock, log }: Settings): PackageSets {
  const stopping = new AbortController();
  const ready = new Map<readonly string[], Ready>();

  async function install(set: readonly string[]): Promise<void> {
    const requirements = set.map((each) => readRequirement(each) as Requirement);
    const wanted = { requirements, python: defaultPython, areRun };
    const prepared = await packages.prepare(wanted, stopping.signal);
    await warm(prepared, stopping.signal);
    const asked = new Set(requirements.map(({ name }) => name));
    const own = prepared.layer.wheels.flatMap(({ name }, at) =>
      asked.has(normalName(name)) ? [prepared.typed.folders[at]!] : [],
    );
    const modules = new Set((await Promise.all(own.map(modulesIn))).flat());
    ready.set(set, { prepared, modules });
    log.info("packages ready", { packages: set.join(" ") });
  }

  async function installAll(): Promise<void> {
    for (const set of sets) {
      for (let waitMs = firstRetryMs; !ready.has(set); waitMs = Math.min(waitMs * 2, lastRetryMs)) {
        try {
          await install(set);
        } catch (error) {
          if (stopping.signal.aborted) return;
          log.warn("packages not ready", { packages: set.join(" "), error: String(error).slice(0, 300) });
          if (!(error instanceof EngineUnavailable)) break;
          await clock.sleep(waitMs, stopping.signal).catch(() => undefined);
        }
      }
    }
  }

  const installing = installAll();
  return {
    importedBy: (texts, python) => {
      if (ready.size === 0 || python !== defaultPython) return undefined;
      const names = importedIn(texts);
      const found = [...ready.values()].find(({ modules }) => [...names].some((name) => modules.has(name)));
      // It stays for as long as the service does, not for the call alone.
      return found && { ...found.prepared, isWarm: true, [Symbol.dispose]: () => undefined };
    },
    status: () =>
      sets.map((set) => {
        const found = ready.get(set);
        return { packages: found ? pinsOf(found.prepared.layer) : set, ready: found !== undefined };
      }),
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await installing;
      for (const { prepared } of ready.values()) prepared[Symbol.dispose]();
    },
  };
}

/** The first parts of all names that stand behind `import` and `from`: too many, where a text only looks like Python. */
function importedIn(texts: Iterable<string>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const text of texts)
    for (const [, from, listed] of text.matchAll(/^[ \t]*(?:from[ \t]+(\w+)|import[ \t]+([^\n#]*))/gm)) {
      if (from !== undefined) names.add(from);
      for (const each of (listed ?? "").split(",")) names.add(each.trim().split(/[.\s;]/)[0]!);
    }
  names.delete("");
  return names;
}

/** What a wheel lets programs import. */
async function modulesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder);
  return entries
    .filter((entry) => !entry.endsWith(".dist-info") && !entry.endsWith("-stubs"))
    .map((entry) => entry.split(".")[0]!)
    .filter((name) => /^[A-Za-z_]\w*$/.test(name) && name !== "__pycache__");
}
