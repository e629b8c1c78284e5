import { incomplete } from "./incomplete.ts";
import type { FileTexts } from "./project.ts";
import type { ExportedReferences } from "./resolve/exported-references.ts";
import type { LinkedFiles, Loans } from "./tasks/loans.ts";
import type { Inspection } from "./tasks/pieces.ts";

type Tools = Readonly<{
  inspect(text: string, beside?: ExportedReferences): Promise<Inspection>;
  /** Undefined where it did not finish. */
  link(files: LinkedFiles): Promise<Loans | undefined>;
  /** The files are their owner's: a name is followed to the file that imports it, and not from there to others. */
  isOwn?: boolean;
}>;
type Inspected = ReadonlyMap<string, Inspection>;

/** A name may be passed on from file to file so many times before it is called. */
const maxHops = 4;

/**
 * Each file by itself; then again those that import a name by which another has called something of the library.
 * What is passed on too often, or too much of it, is never taken for harmless.
 */
export async function inspectLinked(
  { sources, base }: Readonly<{ sources: FileTexts; base: string }>,
  { inspect, link, isOwn = false }: Tools,
): Promise<Inspected> {
  let inspected: Inspected = new Map(
    await Promise.all(Array.from(sources, async ([path, text]) => [path, await inspect(text)] as const)),
  );
  if (sources.size === 1 || isNothingLent(inspected)) return inspected;
  for (let hop = 0; ; hop += 1) {
    const before = inspected;
    const files = Array.from(sources, ([path, text]) => ({ path, text, lent: before.get(path)!.lent ?? {} }));
    const loans = await link({ files, base });
    if (loans === undefined) return new Map(Array.from(before, ([path, each]) => [path, unfollowed(each)]));
    const again = await Promise.all(
      Array.from(loans, async ([path, lent]): Promise<[string, Inspection]> => [
        path,
        lent === undefined || hop > maxHops
          ? unfollowed(before.get(path)!)
          : await inspect(sources.get(path)!, lent),
      ]),
    );
    inspected = new Map([...before, ...again]);
    if (isOwn || hop > maxHops || again.every(([path, each]) => lendsTheSame(before.get(path)!, each)))
      return inspected;
  }
}

/** `import os` in several files is no loan. */
function isNothingLent(inspected: Inspected): boolean {
  return [...inspected.values()].every(({ lent = {} }) =>
    Object.entries(lent).every(([name, ways]) => ways.every((way) => way === name)),
  );
}

function unfollowed(inspection: Inspection): Inspection {
  return { ...inspection, diagnostics: [...inspection.diagnostics, incomplete("policy")] };
}

function lendsTheSame({ lent: before }: Inspection, { lent: after }: Inspection): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}
