import { inFailing, trace } from "./observe.ts";
import type { BoxFiles, Examined } from "./protocol.ts";
import type { SearchTask } from "./search-task.ts";
import { besideFiles, type BoxSession } from "./session.ts";

/** An edit is looked for in so many files. */
const maxFiles = 4;

/**
 * The files that every failing example leads to. Where one ends with an exception, the file that it came to last is
 * searched first; else the main one is. Files that are only imported come after them: a constant there may be wrong.
 */
export async function filesToSearch(
  session: BoxSession,
  main: SearchTask,
  project: BoxFiles,
): Promise<readonly [SearchTask, ...SearchTask[]]> {
  const traced = await trace(main);
  const entered = commonFiles(traced).filter((path) => path !== project.main);
  const raised = main.examples.some(({ held, got }) => !held && isException(got ?? ""));
  const inOrder = raised ? [...entered.toReversed(), project.main] : [project.main, ...entered];
  const named = Object.keys(project.files).filter(
    (path) => !entered.includes(path) && isNamedIn(main.source, path),
  );
  const tasks = [...new Set([...inOrder.slice(0, maxFiles - 1), project.main, ...named])].map((path) =>
    path === project.main ? main : inFile(session, main, project, path),
  );
  return tasks.slice(0, maxFiles) as unknown as readonly [SearchTask, ...SearchTask[]];
}

/** In the order in which the first of the failing examples came to them. */
function commonFiles(traced: readonly Examined[]): string[] {
  const [first = [], ...others] = inFailing(traced, ({ files }) => files).map((files) => files ?? []);
  return first.filter((path) => others.every((files) => files.includes(path)));
}

function isException(got: string): boolean {
  return /^[\w.]*(?:Error|Exception|Interrupt|Exit|Iteration)\b/.test(got);
}

function isNamedIn(source: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1, -".py".length);
  return source.split(/[^\p{L}\p{N}_]+/u).includes(name);
}

/** The same examples, while another file is edited. */
function inFile(session: BoxSession, main: SearchTask, project: BoxFiles, path: string): SearchTask {
  const { [path]: source = "", ...others } = project.files;
  const files = { ...others, [project.main]: main.source };
  return { ...main, file: path, source, session: besideFiles(session, { ...project, files, edited: path }) };
}
