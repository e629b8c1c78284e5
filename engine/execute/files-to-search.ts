import { trace } from "./observe.ts";
import type { BoxFiles, Result } from "./protocol.ts";
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
  const entered = commonFiles(traced, main.failing).filter((path) => path !== project.main);
  const raised = traced?.claims?.some(([, kind]) => kind === "raised") ?? false;
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
function commonFiles(traced: Result | undefined, failing: readonly number[]): string[] {
  const [first = [], ...others] = failing.map((example) => traced?.facts?.files[String(example)] ?? []);
  return first.filter((path) => others.every((files) => files.includes(path)));
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
