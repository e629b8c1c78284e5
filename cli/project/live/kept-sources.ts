import { stat } from "node:fs/promises";
import { withPlainLineEnds, type Source } from "../../files/source.ts";
import { readSources, type Sources } from "../read-sources.ts";

type Kept = Readonly<{ mark: string; source: Source }>;

/** Reads a file again only where it was written since; what is typed in an editor comes before what is on the disk. */
export function openKeptSources() {
  let before: ReadonlyMap<string, Kept> = new Map();
  return async (paths: readonly string[], unsaved: ReadonlyMap<string, string>): Promise<Sources> => {
    const marks = new Map(await Promise.all(paths.map(async (path) => [path, await markOf(path)] as const)));
    const fresh = paths.filter(
      (path) => !unsaved.has(path) && (before.get(path)?.mark ?? "") !== marks.get(path),
    );
    const { sources: read, unreadable } = await readSources(fresh);
    const sources = new Map<string, Source>();
    const kept = new Map<string, Kept>();
    for (const path of paths) {
      const typed = unsaved.get(path);
      const source = typed === undefined ? (read.get(path) ?? before.get(path)?.source) : toTyped(typed);
      if (!source || unreadable.has(path)) continue;
      sources.set(path, source);
      if (typed === undefined) kept.set(path, { mark: marks.get(path) ?? "", source });
    }
    before = kept;
    return { sources, unreadable };
  };
}

/** Undefined where there is no file. */
async function markOf(path: string): Promise<string | undefined> {
  try {
    const { mtimeNs, size, ino } = await stat(path, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}

function toTyped(text: string): Source {
  return { bytes: Buffer.from(text), encoding: "utf-8", ...withPlainLineEnds(text) };
}
