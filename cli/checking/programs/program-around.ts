import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { importBase, importedFiles } from "../../files/local-imports.ts";
import { toSource } from "../../files/source.ts";
import type { TextQuestion } from "../../judge.ts";
import { reachable, toProgram } from "./programs.ts";

/** A file as the main one of a program: all that it imports from beside itself, and the tests there where they are wanted. */
export function programAround(
  path: string,
  { text, withTests }: { text: string; withTests: boolean },
): Pick<TextQuestion, "text" | "path" | "files"> {
  const tests = withTests ? testsBeside(path) : [];
  const sources = new Map<string, string>();
  const found = reachable(path, (each) => {
    const source = each === path ? text : read(each);
    if (source === undefined) return [];
    sources.set(each, source);
    return [...importedFiles(each, source, existsSync), ...(each === path ? tests : [])];
  });
  const program = toProgram(new Map(found.flatMap((each) => known(each, sources))), path);
  return program ?? (withTests ? { text, path: basename(path) } : { text });
}

function known(path: string, sources: ReadonlyMap<string, string>): [string, string][] {
  const text = sources.get(path);
  return text === undefined ? [] : [[path, text]];
}

function testsBeside(path: string): string[] {
  const base = importBase(path, existsSync);
  return [base, join(base, "tests")]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((each) => /^test_.*\.py$/.test(basename(each)));
}

function read(path: string): string | undefined {
  try {
    return toSource(readFileSync(path)).text;
  } catch {
    return undefined;
  }
}
