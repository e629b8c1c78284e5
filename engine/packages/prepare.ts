import type { TypedLayer } from "../package-layer.ts";
import type { Clock } from "../../platform/clock.ts";
import { stage } from "../../platform/tracing/stages.ts";
import type { Job } from "../job.ts";
import type { Report } from "../progress.ts";
import type { PackagesReport } from "../verdict.ts";
import type { Types } from "../workers/type-checker/types.ts";
import type { PackageSets } from "./sets.ts";
import { declaredBy } from "../declared-packages.ts";
import type { Layer } from "../package-layer.ts";
import type { Requirement } from "../requirement.ts";
import type { Packages, PreparedPackages, WantedPackages } from "./packages.ts";

type Tools = Readonly<{ installing: Installing | undefined; types: Types; clock: Clock }>;

/** How a job gets its packages, where a deployment installs any. */
export type Installing = Readonly<{ packages: Packages; sets: PackageSets }>;

type Call = Readonly<{
  signal: AbortSignal;
  /** Lets others go while packages are being installed. */
  standing?: Readonly<{ standAside?: <Result>(work: () => Promise<Result>) => Promise<Result> }> | undefined;
  report?: Report | undefined;
}>;

/** The packages of one job, until it is disposed of. */
type JobPackages = Readonly<{
  /** Those that the job itself names. */
  requirements: readonly Requirement[];
  layer: Layer;
  typed: TypedLayer;
  report: PackagesReport;
}> &
  Disposable;

/**
 * The packages that a job declares, ready to be read and imported. Where it declares none, those of a set that stands
 * ready and of which it imports something; else nothing.
 */
export async function preparePackages(
  { installing, types, clock }: Tools,
  job: Job,
  { signal, standing, report }: Call,
): Promise<JobPackages | undefined> {
  if (installing === undefined) return undefined;
  const { packages, sets } = installing;
  const wanted = wantedBy(job);
  if (wanted.requirements.length === 0) {
    const ready = sets.importedBy([job.code, ...Object.values(job.files ?? {})], wanted.python);
    return ready && toJobPackages(wanted, ready, 0);
  }
  const startedAt = clock.monotonic();
  const prepare = async (): Promise<PreparedPackages> => {
    const prepared = await packages.prepare(wanted, signal, report);
    try {
      // Reading the types of new packages takes seconds: it is part of the wait, and holds up nobody.
      if (!prepared.isWarm) await readTypes(types, prepared, signal);
      return prepared;
    } catch (error) {
      prepared[Symbol.dispose]();
      throw error;
    }
  };
  const standAside = packages.areReady(wanted) ? undefined : standing?.standAside;
  const prepared = await stage("packages", async () => (standAside ? standAside(prepare) : prepare()));
  return toJobPackages(wanted, prepared, Math.round(clock.monotonic() - startedAt));
}

/** Whether nothing would have to be found or installed for a job: also where it declares nothing. */
export function arePackagesReady({ packages }: Installing, job: Job): boolean {
  const wanted = wantedBy(job);
  return wanted.requirements.length === 0 || packages.areReady(wanted);
}

function wantedBy(job: Job): WantedPackages {
  const { requirements } = declaredBy(job);
  return { requirements, python: job.options.python, areRun: job.mode === "execute" };
}

function toJobPackages(
  { requirements }: WantedPackages,
  prepared: PreparedPackages,
  waitMs: number,
): JobPackages {
  const { layer, typed, isWarm } = prepared;
  const installed = layer.wheels.map(({ name, version, sha256 }) => ({ name, version, sha256 }));
  return {
    requirements,
    layer,
    typed,
    report: { installed, warm: isWarm, wait_ms: waitMs },
    [Symbol.dispose]: prepared[Symbol.dispose],
  };
}

/** The first text that is checked with packages waits until their types are read: here an empty one. */
export async function readTypes(
  types: Types,
  { layer: { python }, typed: layer }: PreparedPackages,
  signal: AbortSignal,
): Promise<void> {
  await types.check({ files: { "": "" }, base: null, first: [], python, layer }, signal);
}
