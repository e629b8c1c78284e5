import type { PythonVersion } from "../python-version.ts";
import { libraryData } from "./data.ts";

type Firsts = ReadonlyMap<string, number>;

const read = new Map<string, Firsts>();

/** Names with the minor version of Python 3 that has each of them first: `batched 12 pairwise 10`. */
function readFirsts(text: string | undefined): Firsts {
  const pairs = Array.from((text ?? "").matchAll(/(\S+) (\d+)/g), ([, name, minor]) => [name!, Number(minor)] as const);
  return new Map(pairs);
}

function firstsOf(module: string): Firsts {
  const { since } = libraryData();
  let firsts = read.get(module);
  if (!firsts) read.set(module, (firsts = readFirsts(Object.hasOwn(since, module) ? since[module] : undefined)));
  return firsts;
}

let modules: Firsts | undefined;

/** The first version that has a module of the standard library, or a name of it, where that is later than this one. */
export function laterVersion(python: PythonVersion, module: string, name?: string): string | undefined {
  modules ??= readFirsts(libraryData().modulesSince);
  const first = name === undefined ? modules.get(module) : firstsOf(module).get(name);
  return first !== undefined && first > minorOf(python) ? `3.${first}` : undefined;
}

/** Whether an earlier version than the one that was asked has a name of a module which is not there any more. */
export function wasThere(python: PythonVersion, module: string, name: string): boolean {
  const { gone } = libraryData();
  const names = Object.hasOwn(gone, module) ? gone[module]!.split(" ") : [];
  return minorOf(python) < describedMinor && names.includes(name);
}

/** Of the CPython that the data was read from. */
const describedMinor = 13;

function minorOf(python: PythonVersion): number {
  return Number(python.slice("3.".length));
}
