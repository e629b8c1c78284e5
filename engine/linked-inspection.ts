import { incomplete } from "./incomplete.ts";
import type { FileTexts } from "./project.ts";
import type { ExportedReferences } from "./resolve/exported-references.ts";
import { lentByImports, type LinkedFiles, type Loans } from "./tasks/loans.ts";
import type { Inspection } from "./tasks/pieces.ts";

type Tools = Readonly<{
  inspect(text: string, beside?: ExportedReferences): Promise<Inspection>;
  /** Undefined where it did not finish. */
  link(files: LinkedFiles): Promise<Loans | undefined>;
}>;
type OwnTools = Readonly<{
  /** With `isLent`, only what the text lends is wanted of the policy. */
  inspect(text: string, beside: ExportedReferences | undefined, isLent: boolean): Promise<Inspection>;
  link: Tools["link"];
  onFirst(path: string): void;
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
  { inspect, link }: Tools,
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
    if (hop > maxHops || again.every(([path, each]) => lendsTheSame(before.get(path)!, each)))
      return inspected;
  }
}

/**
 * The same for files of one owner: a name is followed to the file that imports it, and not from there to others. So it can be
 * guessed by import statements what will be lent, and the policy looks but once at most files that borrow.
 */
export async function inspectOwned(
  { sources, base }: Readonly<{ sources: FileTexts; base: string }>,
  { inspect, link, onFirst }: OwnTools,
): Promise<Inspected> {
  const linked = async (
    lent: (path: string, text: string) => ExportedReferences,
  ): Promise<Loans | undefined> =>
    link({ files: Array.from(sources, ([path, text]) => ({ path, text, lent: lent(path, text) })), base });
  const guessed = sources.size === 1 ? undefined : await linked((_, text) => lentByImports(text));
  const mayBorrow = (path: string): boolean => guessed?.has(path) === true;
  const first: Inspected = new Map(
    await Promise.all(
      Array.from(sources, async ([path, text]) => {
        const inspection = await inspect(text, undefined, mayBorrow(path));
        onFirst(path);
        return [path, inspection] as const;
      }),
    ),
  );
  const loans =
    sources.size === 1 || isNothingLent(first)
      ? new Map<string, never>()
      : await linked((path) => first.get(path)!.lent ?? {});
  const whole = async (path: string): Promise<Inspection> =>
    mayBorrow(path) ? inspect(sources.get(path)!, undefined, false) : first.get(path)!;
  const again = Array.from(sources, async ([path, text]): Promise<[string, Inspection]> => {
    const lent = loans?.get(path);
    if (lent) return [path, await inspect(text, lent, false)];
    const alone = await whole(path);
    return [path, loans === undefined || loans.has(path) ? unfollowed(alone) : alone];
  });
  return new Map(await Promise.all(again));
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
