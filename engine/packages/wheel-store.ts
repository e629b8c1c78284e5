import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";

/** Wheels on the disk, each unpacked into a folder named by its hash that nobody changes afterwards. */
export type WheelStore = Readonly<{
  folderOf(sha256: string): string;
  has(sha256: string): boolean;
  /** Puts a wheel there that `fill` unpacks into an empty folder; two who want the same one wait for one of them. */
  add(
    sha256: string,
    fill: (folders: Readonly<{ wheel: string; work: string }>) => Promise<void>,
  ): Promise<void>;
  /** Whether its bytecode for a Python was written, and that it was. */
  isCompiledFor(sha256: string, python: string): boolean;
  markCompiled(sha256: string, python: string): Promise<void>;
  /** Until it is disposed of, none of these is removed. */
  hold(sha256s: readonly string[]): Disposable;
  /** Where a type checker keeps what it has read of a layer. */
  cacheOf(layer: string): string;
  /** An empty folder for work, removed when it is disposed of. */
  workIn(): Promise<AsyncDisposable & Readonly<{ folder: string }>>;
  /** On the disk, of those that are there. */
  bytesOf(sha256s: readonly string[]): number;
  numbers(): Readonly<{ wheels: number; bytes: number }>;
}>;

type Settings = Readonly<{
  folder: string;
  maxBytes: number;
  clock: Clock;
}>;

/** What a type checker keeps of a layer is some ten MB: only so many of the layers used last keep it. */
const maxCaches = 30;

const Entry = z.object({ bytes: z.int(), compiled: z.array(z.string()) });
type Entry = z.infer<typeof Entry>;

export async function openWheelStore({ folder: root, maxBytes, clock }: Settings): Promise<WheelStore> {
  const [wheels, ours] = [join(root, "wheels"), join(root, "ours")];
  const [entriesFolder, workFolder, typesFolder] = ["entries", "work", "types"].map((name) =>
    join(ours, name),
  );
  await mkdir(root, { recursive: true });
  // A program opens what it is told of and lists nothing; the rest is not for programs at all.
  for (const [folder, mode] of [
    [root, 0o711],
    [wheels, 0o711],
    [ours, 0o700],
  ] as const) {
    await mkdir(folder, { recursive: true });
    await chmod(folder, mode);
  }
  // What an earlier process left behind belongs to nobody.
  await rm(workFolder!, { recursive: true, force: true });
  for (const folder of [entriesFolder!, workFolder!, typesFolder!]) await mkdir(folder, { recursive: true });
  const folderOf = (sha256: string): string => join(wheels, sha256);
  const entryOf = (sha256: string): string => join(entriesFolder!, `${sha256}.json`);
  /** Those that were used last stand last. */
  const entries = await readEntries(wheels, entriesFolder!);
  const adding = new Map<string, Promise<void>>();
  const held = new Map<string, number>();

  async function write(sha256: string, entry: Entry): Promise<void> {
    await writeFile(entryOf(sha256), JSON.stringify(entry));
    entries.set(sha256, entry);
  }

  async function workIn(): Promise<AsyncDisposable & Readonly<{ folder: string }>> {
    const own = await mkdtemp(join(workFolder!, "w"));
    return { folder: own, [Symbol.asyncDispose]: async () => rm(own, { recursive: true, force: true }) };
  }

  async function addNow(...[sha256, fill]: Parameters<WheelStore["add"]>): Promise<void> {
    await using work = await workIn();
    const filled = join(work.folder, "wheel");
    await mkdir(filled, { mode: 0o755 });
    await fill({ wheel: filled, work: work.folder });
    const bytes = await sizeOf(filled);
    await rename(filled, folderOf(sha256)).catch(async (error: NodeJS.ErrnoException) => {
      // Another process has put the same one there.
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
    await write(sha256, { bytes, compiled: [] });
    await makeRoom();
    await removeOldCaches();
  }

  function total(): number {
    let bytes = 0;
    for (const entry of entries.values()) bytes += entry.bytes;
    return bytes;
  }

  async function makeRoom(): Promise<void> {
    for (const sha256 of entries.keys()) {
      if (total() <= maxBytes) return;
      if (held.has(sha256)) continue;
      entries.delete(sha256);
      await rm(entryOf(sha256), { force: true });
      await rm(folderOf(sha256), { recursive: true, force: true });
    }
  }

  async function removeOldCaches(): Promise<void> {
    const names = await readdir(typesFolder!);
    const caches = await Promise.all(
      names.map(async (name) => ({ name, usedAt: (await stat(join(typesFolder!, name))).mtimeMs })),
    );
    const old = caches.toSorted((a, b) => b.usedAt - a.usedAt).slice(maxCaches);
    for (const { name } of old) await rm(join(typesFolder!, name), { recursive: true, force: true });
  }

  function touch(sha256: string): void {
    const entry = entries.get(sha256);
    if (entry === undefined) return;
    entries.delete(sha256);
    entries.set(sha256, entry);
    const now = clock.now() / 1000;
    void utimes(entryOf(sha256), now, now).catch(() => undefined);
  }

  return {
    folderOf,
    has: (sha256) => entries.has(sha256),
    add: async (sha256, fill) => {
      if (entries.has(sha256)) return;
      const begun = adding.get(sha256) ?? addNow(sha256, fill).finally(() => adding.delete(sha256));
      adding.set(sha256, begun);
      return begun;
    },
    isCompiledFor: (sha256, python) => entries.get(sha256)?.compiled.includes(python) ?? false,
    markCompiled: async (sha256, python) => {
      const entry = entries.get(sha256);
      if (entry === undefined || entry.compiled.includes(python)) return;
      const bytes = await sizeOf(folderOf(sha256));
      await write(sha256, { bytes, compiled: [...entry.compiled, python] });
    },
    hold: (sha256s) => {
      for (const sha256 of sha256s) {
        held.set(sha256, (held.get(sha256) ?? 0) + 1);
        touch(sha256);
      }
      return {
        [Symbol.dispose]: () => {
          for (const sha256 of sha256s) {
            const others = held.get(sha256)! - 1;
            if (others > 0) held.set(sha256, others);
            else held.delete(sha256);
          }
        },
      };
    },
    cacheOf: (layer) => {
      const cache = join(typesFolder!, layer);
      const now = clock.now() / 1000;
      void utimes(cache, now, now).catch(() => undefined);
      return cache;
    },
    workIn,
    bytesOf: (sha256s) => sha256s.reduce((sum, sha256) => sum + (entries.get(sha256)?.bytes ?? 0), 0),
    numbers: () => ({ wheels: entries.size, bytes: total() }),
  };
}

/** What an earlier process left: a folder and its entry, or neither. */
async function readEntries(folder: string, entriesFolder: string): Promise<Map<string, Entry>> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (sha256) => {
      const path = join(entriesFolder, `${sha256}.json`);
      try {
        const entry = Entry.parse(JSON.parse(await readFile(path, "utf8")));
        return { sha256, entry, usedAt: (await stat(path)).mtimeMs };
      } catch {
        await rm(join(folder, sha256), { recursive: true, force: true });
        return undefined;
      }
    }),
  );
  const kept = found.filter((each) => each !== undefined).toSorted((a, b) => a.usedAt - b.usedAt);
  return new Map(kept.map(({ sha256, entry }) => [sha256, entry]));
}

/** Of all files below a folder, in bytes as they are on the disk. */
export async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const file of files) {
    if (!file.isFile()) continue;
    const found = await stat(join(file.parentPath, file.name)).catch(() => undefined);
    bytes += found === undefined ? 0 : found.blocks * 512;
  }
  return bytes;
}
