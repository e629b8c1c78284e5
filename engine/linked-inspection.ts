import { setImmediate } from "node:timers/promises";
import { incomplete } from "./incomplete.ts";
import type { FileTexts } from "./project.ts";
import type { LentNames } from "./resolve/lent-names.ts";
import type { Inspection } from "./tasks/pieces.ts";

type Inspect = (text: string, beside?: LentNames) => Promise<Inspection>;
type Inspected = ReadonlyMap<string, Inspection>;

/** A name may be passed on from file to file so many times before it is called. */
const maxHops = 4;
/** So many names may be lent to one file. */
const maxLoans = 2000;

/**
 * Each file by itself; then again those that import a name by which another has called something of the library.
 * What is passed on too often, or too much of it, is never taken for harmless.
 */
export async function inspectLinked(
  { sources, base }: Readonly<{ sources: FileTexts; base: string }>,
  inspect: Inspect,
): Promise<Inspected> {
  let inspected: Inspected = new Map(
    await Promise.all(Array.from(sources, async ([path, text]) => [path, await inspect(text)] as const)),
  );
  for (let hop = 0; ; hop += 1) {
    const lenders = lendersAmong(inspected, base);
    const again = new Map<string, Promise<Inspection>>();
    for (const [path, text] of sources) {
      // Many files with many names take a while, and the event loop has other callers.
      await setImmediate();
      const loans = lentTo(path, text, lenders);
      if (loans.length > maxLoans || (loans.length > 0 && hop > maxHops))
        again.set(path, Promise.resolve(unfollowed(inspected.get(path)!)));
      else if (loans.length > 0) again.set(path, inspect(text, Object.fromEntries(loans)));
    }
    const before = inspected;
    const looked = Array.from(again, async ([path, inspection]) => [path, await inspection] as const);
    inspected = new Map([...before, ...(await Promise.all(looked))]);
    if (
      hop > maxHops ||
      [...again.keys()].every((path) => lendsTheSame(before.get(path)!, inspected.get(path)!))
    )
      return inspected;
  }
}

function unfollowed(inspection: Inspection): Inspection {
  return { ...inspection, diagnostics: [...inspection.diagnostics, incomplete("policy")] };
}

type Lender = Readonly<{ path: string; module: string; lent: LentNames }>;

function lendersAmong(inspected: Inspected, base: string): Lender[] {
  return Array.from(inspected, ([path, { lent = {} }]) => ({ path, module: moduleOf(path, base), lent }));
}

/** The name that others import a file by. */
export function moduleOf(path: string, base: string): string {
  const below = base !== "" && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path;
  return below
    .replace(/\.py$/, "")
    .replace(/\/__init__$/, "")
    .replaceAll("/", ".");
}

/** What a text may mean by the names it imports from other files. */
function lentTo(path: string, text: string, lenders: readonly Lender[]): [string, readonly string[]][] {
  // Python reads names in this form.
  const words = new Set(text.normalize("NFKC").match(/[\p{L}\p{N}_]+/gu));
  return lenders
    .filter((lender) => lender.path !== path && words.has(lender.module.split(".").at(-1)!))
    .flatMap(({ module, lent }) =>
      Object.entries(lent)
        // `import os` in both files is no loan.
        .filter(([name, ways]) => words.has(name) && ways.some((way) => way !== name))
        .flatMap(([name, ways]): [string, readonly string[]][] => [
          [`${module}.${name}`, ways],
          [`own.${name}`, ways],
        ]),
    );
}

function lendsTheSame({ lent: before }: Inspection, { lent: after }: Inspection): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}
