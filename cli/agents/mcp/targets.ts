import { UsageError } from "../../usage-error.ts";
import type { AgentProject, ProjectWork } from "../project.ts";
import { locate } from "./roots.ts";
import type { CallContext } from "./tool.ts";

/** The arguments of tools that work on files. */
export type PathArguments = Readonly<{ paths?: readonly string[] }>;

export const pathsSchema = {
  type: "array",
  items: { type: "string" },
  description: "Files or folders; default: what changed since the last commit, and new files",
} as const;

/** Work on what the agent named, or on what changed; each root has settings of its own. */
export async function eachRoot<Result>(
  { paths }: PathArguments,
  { project, roots, signal, onDone }: CallContext,
  work: (given: ProjectWork) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const named = paths?.map((name) => locate(roots, name));
  const places = roots
    .filter((root) => named === undefined || named.some((one) => one.root === root))
    .map((root) => {
      const own = named?.filter((one) => one.root === root).map(({ path }) => path);
      return { root, files: own === undefined ? changed(project, root) : project.find(root, own) };
    });
  const total = places.reduce((sum, { files }) => sum + files.length, 0);
  const results: Result[] = [];
  for (const { root, files } of places) {
    const before = results.length;
    const given = { root, files, shownFrom: roots[0]!, signal };
    results.push(...(await work({ ...given, onDone: (done) => onDone(before + done, total) })));
  }
  return results;
}

function changed(project: AgentProject, root: string): readonly string[] {
  try {
    return project.changed(root);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`What changed is not known: ${error.message}. Name files or folders in \`paths\`.`);
  }
}

/** Why there was nothing to work on. */
export function nothingFor({ paths }: PathArguments): string {
  return paths === undefined
    ? "No Python file changed since the last commit. Name files or folders in `paths`."
    : "There are no Python files in these paths.";
}
