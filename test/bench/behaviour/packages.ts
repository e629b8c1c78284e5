import { existsSync } from "node:fs";
import { cp, glob, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Engine } from "../../../engine/engine.ts";
import { fetchPackage, listPackages, type PinnedPackage } from "./fetch-package.ts";
import { runPackage, type PackageRun } from "./package-runs.ts";
import { waysOfFixing, type FixedPackage, type WayOfFixing } from "./ways-of-fixing.ts";

/** A package whose tests were run, and whose files were imported, before and after it was fixed in every way. */
export type ComparedPackage = Readonly<{
  name: string;
  /** Tests that passed before, and files that could be imported. */
  passed: number;
  importable: number;
  ways: readonly ComparedWay[];
}>;

export type ComparedWay = Readonly<{
  way: string;
  /** Files that were changed. */
  changed: number;
  fixes: readonly string[];
  /** Tests that passed and do not any more, and files that can no longer be imported. */
  worse: readonly string[];
  /** Those of them that break the promise: of safe fixes all, else what no changing fix explains. */
  broken: readonly string[];
}>;

/** Packages of packages.txt with their tests; those that a word is in the name of, where there is one. */
export async function comparePackages(
  folder: string,
  engine: Engine,
  only: string | undefined,
): Promise<ComparedPackage[]> {
  const compared: ComparedPackage[] = [];
  for (const pinned of listPackages().filter(({ pin }) => only === undefined || pin.includes(only))) {
    console.error(`${pinned.pin} …`);
    try {
      compared.push(await comparePackage(join(folder, pinned.pin.replace("==", "-")), pinned, engine));
    } catch (error) {
      console.error(`${pinned.pin} is left out: ${String(error).slice(0, 500)}`);
    }
  }
  return compared;
}

async function comparePackage(
  place: string,
  pinned: PinnedPackage,
  engine: Engine,
): Promise<ComparedPackage> {
  if (!existsSync(place)) await fetchPackage(place, pinned);
  const { testWords } = pinned;
  const python = join(place, "python", "bin", "python");
  const source = join(place, "source");
  const runIn = async (folder: string): Promise<PackageRun> => runPackage({ python, folder, testWords });
  const original = await textsIn(source);
  const before = await runIn(source);
  if (before.passing.size === 0) throw new Error("none of its tests passes");
  const known = new Map<string, readonly string[]>();

  /** What is worse in a folder; a test that fails now and then fails twice only by a fix. */
  async function worseIn(folder: string): Promise<readonly string[]> {
    const texts = JSON.stringify([...(await textsIn(folder))]);
    const found = known.get(texts) ?? (await worseTwice(before, async () => runIn(folder)));
    known.set(texts, found);
    return found;
  }

  async function compareWay({ name, isSafe, fix }: WayOfFixing): Promise<ComparedWay> {
    console.error(`  ${name} …`);
    const fixed = join(place, "fixed");
    await copyTo(source, fixed);
    const { fixes, changing } = await fix(fixed);
    const changed = await differing(original, fixed);
    const worse = changed.length > 0 ? await worseIn(fixed) : [];
    const broken = isSafe || worse.length === 0 ? worse : await unexplained(fixed, changing, worse);
    return { way: name, changed: changed.length, fixes, worse, broken };
  }

  /** What is still worse where the files with a changing fix are as they were. */
  async function unexplained(
    fixed: string,
    changing: FixedPackage["changing"],
    worse: readonly string[],
  ): Promise<string[]> {
    for (const name of changing) await cp(join(source, name), join(fixed, name));
    const still = new Set(await worseIn(fixed));
    return worse.filter((each) => still.has(each));
  }

  known.set(JSON.stringify([...original]), []);
  const ways: ComparedWay[] = [];
  for (const way of waysOfFixing(engine)) ways.push(await compareWay(way));
  return { name: pinned.pin, passed: before.passing.size, importable: before.importable.size, ways };
}

async function worseTwice(before: PackageRun, run: () => Promise<PackageRun>): Promise<readonly string[]> {
  const worse = worseThan(before, await run());
  if (worse.length === 0) return worse;
  const again = new Set(worseThan(before, await run()));
  return worse.filter((each) => again.has(each));
}

function worseThan(before: PackageRun, after: PackageRun): string[] {
  return [
    ...[...before.passing].filter((test) => !after.passing.has(test)),
    ...[...before.importable]
      .filter((file) => !after.importable.has(file))
      .map((file) => `import of ${file}`),
  ];
}

async function copyTo(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true });
}

async function textsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const names = await Array.fromAsync(glob("**/*.py", { cwd: folder }));
  for (const name of names.toSorted()) texts.set(name, await readFile(join(folder, name), "latin1"));
  return texts;
}

async function differing(original: ReadonlyMap<string, string>, folder: string): Promise<string[]> {
  const now = await textsIn(folder);
  return [...now.keys()].filter((name) => now.get(name) !== original.get(name));
}
