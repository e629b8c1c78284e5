import type { FixedFile } from "../../checking/fix-group.ts";
import { toBytes } from "../../files/source.ts";
import type { CheckedFile, FileFinding } from "../../finding.ts";
import { checkCopyOf } from "../check-project.ts";
import { copyProject } from "./fixed-copy.ts";
import { isRefused } from "./wanted-fixes.ts";

type Found = ReadonlyMap<string, CheckedFile>;
type Checking = Readonly<{
  project: Parameters<typeof checkCopyOf>[0];
  /** What was found in the whole project without the fixes. */
  before: Found;
  terminal: Parameters<typeof checkCopyOf>[2];
  asked: Parameters<typeof checkCopyOf>[3];
}>;

type Tried = Readonly<{ before: Found; after: Found; left: ReadonlySet<string> }>;

const reason = "with it the check of the whole project finds something that it did not find before";

/** Fixes are judged among files that import each other; here once more with all files, by the project's own tools. */
export async function keepNoWorse(fixed: readonly FixedFile[], checking: Checking): Promise<FixedFile[]> {
  const { before } = checking;
  let left: ReadonlySet<string> = new Set();
  for (;;) {
    const tried = fixed.filter(({ path, fix }) => fix !== undefined && !left.has(path));
    const after = tried.length === 0 ? before : await checkWith(tried, checking);
    const worse = tried.length === 0 ? [] : worseFiles(tried, before, after);
    if (worse.length === 0) return fixed.map((each) => told(each, { before, after, left }));
    // Where the file that is worse has no fix of its own, no fix can be told to be the cause.
    const own = worse.filter((path) => tried.some((each) => each.path === path));
    left = new Set([...left, ...(own.length > 0 ? own : tried.map(({ path }) => path))]);
  }
}

function told(each: FixedFile, { before, after, left }: Tried): FixedFile {
  const found = after.get(each.path);
  const isLeft = left.has(each.path);
  const checked =
    found && each.checked.problem === undefined
      ? { ...found, file: each.checked.file, text: isLeft ? found.text : (each.fix?.text ?? found.text) }
      : each.checked;
  const now = { ...each, checked, unfixed: before.get(each.path) ?? each.unfixed };
  return isLeft ? { ...now, fix: undefined, skipped: reason } : now;
}

async function checkWith(
  fixed: readonly FixedFile[],
  { project, terminal, asked }: Checking,
): Promise<Found> {
  const texts = new Map(fixed.map(({ path, fix }) => [path, toBytes(fix!.source, fix!.text)]));
  using copy = copyProject(project, asked.settings, texts);
  const found = await checkCopyOf(project, copy.files, terminal, {
    ...asked,
    settings: copy.settings,
    onDone: () => undefined,
  });
  return new Map(
    project.paths.flatMap((path) => {
      const each = found.get(copy.pathOf(path));
      return each ? [[path, each] as const] : [];
    }),
  );
}

/**
 * Files in which something rejects that did not before or, where no less is told of the project than before, in which
 * anything new is told. Behind a text that Python refused, much may come to light.
 */
function worseFiles(fixed: readonly FixedFile[], before: Found, after: Found): readonly string[] {
  if (fixed.some(({ path }) => isRefused(before.get(path)!))) return [];
  const isLess = countAll(after) < countAll(before);
  return [...after].flatMap(([path, { findings }]) => {
    const old = Map.groupBy(before.get(path)?.findings ?? [], keyOf);
    const now = Map.groupBy(findings, keyOf);
    const added = [...now].filter(([key, { length }]) => length > (old.get(key)?.length ?? 0));
    const isWorse = added.some(([, [first]]) => first!.rejects || !isLess);
    return isWorse ? [path] : [];
  });
}

/** Numbers of lines in a message move with the text. */
function keyOf({ rule, message }: FileFinding): string {
  return `${rule} ${message.replaceAll(/\d+/g, "0")}`;
}

function countAll(found: Found): number {
  return [...found.values()].reduce((sum, { findings }) => sum + findings.length, 0);
}
