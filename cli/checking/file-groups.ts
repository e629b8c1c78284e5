import type { ReadVerdict } from "../../engine/verdict.ts";
import { readSource, type Source } from "../files/source.ts";
import { NotJudged, type TextQuestion } from "../judge.ts";
import { aloneName } from "./programs/alone-name.ts";
import { groupPrograms, type LocalProgram } from "./programs/programs.ts";
import { partOf } from "./to-checked.ts";

/** Files that are asked about in one question: those of a program, or one that stands alone. */
export type FileGroup = Readonly<{
  paths: readonly string[];
  /** What one of them is called in the question; a text that stands alone may have no name. */
  nameOf(path: string): string | undefined;
  /** The question about them with these texts. */
  toQuestion(texts: ReadonlyMap<string, string>): Omit<TextQuestion, "mode">;
  /** What the answer says of one of them, as if it had been about that one. */
  partOf(verdict: ReadVerdict, path: string): ReadVerdict;
}>;

/** What can be read of these files; one that cannot is told of when its turn comes. */
export async function readAll(paths: readonly string[]): Promise<ReadonlyMap<string, Source>> {
  const read = await Promise.all(
    paths.map(async (path) => ({ path, source: await readSource(path).catch(() => undefined) })),
  );
  return new Map(read.flatMap(({ path, source }) => (source ? [[path, source] as const] : [])));
}

export function textsOf(sources: ReadonlyMap<string, Source>): ReadonlyMap<string, string> {
  return new Map(Array.from(sources, ([path, { text }]) => [path, text]));
}

/** What a service does not take in one piece, as a program that is too long for it, is asked about file by file. */
export function orAlone(error: unknown): undefined {
  if (!(error instanceof NotJudged)) throw error;
}

/** A service of an older version has looked at one file only. */
export function isOfOneFile({ fixed_files: fixed }: ReadVerdict): boolean {
  return fixed === undefined;
}

/** A question that is asked once, however many files want its answer. */
export function askedOnce<Answer>(ask: (group: FileGroup) => Promise<Answer>): typeof ask {
  const asked = new Map<FileGroup, Promise<Answer>>();
  return async (group) => {
    const asking = asked.get(group) ?? ask(group);
    asked.set(group, asking);
    return asking;
  };
}

/** Files that import each other are one group, so that each is known to the others. */
export function groupFiles(texts: ReadonlyMap<string, string>): (path: string) => FileGroup {
  const programOf = groupPrograms(texts);
  const members = Map.groupBy(programOf.keys(), (path) => programOf.get(path)!);
  const groups = new Map(Array.from(members, ([program, paths]) => [program, ofProgram(program, paths)]));
  return (path) => {
    const program = programOf.get(path);
    return program === undefined ? alone(path) : groups.get(program)!;
  };
}

export function alone(path: string): FileGroup {
  const name = aloneName(path);
  return {
    paths: [path],
    nameOf: () => name,
    toQuestion: (texts) => ({ text: texts.get(path)!, path: name }),
    partOf: (verdict) => (name === undefined ? verdict : withoutName(verdict, name, (words) => [words])),
  };
}

function ofProgram({ path: main, nameOf }: LocalProgram, paths: readonly string[]): FileGroup {
  return {
    paths,
    nameOf,
    toQuestion: (texts) => {
      const named = paths.map((path) => [nameOf(path), texts.get(path)!] as const);
      const text = named.find(([name]) => name === main)![1];
      return { text, path: main, files: Object.fromEntries(named.filter(([name]) => name !== main)) };
    },
    partOf: (verdict, path) => {
      const name = nameOf(path);
      return {
        ...withoutName(partOf(verdict, name), name),
        fixed_code: name === main ? verdict.fixed_code : (verdict.fixed_files?.[name] ?? null),
      };
    },
  };
}

/** With the fixes of one file only, told without its name; a service of an older version does not name it. */
function withoutName(
  verdict: ReadVerdict,
  name: string,
  unnamed: (words: string) => string[] = () => [],
): ReadVerdict {
  const prefix = `${name}: `;
  const ofFile = (words: string): string[] =>
    words.startsWith(prefix) ? [words.slice(prefix.length)] : unnamed(words);
  const { fixes, meta } = verdict;
  const kinds = meta.fixes?.flatMap((fix) => ofFile(fix.text).map((text) => ({ ...fix, text })));
  return { ...verdict, fixes: fixes.flatMap(ofFile), meta: { ...meta, ...(kinds && { fixes: kinds }) } };
}
