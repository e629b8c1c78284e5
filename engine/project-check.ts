import { asWritten } from "./lint/report.ts";
import { askTypes } from "./type-check/check-types.ts";
import { maxListed } from "./findings/list-within.ts";
import { countOf, sumOf } from "./findings/counts.ts";
import { inspectLinked } from "./linked-inspection.ts";
import type { ExportedReferences } from "./resolve/exported-references.ts";
import type { StaticFindings } from "./findings/static-findings.ts";
import type { Project, FileTexts } from "./project.ts";
import { checkStatically, inspectText, joinLooks, toReadable, type StaticTools } from "./static-check.ts";
import type { InspectQuestion } from "./tasks/inspect.ts";
import type { FoundIn } from "./tasks/join-findings.ts";
import { inspectionWithin, type Inspection } from "./tasks/pieces.ts";

/** Checks the files of a job, with the texts they have by now. */
export type ProjectCheck = (texts: FileTexts) => Promise<FoundIn>;

/** A short file may have as many findings listed, whatever the others have. */
const minListed = 50;
/** Among more findings than are listed, each file keeps so many beside its share. */
const minShare = 5;

/** Each text is looked at once, also where several files have it or a file comes back to it; mypy sees all of them. */
export function openProjectCheck(
  tools: StaticTools,
  { isNamed, base, texts: submitted, python, layer }: Omit<Project, "main">,
  signal: AbortSignal,
): ProjectCheck {
  const length = [...submitted.values()].reduce((sum, text) => sum + text.length, 0);
  const maxListedOf = (text: string): number => minListed + Math.ceil((maxListed * text.length) / length);
  const inspections = new Map<string, Map<string, Promise<Inspection>>>();
  const inspect = async (text: string, beside?: ExportedReferences): Promise<Inspection> => {
    const known = inspections.get(text) ?? new Map<string, Promise<Inspection>>();
    inspections.set(text, known);
    const loans = JSON.stringify(beside ?? {});
    const inspecting =
      known.get(loans) ?? lookAt(tools, { text, beside, maxListed: maxListedOf(text), python }, signal);
    known.set(loans, inspecting);
    return inspecting;
  };
  const link: Parameters<typeof inspectLinked>[1]["link"] = async (files) =>
    tools.workers.link(files, signal).catch(() => {
      signal.throwIfAborted();
      return undefined;
    });

  async function checkTogether(texts: FileTexts): Promise<FoundIn> {
    const readable = new Map(Array.from(texts, ([path, code]) => [path, toReadable(code)]));
    const sources = new Map(Array.from(readable, ([path, { text }]) => [path, text]));
    const inspected = await inspectLinked({ sources, base }, { inspect, link });
    const unsilenced = new Map(Array.from(inspected, ([path, inspection]) => [path, inspection.unsilenced]));
    const said = await askTypes(tools, { texts: unsilenced, base, python, layer }, signal);
    signal.throwIfAborted();
    const files = Array.from(cutToShares(inspected), ([path, inspection]) => ({
      path,
      readable: readable.get(path)!,
      inspection: { ...inspection, lent: undefined },
      maxListed: maxListedOf(sources.get(path)!),
    }));
    return joinLooks(tools, { files, said, base }, signal);
  }

  return async (texts) => {
    // The name of a file that stands alone decides nothing: it may be that of a module of the library.
    if (isNamed && texts.size > 1) return checkTogether(texts);
    const [[path, code]] = texts as unknown as [[string, string]];
    return new Map([[path, await checkStatically(tools, code, signal, { python, layer })]]);
  };
}

type Inspected = ReadonlyMap<string, Inspection>;

/**
 * Where files together have more findings than an answer lists, each keeps its share, of the errors first: the rest
 * need not cross threads again.
 */
function cutToShares(inspected: Inspected): Inspected {
  const counted = Array.from(inspected, ([path, inspection]) => {
    const { error, warning, info } = sumOf([countOf(inspection.diagnostics), countOf(inspection.security)]);
    return { path, inspection, errors: error, others: warning + info };
  });
  const errors = counted.reduce((sum, file) => sum + file.errors, 0);
  const others = counted.reduce((sum, file) => sum + file.others, 0);
  if (errors + others <= maxListed) return inspected;
  const share = Math.min(1, maxListed / Math.max(1, errors));
  const shareOfOthers = Math.max(0, maxListed - errors) / Math.max(1, others);
  return new Map(
    counted.map(({ path, inspection, ...file }) => {
      const max = minShare + Math.ceil(file.errors * share + file.others * shareOfOthers);
      return [path, inspectionWithin(inspection, max)];
    }),
  );
}

/** An empty file, as `__init__.py` often is, is no broken program. */
async function lookAt(tools: StaticTools, asked: InspectQuestion, signal: AbortSignal): Promise<Inspection> {
  const { text } = asked;
  if (text.trim() === "")
    return { isBroken: false, diagnostics: [], security: [], unsilenced: asWritten(text) };
  return inspectText(tools, asked, signal);
}

/** What is found in one file, and beside it, without a place, in all the others: what a change of this file is judged by. */
export function wholeSeenFrom(path: string, findings: FoundIn): StaticFindings {
  const own = findings.get(path)!;
  if (findings.size === 1) return own;
  const [diagnostics, security] = [[...own.diagnostics], [...own.security]];
  // Thousands of findings for each change of each file: a copy of all their members would take long.
  for (const [file, others] of findings) {
    if (file === path) continue;
    for (const { severity, rule, message } of others.diagnostics)
      diagnostics.push({ severity, rule, message, file, line: null, column: null });
    for (const { tool, id, severity, confidence, message, cwe } of others.security)
      security.push({ tool, id, severity, confidence, message, cwe, file, line: null });
  }
  const unlisted = sumOf(Array.from(findings.values(), (each) => each.unlisted));
  return { ...own, diagnostics, security, unlisted };
}
