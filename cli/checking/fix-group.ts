import type { ReadVerdict } from "../../engine/verdict.ts";
import { toBytes, Unreadable, type Source } from "../files/source.ts";
import { shownPath } from "../files/shown-path.ts";
import type { CheckedFile } from "../finding.ts";
import type { TextQuestion } from "../judge.ts";
import type { RuleChoice } from "../settings/chosen-rules.ts";
import type { FileWork } from "./each-file.ts";
import { isOfOneFile, orAlone, textsOf, type FileGroup } from "./file-groups.ts";
import { findingsOf, toChecked, toUnchecked } from "./to-checked.ts";

/** What can be done for one file. */
export type FixedFile = Readonly<{
  path: string;
  /** The file as it is, or as it would be with the fixes. */
  checked: CheckedFile;
  /** The file as it is. */
  unfixed: CheckedFile;
  fix: Readonly<{ source: Source; text: string; fixes: readonly string[] }> | undefined;
  /** Why a fix that there is was left out. */
  skipped: string | undefined;
}>;

/** What looking for fixes needs. */
export type FixWork = FileWork &
  Readonly<{
    fixes: NonNullable<TextQuestion["fixes"]>;
    /** Whether fixes of texts that could be meant in more than one way are taken too. */
    takesGuesses: boolean;
    /** What is to be fixed in the files of a group; unset: whatever can be. */
    wantedIn?(group: FileGroup): TextQuestion["wanted"];
  }>;

type Work = FixWork &
  Readonly<{
    rulesIn(path: string): RuleChoice;
    /** Whether a file was asked about; the others are only read with it. */
    isNamed(path: string): boolean;
  }>;

const reasons = {
  ignored: "the fix also changes what an ignored rule finds",
  dependent: "the fix helps only together with another one that was left out",
  guess:
    "the text could be meant in more than one way; look at the fix without --write, and write it with --unsafe",
};

/**
 * Looks for a fix of files that belong together, and judges them as they would be. Undefined: they have to be asked
 * about one by one.
 */
export async function fixGroup(
  group: FileGroup,
  sources: ReadonlyMap<string, Source>,
  work: Work,
): Promise<ReadonlyMap<string, FixedFile> | undefined> {
  const texts = textsOf(sources);
  const ask: Ask = async (fixes, mode) =>
    work.judge.ask(
      {
        ...group.toQuestion(new Map([...texts, ...fixes])),
        mode,
        python: work.settings.python,
        ...(mode === "repair" && { fixes: work.fixes, wanted: work.wantedIn?.(group) }),
      },
      work.signal,
    );
  const asking = ask(new Map(), "repair");
  const before = group.paths.length > 1 ? await asking.catch(orAlone) : await asking;
  if (before === undefined || (group.paths.length > 1 && isOfOneFile(before))) return undefined;
  const isComplete = before.meta.incomplete.length === 0;
  const proposed = new Map(
    group.paths.flatMap((path) => {
      const text = group.partOf(before, path).fixed_code;
      return text === null || text === texts.get(path) || !isComplete ? [] : [[path, text] as const];
    }),
  );
  const guessed = [...proposed.keys()].filter(
    (path) => work.isNamed(path) && !work.takesGuesses && isGuessed(group.partOf(before, path)),
  );
  const left = [...guessed, ...[...proposed.keys()].filter((path) => !work.isNamed(path))];
  for (const path of left) proposed.delete(path);
  const unwritable = new Map(
    Array.from(proposed, ([path, text]) => [path, whyUnwritable(sources.get(path)!, text)] as const),
  );
  const writable = new Map([...proposed].filter(([path]) => unwritable.get(path) === undefined));
  const isPart = writable.size < proposed.size || left.length > 0;
  const { fixes, skipped, after } = await leaveOut({ group, before, writable, isPart, ask }, work.rulesIn);

  const toFixed = (path: string): FixedFile => {
    const [file, source, text] = [shownPath(work.cwd, path), sources.get(path)!, fixes.get(path)];
    const rules = { isChosen: work.rulesIn(path), strict: work.settings.strict };
    const problem = unwritable.get(path);
    const judged = (verdict: ReadVerdict, now: string): CheckedFile =>
      toChecked({ file, text: now }, group.partOf(verdict, path), rules);
    return {
      path,
      skipped: guessed.includes(path) ? reasons.guess : skipped.get(path),
      fix: text === undefined ? undefined : { source, text, fixes: wordsFor(group.partOf(before, path)) },
      checked: problem === undefined ? judged(after, text ?? source.text) : toUnchecked(file, problem),
      unfixed: judged(before, source.text),
    };
  };
  return new Map(group.paths.filter(work.isNamed).map((path) => [path, toFixed(path)]));
}

function isGuessed({ meta }: ReadVerdict): boolean {
  return meta.fixes?.some(({ guess }) => guess) === true;
}

/** Each fix with its kind; a service of an older version does not tell it. */
function wordsFor({ fixes, meta }: ReadVerdict): readonly string[] {
  return meta.fixes?.map(({ text, kind }) => `${text} (${kind})`) ?? fixes;
}

type Ask = (fixes: ReadonlyMap<string, string>, mode: "repair" | "static") => Promise<ReadVerdict>;
type Proposed = Readonly<{
  group: FileGroup;
  before: ReadVerdict;
  writable: ReadonlyMap<string, string>;
  /** Others were proposed with them, and cannot be written. */
  isPart: boolean;
  ask: Ask;
}>;

/** Without the fixes that the user does not want; those that are left are judged without them. */
async function leaveOut(
  { group, before, writable, isPart, ask }: Proposed,
  rulesIn: Work["rulesIn"],
): Promise<{ fixes: ReadonlyMap<string, string>; skipped: ReadonlyMap<string, string>; after: ReadVerdict }> {
  const fixes = new Map(writable);
  const skipped = new Map<string, string>();
  while (fixes.size > 0) {
    const after = await ask(fixes, "static");
    const unwanted = [...fixes.keys()].filter((path) =>
      changesIgnored(group.partOf(before, path), group.partOf(after, path), rulesIn(path)),
    );
    const isDependent = unwanted.length === 0 && (isPart || skipped.size > 0) && addsFinding(before, after);
    const left = isDependent ? [...fixes.keys()] : unwanted;
    if (left.length === 0) return { fixes, skipped, after };
    for (const path of left) {
      fixes.delete(path);
      skipped.set(path, isDependent ? reasons.dependent : reasons.ignored);
    }
  }
  return { fixes, skipped, after: before };
}

function whyUnwritable(source: Source, text: string): string | undefined {
  try {
    toBytes(source, text);
    return undefined;
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}

/** The fix of a finding that the user ignores may be unwanted too, such as an import that is there for others. */
export function changesIgnored(before: ReadVerdict, after: ReadVerdict, isChosen: RuleChoice): boolean {
  const countIgnored = (verdict: ReadVerdict): number =>
    findingsOf(verdict, false).filter(({ rule }) => !isChosen(rule)).length;
  return countIgnored(after) < countIgnored(before);
}

/** Whether something is found that was not there before, or more often. */
function addsFinding(before: ReadVerdict, after: ReadVerdict): boolean {
  const [old, now] = [before, after].map((verdict) =>
    Map.groupBy(findingsOf(verdict, false), ({ rule, message }) => `${rule} ${message}`),
  );
  return [...now!].some(([said, found]) => found.length > (old!.get(said)?.length ?? 0));
}
