import { basename, sep } from "node:path";
import { pathProblem } from "../../../engine/file-path.ts";
import { importBase, importedFiles } from "../../files/local-imports.ts";
import { nameBelow, topOf } from "./alone-name.ts";

/** Files that import each other, to be checked in one question. */
export type LocalProgram = Readonly<{
  /** The path of the text that the question is about, and of the others, from the folder that imports begin at. */
  path: string;
  text: string;
  files: Readonly<Record<string, string>>;
  /** What each file is called in it. */
  nameOf(path: string): string;
}>;

/** What an engine or a service takes at once. */
const [maxFiles, maxLength] = [200, 200_000];

/** The program that each of these files is part of; none for a file that stands alone, or whose program is too long. */
export function groupPrograms(found: ReadonlyMap<string, string>): ReadonlyMap<string, LocalProgram> {
  const sources = new Map([...found].filter(([path]) => path.endsWith(".py")));
  const has = (path: string): boolean => sources.has(path);
  const neighbours = new Map<string, Set<string>>(Array.from(sources.keys(), (path) => [path, new Set()]));
  for (const [path, text] of sources)
    for (const other of importedFiles(path, text, has)) {
      neighbours.get(path)!.add(other);
      neighbours.get(other)!.add(path);
    }
  const programs = new Map<string, LocalProgram>();
  const seen = new Set<string>();
  for (const path of sources.keys()) {
    if (seen.has(path)) continue;
    const group = reachable(path, (each) => neighbours.get(each)!);
    for (const each of group) seen.add(each);
    const program = toProgram(new Map(group.map((each) => [each, sources.get(each)!])));
    if (program) for (const each of group) programs.set(each, program);
  }
  return programs;
}

/** Everything that can be reached, the start first. */
export function reachable(start: string, from: (path: string) => Iterable<string>): string[] {
  const found = new Set([start]);
  // A set may grow while it is iterated over.
  for (const path of found) for (const next of from(path)) found.add(next);
  return [...found];
}

/** One program; undefined where there is only one file, or they cannot be asked about at once. */
export function toProgram(sources: ReadonlyMap<string, string>, main?: string): LocalProgram | undefined {
  const paths = [...sources.keys()];
  const length = [...sources.values()].reduce((sum, text) => sum + text.length, 0);
  if (paths.length < 2 || paths.length > maxFiles || length > maxLength) return undefined;
  const baseOf = (path: string): string => importBase(path, (each) => sources.has(each));
  const root = main === undefined ? commonFolder(paths.map(baseOf)) : baseOf(main);
  const path =
    main ?? mainOf(paths.filter((each) => baseOf(each) === root && sources.get(each)!.trim() !== ""));
  if (root === undefined || path === undefined || paths.some((each) => !each.startsWith(root + sep)))
    return undefined;
  // What is run begins at its own folder.
  const top = main === undefined ? topOf(root) : root;
  const nameOf = (each: string): string => nameBelow(top, each);
  if (paths.some((each) => pathProblem(nameOf(each)) !== undefined)) return undefined;
  const others = [...sources].filter(([each]) => each !== path);
  return {
    path: nameOf(path),
    text: sources.get(path)!,
    files: Object.fromEntries(others.map(([each, text]) => [nameOf(each), text])),
    nameOf,
  };
}

/** The one of them that all the others are below. */
function commonFolder(folders: readonly string[]): string | undefined {
  return folders.find((folder) =>
    folders.every((other) => other === folder || other.startsWith(folder + sep)),
  );
}

function mainOf(paths: readonly string[]): string | undefined {
  return paths.find((path) => basename(path) === "main.py") ?? paths[0];
}
