import type { Executed } from "./execute/execute.ts";
import type { StaticFindings } from "./findings/static-findings.ts";
import type { RepairedFiles } from "./improve.ts";
import type { ProjectCheck } from "./project-check.ts";
import type { FoundIn } from "./tasks/join-findings.ts";
import type { Project } from "./project.ts";
import type { Repaired } from "./repair/rounds.ts";
import { withoutMark } from "./static-check.ts";
import { submittedLines, type LineMap } from "./text/line-map.ts";
import type { AppliedFix } from "./verdict.ts";

/** The code as it ends up. */
export type Ending = Readonly<{
  text: string;
  /** The submitted lines of its own. */
  lines: LineMap;
  /** What the checkers say of it, where that is known already. */
  findings: StaticFindings | undefined;
  /** It is another text than the submitted one, and every example holds for it. */
  isFixed: boolean;
  fixes: readonly AppliedFix[];
}>;

/** A repaired text is a fix only when every example holds for it; a byte order mark stays where it was. */
export function endingOf(code: string, repaired: Repaired, executed: Executed): Ending {
  const submitted = withoutMark(code);
  const mark = code.slice(0, code.length - submitted.length);
  const { isRepaired, isProven, edited, ai } = executed;
  const lines = isRepaired ? repaired.lines : submittedLines;
  // A model rewrites the whole: its earlier fixes are gone.
  const repairs = isRepaired && ai?.outcome !== "accepted" ? repaired.fixes : [];
  if (edited !== undefined) {
    const fixes = [...repairs, ...executed.fixes];
    return { text: mark + edited.text, lines, findings: undefined, isFixed: true, fixes };
  }
  const isFixed = isProven && isRepaired && repaired.text !== submitted;
  return isFixed
    ? { text: mark + repaired.text, lines, findings: repaired.findings, isFixed, fixes: repairs }
    : { text: code, lines: submittedLines, findings: undefined, isFixed, fixes: [] };
}

/** Each file of a job as it ends up. What running showed has changed one of them at most. */
export function endingsOf(
  { main, texts }: Project,
  repaired: RepairedFiles,
  executed: Executed,
): ReadonlyMap<string, Ending> {
  return new Map(
    Array.from(texts, ([path, code]) => {
      const shown =
        path === (executed.edited?.file ?? main) ? executed : { ...executed, edited: undefined, fixes: [] };
      return [path, endingOf(code, repaired.get(path)!, shown)];
    }),
  );
}

/** What the checkers say of the files as they end up, where one of them is another than was submitted. */
export async function checkFixed(
  check: ProjectCheck,
  endings: ReadonlyMap<string, Ending>,
): Promise<FoundIn | undefined> {
  const ends = [...endings];
  if (!ends.some(([, { isFixed }]) => isFixed)) return undefined;
  const [[path, { findings }]] = ends as [[string, Ending]];
  if (ends.length === 1 && findings) return new Map([[path, findings]]);
  return check(new Map(ends.map(([its, { text }]) => [its, text])));
}
