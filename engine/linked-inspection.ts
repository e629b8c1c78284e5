import type { FileTexts } from "./project.ts";
import type { LentNames } from "./resolve/lent-names.ts";
import type { Inspection } from "./tasks/inspect.ts";

type Inspect = (text: string, beside?: LentNames) => Promise<Inspection>;
type Inspected = ReadonlyMap<string, Inspection>;

/** A name may be passed on from file to file so many times before it is called. */
const maxHops = 4;

/** Each file by itself; then again those that import a name by which another has called something of the library. */
export async function inspectLinked(
  { sources, base }: Readonly<{ sources: FileTexts; base: string }>,
  inspect: Inspect,
): Promise<Inspected> {
  let inspected = await inspectAll(sources, async (_, text) => inspect(text));
  for (let hop = 1; hop <= maxHops; hop += 1) {
    const before = inspected;
    const lenders = lendersAmong(inspected, base);
    inspected = await inspectAll(sources, async (path, text) => {
      const beside = lentTo(path, text, lenders);
      return beside === undefined ? before.get(path)! : inspect(text, beside);
    });
    if (sameLoans(before, inspected)) break;
  }
  return inspected;
}

async function inspectAll(
  sources: FileTexts,
  look: (path: string, text: string) => Promise<Inspection>,
): Promise<Inspected> {
  return new Map(
    await Promise.all(Array.from(sources, async ([path, text]) => [path, await look(path, text)] as const)),
  );
}

type Lender = Readonly<{ path: string; module: string; lent: LentNames }>;

function lendersAmong(inspected: Inspected, base: string): Lender[] {
  return Array.from(inspected, ([path, { lent = {} }]) => ({ path, module: moduleOf(path, base), lent }));
}

function moduleOf(path: string, base: string): string {
  const below = base !== "" && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path;
  return below
    .replace(/\.py$/, "")
    .replace(/\/__init__$/, "")
    .replaceAll("/", ".");
}

/** What a text may mean by the names it imports from other files; undefined where it imports none that matters. */
function lentTo(path: string, text: string, lenders: readonly Lender[]): LentNames | undefined {
  const words = new Set(text.match(/\w+/g));
  const loans = lenders
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
  return loans.length === 0 ? undefined : Object.fromEntries(loans);
}

function sameLoans(before: Inspected, after: Inspected): boolean {
  return [...after].every(
    ([path, { lent }]) => JSON.stringify(lent) === JSON.stringify(before.get(path)!.lent),
  );
}
