import { suppressIn, type CheckedFile, type FileFinding, type Suppression } from "../../finding.ts";
import { isFirm } from "../firm.ts";

/** Equal findings on equal lines of one file, wherever in it they stand. */
export type KnownFinding = Readonly<{ rule: string; hash: string; count: number }>;

/** What was found before, by file. */
export type KnownFindings = ReadonlyMap<string, readonly KnownFinding[]>;

type Named = (checked: CheckedFile) => string;

/** Everything that counts now, in the order of files, rules and lines' names. */
export function countFindings(files: readonly CheckedFile[], nameOf: Named): KnownFindings {
  const counted = files.map((checked) => [nameOf(checked), countIn(checked)] as const);
  return new Map(counted.filter(([, found]) => found.length > 0).toSorted(([a], [b]) => compare(a, b)));
}

function countIn({ findings }: CheckedFile): readonly KnownFinding[] {
  const groups = Map.groupBy(
    findings.filter((finding) => !isFirm(finding)),
    keyOf,
  );
  return Array.from(groups.values(), (equal) => {
    const [{ rule, lineHash = "" }] = equal as [FileFinding];
    return { rule, hash: lineHash, count: equal.length };
  }).toSorted((a, b) => compare(a.rule, b.rule) || compare(a.hash, b.hash));
}

type Asked = Readonly<{
  nameOf: Named;
  /** Whether a file that findings are known of is there no more: then it may have another name now. */
  isGone(name: string): boolean;
  suppression: Suppression;
  /** Findings that count, known or not. */
  counts?: (checked: CheckedFile, finding: FileFinding) => boolean;
}>;

/** Only what was not known: of equal findings as many as there were count as known, whichever they are. */
export function withoutKnown(
  files: readonly CheckedFile[],
  known: KnownFindings,
  { nameOf, isGone, suppression, counts = () => false }: Asked,
): readonly CheckedFile[] {
  const moved = Array.from(known)
    .filter(([name]) => isGone(name))
    .flatMap(([, entries]) => entries);
  const leftOver = toCounts(moved);
  return files.map((checked) => {
    if (checked.findings.length === 0) return checked;
    const entries = known.get(nameOf(checked));
    const left = entries ? toCounts(entries) : leftOver;
    return suppressIn(checked, (finding) => {
      const key = keyOf(finding);
      const count = left.get(key) ?? 0;
      if (count === 0 || isFirm(finding) || counts(checked, finding)) return undefined;
      left.set(key, count - 1);
      return suppression;
    });
  });
}

function toCounts(entries: readonly KnownFinding[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, hash, count } of entries) {
    const key = `${rule} ${hash}`;
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}

function keyOf({ rule, lineHash = "" }: FileFinding): string {
  return `${rule} ${lineHash}`;
}

/** The same everywhere, whatever the language of the machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
