import { randomUUID } from "node:crypto";
import { open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { toBytes, Unreadable, type Source } from "./source.ts";

/** Puts a whole new file in the place of the old one, or changes nothing. */
export async function writeFixed(path: string, source: Source, text: string): Promise<void> {
  const bytes = toBytes(source, text);
  const target = await realpath(path);
  const { mode } = await stat(target);
  const written = join(dirname(target), `.assay-${randomUUID()}`);
  try {
    const file = await open(written, "wx", mode & 0o777);
    try {
      await file.writeFile(bytes);
      await file.chmod(mode & 0o7777);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!(await readFile(target)).equals(source.bytes))
      throw new Unreadable("changed while it was being checked, so it was not written");
    await rename(written, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new Unreadable(`cannot be written (${code})`);
  } finally {
    await rm(written, { force: true });
  }
}
