import { readFileSync } from "node:fs";

/** What `npm run library` writes: lines that `entries.ts` reads, by type and by module. */
export type LibraryData = Readonly<{
  /** The version of the CPython that was asked. */
  python: string;
  /** Modules that only other versions, from 3.10 to 3.15, have. */
  otherModules: string;
  /** Modules, each with the minor version of Python 3 that has it first, where that is later than 3.10. */
  modulesSince: string;
  /** By module, its names in the same way. */
  since: Readonly<Record<string, string>>;
  /** By module, names that versions from 3.10 on had. */
  gone: Readonly<Record<string, string>>;
  types: Readonly<Record<string, string>>;
  /** By type, what its values take: `iter` where it has an `__iter__`. */
  operations: Readonly<Record<string, string>>;
  modules: Readonly<Record<string, string>>;
}>;

let data: LibraryData | undefined;

/** Read when it is first asked for: a thread that needs none of it starts without it. */
export function libraryData(): LibraryData {
  data ??= JSON.parse(readFileSync(new URL("python.json", import.meta.url), "utf8")) as LibraryData;
  return data;
}
