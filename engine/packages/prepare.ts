import type { TypedLayer } from "../package-layer.ts";
import type { Clock } from "../../platform/clock.ts";
import { stage } from "../../platform/tracing/stages.ts";
import type { Job } from "../job.ts";
import type { Report } from "../progress.ts";
import type { PackagesReport } from "../verdict.ts";
import type { Types } from "../workers/type-checker/types.ts";
import type { PackageSets } from "./sets.ts";
import { declaredBy } from "../declared-packages.ts";
import type { Layers } from "../package-layer.ts";
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
  layers: Layers;
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
    return (
      ready &&
      toJobPackages(wanted, { program: ready, judge: ready, [Symbol.dispose]: ready[Symbol.dispose] }, 0)
    );
  }
  const startedAt = clock.monotonic();
  const prepare = async (): Promise<Both> => {
    using undoing = new DisposableStack();
    const program = undoing.use(await packages.prepare(wanted, signal, report));
    const { ofCaller } = wanted;
    const isAll = ofCaller.length === wanted.requirements.length;
    const own = { ...wanted, requirements: ofCaller };
    const judge =
      isAll || ofCaller.length === 0 ? undefined : undoing.use(await packages.prepare(own, signal, report));
    // Reading the types of new packages takes seconds: it is part of the wait, and holds up nobody.
    if (!program.isWarm) await readTypes(types, program, signal);
    const held = undoing.move();
    return { program, judge: isAll ? program : judge, [Symbol.dispose]: () => held.dispose() };
  };
  const standAside = packages.areReady(wanted) ? undefined : standing?.standAside;
  const both = await stage("packages", async () => (standAside ? standAside(prepare) : prepare()));
  return toJobPackages(wanted, both, Math.round(clock.monotonic() - startedAt));
}

/** What the program may import, and what the examples may. */
type Both = Readonly<{ program: PreparedPackages; judge: PreparedPackages | undefined }> & Disposable;

/** Whether nothing would have to be found or installed for a job: also where it declares nothing. */
export function arePackagesReady({ packages }: Installing, job: Job): boolean {
  const wanted = wantedBy(job);
  return wanted.requirements.length === 0 || packages.areReady(wanted);
}

function wantedBy(job: Job): WantedPackages & Readonly<{ ofCaller: readonly Requirement[] }> {
  const { requirements, ofCaller } = declaredBy(job);
  return { requirements, ofCaller, python: job.options.python, areRun: job.mode === "execute" };
}

function toJobPackages(
  { requirements }: WantedPackages,
  { program, judge, ...held }: Both,
  waitMs: number,
): JobPackages {
  const { layer, typed, isWarm } = program;
  const installed = layer.wheels.map(({ name, version, sha256 }) => ({ name, version, sha256 }));
  const report = { installed, warm: isWarm, wait_ms: waitMs };
  return { ...held, requirements, layers: { program: layer, judge: judge?.layer }, typed, report };
}

/** The first text that is checked with packages waits until their types are read: here an empty one. */
export async function readTypes(
  types: Types,
  { layer: { python }, typed: layer }: PreparedPackages,
  signal: AbortSignal,
): Promise<void> {
  await types.check({ files: { "": "" }, base: null, first: [], python, layer }, signal);
}
