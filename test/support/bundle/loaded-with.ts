import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..", "..", "..");

/** The packages and files of the engine that are loaded with a file, before any of its functions runs. */
export async function loadedWith(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: join(root, "dist"),
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    packages: "external",
    write: false,
    metafile: true,
  });
  const loaded = new Set([entry]);
  for (const file of loaded)
    for (const { path, kind } of metafile.inputs[file]?.imports ?? [])
      if (kind !== "dynamic-import") loaded.add(path);
  return [...loaded].filter((each) => /^engine\/|^(?!node:)[^./]+$|^@/.test(each)).toSorted();
}
