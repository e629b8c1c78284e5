import { defaultPython, type PythonVersion } from "../python-version.ts";
import { libraryData } from "./data.ts";

type Firsts = ReadonlyMap<string, number>;

const read = new Map<string, Firsts>();

/** Names with the minor version of Python 3 that has each of them first: `batched 12 pairwise 10`. */
function readFirsts(text: string | undefined): Firsts {
  const words = text?.split(" ") ?? [];
  const firsts = new Map<string, number>();
  for (let at = 0; at + 1 < words.length; at += 2) firsts.set(words[at]!, Number(words[at + 1]));
  return firsts;
}

function firstsOf(module: string): Firsts {
  const { since } = libraryData();
  let firsts = read.get(module);
  if (!firsts)
    read.set(module, (firsts = readFirsts(Object.hasOwn(since, module) ? since[module] : undefined)));
  return firsts;
}

let modules: Firsts | undefined;

/** The first version that has a module of the standard library, or a name of it, where that is later than this one. */
export function laterVersion(python: PythonVersion, module: string, name?: string): string | undefined {
  modules ??= readFirsts(libraryData().modulesSince);
  const first = name === undefined ? modules.get(module) : firstsOf(module).get(name);
  return first !== undefined && first > minorOf(python) ? `3.${first}` : undefined;
}

/** What CPython 3.10 to 3.12 import for their own use and 3.13 does not: it is there, though nobody is told of it. */
const incidental: Readonly<Record<string, string>> = {
  calendar: "February January warnings",
  dataclasses: "FunctionType GenericAlias builtins functools",
  datetime: "sys",
  enum: "reduce",
  re: "sre_compile sre_parse",
  statistics: "mul",
};

/** Whether another version than the one that the data is about may have a name of a module. */
export function mayBeThere(python: PythonVersion, module: string, name: string): boolean {
  if (python === defaultPython) return false;
  const { gone } = libraryData();
  const others = [gone, incidental].flatMap((names) =>
    Object.hasOwn(names, module) ? names[module]!.split(" ") : [],
  );
  return name.startsWith("_") || others.includes(name);
}

function minorOf(python: PythonVersion): number {
  return Number(python.slice("3.".length));
}
