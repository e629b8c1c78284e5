import { reasonOf } from "../checking/each-file.ts";
import { readSource, type Source } from "../files/source.ts";

/** Files by their paths. */
export type Sources = Readonly<{
  sources: ReadonlyMap<string, Source>;
  /** Why the others cannot be read. */
  unreadable: ReadonlyMap<string, string>;
}>;

export async function readSources(paths: readonly string[]): Promise<Sources> {
  const sources = new Map<string, Source>();
  const unreadable = new Map<string, string>();
  for (const path of paths)
    try {
      sources.set(path, await readSource(path));
    } catch (error) {
      unreadable.set(path, reasonOf(error));
    }
  return { sources, unreadable };
}
