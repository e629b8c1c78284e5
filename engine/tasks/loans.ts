import type { ExportedReferences } from "../resolve/exported-references.ts";

/** Files of one program, the folder that their imports begin at, and what each lends to those that import it. */
export type LinkedFiles = Readonly<{
  files: readonly Readonly<{ path: string; text: string; lent: ExportedReferences }>[];
  base: string;
  /** They are their owner's: a module is reached by an import statement only, not by a name that is put together. */
  areOwn?: boolean;
}>;

/** What is lent to each file that borrows anything; undefined where it is too much to be followed. */
export type Loans = ReadonlyMap<string, ExportedReferences | undefined>;

/** So many names may be lent to one file, and so many to all of them together. */
const [maxLoans, maxLoansOfAll] = [1000, 10_000];

type Loan = Readonly<{ path: string; module: string; name: string; ways: readonly string[] }>;

const absolute = /^[ \t]*(?:from[ \t]+([\w.]*\w)[ \t]+import\b|import\b)/;

/** What a text lends by its import statements, before anyone has looked at it. */
export function lentByImports(text: string): ExportedReferences {
  const lent: Record<string, string[]> = {};
  for (const statement of text.match(importStatement) ?? []) {
    const from = absolute.exec(statement);
    if (!from) continue;
    const [start, module] = from;
    for (const named of statement.slice(start.length).split(",")) {
      const [name = "", , as = name] = named.match(/[\w.]+/g) ?? [];
      lent[as] = [module === undefined ? name : `${module}.${name}`];
    }
  }
  return lent;
}

/** What the texts may mean by the names they import from each other. */
export function loansAmong({ files, base, areOwn = false }: LinkedFiles): Loans {
  const byName = new Map<string, Loan[]>();
  for (const { path, lent } of files)
    for (const [name, ways] of Object.entries(lent)) {
      // `import os` in both files is no loan.
      if (ways.every((way) => way === name || (areOwn && isForTypes(way)))) continue;
      const loans = byName.get(name) ?? [];
      loans.push({ path, module: moduleOf(path, base), name, ways });
      byName.set(name, loans);
    }
  const loans = new Map<string, ExportedReferences | undefined>();
  let left = maxLoansOfAll;
  for (const { path, text } of byName.size === 0 ? [] : files) {
    const lent = lentTo(path, text, { byName, areOwn });
    if (lent.length > 0) loans.set(path, lent.length > Math.min(left, maxLoans) ? undefined : toNames(lent));
    left -= lent.length;
  }
  return loans;
}

/** `import typing as t` is in many files, and nobody who owns them hides anything there. */
function isForTypes(way: string): boolean {
  return /^(?:typing|_typeshed|abc|collections\.abc)(?:\.|$)/.test(way);
}

/** A name is reached through its module, or as one that was imported, from any of those that have it. */
function toNames(lent: readonly Loan[]): ExportedReferences {
  const imported = Map.groupBy(lent, ({ name }) => name);
  return Object.fromEntries([
    ...lent.map(({ module, name, ways }) => [`${module}.${name}`, ways]),
    ...Array.from(imported, ([name, loans]) => [`own.${name}`, loans.flatMap(({ ways }) => ways)]),
  ]);
}

/** One more than may be lent, where it is too much. */
function lentTo(
  path: string,
  text: string,
  { byName, areOwn }: Readonly<{ byName: ReadonlyMap<string, readonly Loan[]>; areOwn: boolean }>,
): Loan[] {
  const words = wordsIn(text);
  const reaches = areOwn ? reachedIn(text) : ({ module }: Loan) => words.has(lastOf(module));
  const lent: Loan[] = [];
  for (const name of words)
    for (const loan of byName.get(name) ?? []) {
      if (loan.path !== path && reaches(loan)) lent.push(loan);
      if (lent.length > maxLoans) return lent;
    }
  return lent;
}

/** Whether one statement imports the name from the module, or it is written behind the module's name. */
function reachedIn(text: string): (loan: Loan) => boolean {
  const statements = (text.match(importStatement) ?? []).map((words) => ({
    words: wordsIn(words),
    isAll: words.endsWith("*"),
  }));
  return ({ module, name }) =>
    statements.some(({ words, isAll }) => words.has(lastOf(module)) && (isAll || words.has(name))) ||
    text.includes(`${lastOf(module)}.${name}`);
}

const importStatement = /^[ \t]*(?:from|import)\b[^\n(]*(?:\([^)]{0,1000}\))?/gm;

function wordsIn(text: string): ReadonlySet<string> {
  // Python reads names in this form.
  return new Set(text.normalize("NFKC").match(/[\p{L}\p{N}_]+/gu));
}

/** The name that others import a file by. */
export function moduleOf(path: string, base: string): string {
  const below = base !== "" && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path;
  return below
    .replace(/\.py$/, "")
    .replace(/\/__init__$/, "")
    .replaceAll("/", ".");
}

export function lastOf(dotted: string): string {
  return dotted.slice(dotted.lastIndexOf(".") + 1);
}
