import { asWritten } from "./lint/report.ts";
import { checkTypesTogether } from "./type-check/check-types.ts";
import { inspectLinked } from "./linked-inspection.ts";
import { withoutPassedOn } from "./passed-on-imports.ts";
import type { LentNames } from "./resolve/lent-names.ts";
import type { StaticFindings } from "./findings/static-findings.ts";
import type { Project, FileTexts } from "./project.ts";
import { checkStatically, inspectText, toFindings, toReadable, type StaticTools } from "./static-check.ts";
import type { Inspection } from "./tasks/pieces.ts";

/** What is found in each of several files. */
export type ProjectFindings = ReadonlyMap<string, StaticFindings>;
/** Checks the files of a job, with the texts they have by now. */
export type ProjectCheck = (texts: FileTexts) => Promise<ProjectFindings>;

/** Each text is looked at once, also where several files have it or a file comes back to it; mypy sees all of them. */
export function openProjectCheck(
  tools: StaticTools,
  { isNamed, base }: Pick<Project, "isNamed" | "base">,
  signal: AbortSignal,
): ProjectCheck {
  const inspections = new Map<string, Promise<Inspection>>();
  const inspect = async (text: string, beside?: LentNames): Promise<Inspection> => {
    const asked = JSON.stringify([text, beside]);
    const known = inspections.get(asked) ?? lookAt(tools, { text, beside }, signal);
    inspections.set(asked, known);
    return known;
  };

  async function checkTogether(texts: FileTexts): Promise<ProjectFindings> {
    const readable = new Map(Array.from(texts, ([path, code]) => [path, toReadable(code)]));
    const sources = new Map(Array.from(readable, ([path, { text }]) => [path, text]));
    const inspected = await inspectLinked({ sources, base }, inspect);
    const unsilenced = new Map(Array.from(inspected, ([path, inspection]) => [path, inspection.unsilenced]));
    const typings = await checkTypesTogether(tools, { texts: unsilenced, base }, signal);
    signal.throwIfAborted();
    const found = new Map(
      Array.from(inspected, ([path, inspection]) => [
        path,
        toFindings(readable.get(path)!, { inspection, typing: typings.get(path)! }),
      ]),
    );
    return withoutPassedOn(found, { sources, base });
  }

  return async (texts) => {
    if (isNamed) return checkTogether(texts);
    const [[path, code]] = texts as unknown as [[string, string]];
    return new Map([[path, await checkStatically(tools, code, signal)]]);
  };
}

/** An empty file, as `__init__.py` often is, is no broken program. */
async function lookAt(
  { workers }: StaticTools,
  { text, beside }: Readonly<{ text: string; beside: LentNames | undefined }>,
  signal: AbortSignal,
): Promise<Inspection> {
  if (text.trim() === "")
    return { isBroken: false, diagnostics: [], security: [], unsilenced: asWritten(text) };
  return inspectText(workers, text, signal, beside);
}

/** What is found in one file, and beside it, without a place, in all the others: what a change of this file is judged by. */
export function wholeSeenFrom(path: string, findings: ProjectFindings): StaticFindings {
  const own = findings.get(path)!;
  if (findings.size === 1) return own;
  const others = [...findings].filter(([other]) => other !== path);
  return {
    ...own,
    diagnostics: [
      ...own.diagnostics,
      ...others.flatMap(([file, { diagnostics }]) =>
        diagnostics.map((each) => ({ ...each, file, line: null, column: null, data: undefined })),
      ),
    ],
    security: [
      ...own.security,
      ...others.flatMap(([file, { security }]) => security.map((each) => ({ ...each, file, line: null }))),
    ],
  };
}
