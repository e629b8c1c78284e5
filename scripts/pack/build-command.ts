import { createHash } from "node:crypto";
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import { external } from "./manifest.ts";

const root = join(import.meta.dirname, "..", "..");
const dist = join(root, "dist");
const requireOwn = createRequire(import.meta.url);

/** Loaded by address into threads of their own. */
const threads = [
  "platform/threads/thread-start.ts",
  "engine/tasks/worker.ts",
  "engine/tasks/own-worker.ts",
  "engine/tasks/candidates-worker.ts",
];

/** What is read while the command runs, kept at the same places below dist. */
const data = [
  "engine/**/*.md",
  "engine/library/python.json",
  "engine/package-names/*.{txt,bin}",
  "engine/python/**/*.{py,txt}",
  "cli/python/requirements.txt",
  "engine/kernel/*.ts",
  "engine/transpile/runtime/*.ts",
];

/**
 * Node strips no types inside node_modules, so the command is bundled. All outputs stand directly in dist; where a
 * source names its own place, it is given the one that it would have below dist.
 */
export async function buildCommand(): Promise<{ files: number; bytes: number }> {
  rmSync(dist, { recursive: true, force: true });
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["cli/main.ts", ...threads],
    outdir: dist,
    entryNames: "[name]",
    chunkNames: "chunk-[hash]",
    tsconfigRaw: {},
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node22",
    external,
    // Packages that are not modules load Node's own by `require`, which modules lack.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module";\nconst require = requireFrom(import.meta.url);',
    },
    legalComments: "none",
    plugins: [ownPlaces, lazyBuiltins],
    write: false,
  });
  mkdirSync(dist, { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  chmodSync(join(dist, "main.js"), 0o755);
  for (const path of threads) writeStub(path);
  for (const path of globSync(data, { cwd: root })) cpSync(join(root, path), join(dist, path));
  // What is known of a project is kept by what the engine is made of.
  const digest = createHash("sha256");
  for (const { contents } of outputFiles) digest.update(contents);
  for (const path of globSync(data, { cwd: root }).toSorted()) digest.update(readFileSync(join(root, path)));
  writeFileSync(join(dist, "engine", `build-${digest.digest("hex").slice(0, 16)}`), "");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  writeFileSync(join(dist, "package.json"), JSON.stringify({ version, type: "module" }));
  return {
    files: outputFiles.length,
    bytes: outputFiles.reduce((sum, { contents }) => sum + contents.length, 0),
  };
}

/** Addresses are written as strings beside `import.meta.url`, so they are found as text. */
const ownPlaces: Plugin = {
  name: "own places",
  setup: (bundling) => {
    bundling.onLoad({ filter: /\/(?:cli|engine|parts|platform)\/.*\.ts$/ }, ({ path }) => {
      const place = relative(root, path);
      const contents = readFileSync(path, "utf8")
        .replaceAll(/\.ts"(?=, import\.meta\.url)/g, '.js"')
        .replaceAll("import.meta.url", `new URL(${JSON.stringify(`./${place}`)}, import.meta.url)`)
        .replaceAll("import.meta.dirname", `(import.meta.dirname + ${JSON.stringify(`/${dirname(place)}`)})`);
      return { contents, loader: "ts" };
    });
  },
};

/**
 * Node's own modules are loaded by the first use of something in them. `import` would load them at once, with all that their
 * getters load: half of the time of a run in which nothing has changed.
 */
const lazyBuiltins: Plugin = {
  name: "lazy builtins",
  setup: (bundling) => {
    bundling.onResolve({ filter: /^node:/ }, ({ path, namespace }) =>
      namespace === "builtin" ? { path, external: true } : { path, namespace: "builtin" },
    );
    bundling.onLoad({ filter: /./, namespace: "builtin" }, ({ path }) => {
      const names = Object.keys(requireOwn(path) as object);
      const contents = `let own;
        const load = () => (own ??= require(${JSON.stringify(path)}));
        for (const name of ${JSON.stringify(names)})
          Object.defineProperty(exports, name, { enumerable: true, get: () => load()[name] });`;
      return { contents, loader: "js" };
    });
  },
};

function writeStub(path: string): void {
  const place = join(dist, path.replace(/\.ts$/, ".js"));
  mkdirSync(dirname(place), { recursive: true });
  const bundled = relative(dirname(place), join(dist, basename(place)));
  writeFileSync(place, `import ${JSON.stringify(bundled)};\n`);
}
