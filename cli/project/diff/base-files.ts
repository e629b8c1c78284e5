import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { git, gitBytes } from "../../files/git.ts";
import { mayHoldPython } from "../../files/find-files.ts";

/** Settings may extend a file of any name. */
const configures = /\.(?:toml|ini|cfg)$|(?:^|\/)py\.typed$/;

/** The Python of a commit and its settings, in a folder of their own that goes away. */
export type BaseFiles = Readonly<{ folder: string; names: readonly string[] }> & Disposable;

export function writeBaseFiles({ top, base }: Readonly<{ top: string; base: string }>): BaseFiles {
  const listed = git(top, ["ls-tree", "-r", "-z", base]).split("\0");
  // Only files: neither links nor other repositories.
  const blobs = listed.flatMap((line) => {
    const [, hash = "", name = ""] = /^100\d+ blob (\w+)\t(.*)$/s.exec(line) ?? [];
    return mayHoldPython(name) || configures.test(name) ? [{ hash, name }] : [];
  });
  const read = gitBytes(top, ["cat-file", "--batch"], blobs.map(({ hash }) => `${hash}\n`).join(""));
  const folder = mkdtempSync(join(tmpdir(), "assay-base-"));
  let at = 0;
  for (const { name } of blobs) {
    // `<hash> blob <size>`, the content, a line end.
    const start = read.indexOf("\n", at) + 1;
    const size = Number(read.toString("latin1", at, start).trim().split(" ").at(-1));
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, read.subarray(start, start + size));
    at = start + size + 1;
  }
  return {
    folder,
    names: blobs.map(({ name }) => name).filter(mayHoldPython),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
