import { createHash } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { writeBook } from "./book.ts";

const root = join(import.meta.dirname, "..", "..");
const dist = join(root, "site", "dist");

/** What the service reads: under which hashed name each file is served, and what must be loaded with it. */
type Manifest = Record<string, { file: string; imports: string[] }>;

/** Bundles scripts and styles under hashed names and compresses each file once, so that serving costs nothing. */
export async function buildSite(): Promise<{ files: number; bytes: number }> {
  await mkdir(dist, { recursive: true });
  const { outputFiles, metafile } = await bundleSite();
  const sizes = await Promise.all(
    outputFiles.map(async ({ path, contents }) => writeCompressed(basename(path), contents)),
  );
  const { book, search } = writeBook();
  const index = Buffer.from(JSON.stringify(search));
  const searchFile = `search-${createHash("sha256").update(index).digest("hex").slice(0, 8).toUpperCase()}.json`;
  sizes.push(await writeCompressed(searchFile, index));
  const manifest = { ...toManifest(metafile), "search.json": { file: searchFile, imports: [] } };
  await writeFile(join(dist, "book.json"), JSON.stringify(book));
  await writeFile(join(dist, "manifest.json"), JSON.stringify(manifest, undefined, 2));
  await removeOthers([...outputFiles.map(({ path }) => basename(path)), searchFile]);
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** What browsers load, in memory. */
export async function bundleSite() {
  return build({
    absWorkingDir: root,
    entryPoints: {
      frame: "site/frame/main.ts",
      keys: "site/keys/main.ts",
      marketplace: "site/marketplace/main.ts",
      pay: "site/pay/main.ts",
      playground: "site/playground/main.ts",
      reference: "site/docs/reference.ts",
      docs: "site/docs/main.ts",
      verdict: "site/verdict/main.ts",
      verify: "site/verify/main.ts",
      site: "site/styles/site.css",
    },
    outdir: dist,
    // What the type checker is told is not for the bundler.
    tsconfigRaw: {},
    bundle: true,
    splitting: true,
    format: "esm",
    target: ["chrome120", "firefox121", "safari17"],
    minify: true,
    entryNames: "[name]-[hash]",
    chunkNames: "chunk-[hash]",
    legalComments: "none",
    metafile: true,
    write: false,
  });
}

/** Files of earlier builds go last, so that a service that runs meanwhile always finds what its pages name. */
async function removeOthers(current: readonly string[]): Promise<void> {
  const kept = new Set([
    ...current.flatMap((name) => [name, `${name}.br`, `${name}.gz`]),
    "book.json",
    "manifest.json",
  ]);
  const old = (await readdir(dist)).filter((name) => !kept.has(name));
  await Promise.all(old.map(async (name) => rm(join(dist, name))));
}

function toManifest({ outputs }: Metafile): Manifest {
  const manifest: Manifest = {};
  for (const [path, { entryPoint, imports }] of Object.entries(outputs)) {
    if (entryPoint === undefined) continue;
    const eager = imports.filter(({ kind }) => kind === "import-statement");
    manifest[nameOf(path)] = { file: basename(path), imports: eager.map((one) => basename(one.path)) };
  }
  return manifest;
}

/** `playground-ABCD1234.js` is asked for as `playground.js`. */
function nameOf(path: string): string {
  return relative(dist, join(root, path)).replace(/-[A-Z0-9]{8}(\.\w+)$/, "$1");
}

async function writeCompressed(name: string, contents: Uint8Array): Promise<number> {
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(contents, { level: 9 }),
  ]);
  await Promise.all([
    writeFile(join(dist, name), contents),
    writeFile(join(dist, `${name}.br`), brotli),
    writeFile(join(dist, `${name}.gz`), gzipped),
  ]);
  return brotli.length;
}
