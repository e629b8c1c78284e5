import { dirname, posix } from "node:path";
import type { SourceFile } from "../structure/source-files.ts";
import { longTests } from "./long-tests.ts";

/** What is to be run for a change, and what is left to `--all`: both the closest to the change first. */
export type ChosenTests = Readonly<{ chosen: readonly string[]; left: readonly string[] }>;

type Change = Readonly<{
  files: readonly SourceFile[];
  /** Of all test files, those that may be chosen. */
  tests: readonly string[];
  changed: readonly string[];
  /** What a test file took when it last ran, in seconds. */
  durations: ReadonlyMap<string, number>;
  budgetS: number;
}>;

/** Nobody knows yet how long a new test takes, or any test in a new checkout. */
const estimateS = (test: string): number => (longTests.includes(test) ? 60 : 4);

/**
 * Of the tests that a change reaches, the closest by imports first, until the time is spent. Tests in the folder that
 * mirrors the change's are as close as its importers, and come before these. Tests that were changed always run.
 */
export function chooseTests({ files, tests, changed, durations, budgetS }: Change): ChosenTests {
  const distances = distancesFrom(changed, files);
  const folders = new Set(changed.filter((path) => path.includes("/")).map(mirrorOf));
  const isMirrored = (test: string): boolean => folders.has(dirname(test));
  const distanceOf = (test: string): number =>
    Math.min(distances.get(test) ?? Infinity, isMirrored(test) ? 1 : Infinity);
  const secondsOf = (test: string): number => durations.get(test) ?? estimateS(test);
  const rankOf = (test: string) => [distanceOf(test), isMirrored(test) ? 0 : 1, secondsOf(test)];
  const reached = tests
    .filter((test) => distanceOf(test) < Infinity)
    .toSorted((a, b) => compare(rankOf(a), rankOf(b)) || a.localeCompare(b));
  const chosen = new Set<string>();
  let spentS = 0;
  for (const test of reached) {
    if (distanceOf(test) > 0 && spentS + secondsOf(test) > budgetS) continue;
    chosen.add(test);
    spentS += secondsOf(test);
  }
  return { chosen: [...chosen], left: reached.filter((test) => !chosen.has(test)) };
}

const mirrorOf = (path: string): string => posix.join("test", dirname(path));

/** How many imports lie between each file and the nearest changed one. */
function distancesFrom(changed: readonly string[], files: readonly SourceFile[]): Map<string, number> {
  const importers = new Map<string, string[]>();
  for (const file of files)
    for (const target of [...file.loads, ...threadsOf(file)])
      importers.set(target, [...(importers.get(target) ?? []), file.path]);
  const distances = new Map(changed.map((path) => [path, 0]));
  for (const [path, distance] of distances)
    for (const importer of importers.get(path) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}

/** The modules that a file starts in threads or processes of their own. */
function threadsOf({ path, text }: SourceFile): string[] {
  return Array.from(text.matchAll(/new URL\("(\.[^"]+\.ts)", import\.meta\.url\)/g), ([, name = ""]) =>
    posix.join(dirname(path), name),
  );
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, n) => value !== b[n]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}
