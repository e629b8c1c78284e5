import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { randomUUID } from "node:crypto";
import { BaseDatastore } from "datastore-core";
import { Key, type Pair } from "interface-datastore";

/** Helia's book of what is pinned, an entry a file. Written whole or not at all. */
export class PinFolder extends BaseDatastore {
  readonly #folder: string;

  constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  override async has(key: Key): Promise<boolean> {
    return (await this.#read(key)) !== undefined;
  }

  override async get(key: Key): Promise<Uint8Array> {
    const value = await this.#read(key);
    if (!value) throw Object.assign(new Error("there is no such entry"), { name: "NotFoundError" });
    return value;
  }

  override async put(key: Key, value: Uint8Array): Promise<Key> {
    const file = this.#fileOf(key);
    const unfinished = join(this.#folder, `.${randomUUID()}`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(unfinished, value, { flush: true });
    await rename(unfinished, file);
    return key;
  }

  override async delete(key: Key): Promise<void> {
    await rm(this.#fileOf(key), { force: true });
  }

  override async *_all(): AsyncGenerator<Pair> {
    for await (const key of this._allKeys()) yield { key, value: await this.get(key) };
  }

  override async *_allKeys(): AsyncGenerator<Key> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith("."));
    for (const { parentPath, name } of files)
      yield new Key(`/${relative(this.#folder, join(parentPath, name))}`);
  }

  #fileOf(key: Key): string {
    const path = key.toString();
    if (!/^(?:\/[\w-]+)+$/.test(path)) throw new Error("an entry's key must be plain words");
    return join(this.#folder, path);
  }

  async #read(key: Key): Promise<Uint8Array | undefined> {
    try {
      return await readFile(this.#fileOf(key));
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
  }
}
