/** `build.ts <program> <folder>`: bundles a program of ours into a folder that is named by the digest of the sources. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { digestOf } from "./digest.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** Packages that load files of their own, or programs. */
const external = [
  "@astral-sh/ruff-wasm-nodejs",
  "@kubernetes/client-node",
  "@nomicfoundation/*",
  "dockerode",
  "esbuild",
  "hardhat",
  "oxc-parser",
  "pino",
  "playwright-core",
  "solc",
];

/** A module of a bundle is given the address of its source, so that it finds what stands beside it. */
const ownAddresses: Plugin = {
  name: "own addresses",
  setup: (bundling) => {
    bundling.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (path.includes("/node_modules/")) return undefined;
      const contents = readFileSync(path, "utf8")
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)));
      return { contents, loader: "ts" };
    });
  },
};

async function bundle(program: string, target: string): Promise<void> {
  const made = `${target}.${process.pid}`;
  await build({
    absWorkingDir: root,
    entryPoints: { program },
    outdir: made,
    tsconfigRaw: {},
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node24",
    external,
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module";\nconst require = requireFrom(import.meta.url);',
    },
    legalComments: "none",
    logLevel: "error",
    sourcemap: "linked",
    sourcesContent: false,
    plugins: [ownAddresses],
  });
  if (digestOf(root) === basename(dirname(target))) renameSync(made, target);
  else rmSync(made, { recursive: true });
}

/** Several tests often start a program at the same time; one of them bundles it. */
async function takeLock(file: string, isDone: () => boolean): Promise<boolean> {
  while (!isDone()) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return true;
    } catch {
      if (!isHeld(file)) rmSync(file, { force: true });
      await wait(20);
    }
  }
  return false;
}

function isHeld(file: string): boolean {
  try {
    return process.kill(Number(readFileSync(file, "utf8")), 0);
  } catch {
    return false;
  }
}

const [program = "", folder = ""] = process.argv.slice(2);
const target = join(folder, program.replaceAll("/", "--"));
const lock = `${target}.lock`;
mkdirSync(folder, { recursive: true });
if (await takeLock(lock, () => existsSync(target))) {
  try {
    await bundle(program, target);
  } finally {
    rmSync(lock);
  }
}
