/**
 * Loaded before a program or a thread of ours: it runs from a bundle instead of thousands of modules. What is named by
 * its whole address is one; modules name each other by relative paths. Each finds its files where its source stands.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { registerHooks, setSourceMapsSupport } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isMainThread } from "node:worker_threads";

const root = new URL("../../../", import.meta.url).href;
const builder = fileURLToPath(new URL("./build.ts", import.meta.url));
const folder = process.env.TEST_BUNDLES;
/** Vitest names the tests by their addresses, too. */
const isVitest = isMainThread && process.env.VITEST !== undefined;

if (folder !== undefined && !isVitest) {
  // Stack traces name the sources.
  setSourceMapsSupport(true);
  registerHooks({
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context);
      return isProgram(specifier) ? (findBundle(resolved.url) ?? resolved) : resolved;
    },
  });
}

/** @param {string} address */
function isProgram(address) {
  return address.startsWith(root) && address.endsWith(".ts") && !address.includes("/node_modules/");
}

/** @param {string} url */
function findBundle(url) {
  const program = url.slice(root.length);
  const bundle = join(folder, program.replaceAll("/", "--"), "program.js");
  if (!existsSync(bundle)) {
    const options = { stdio: ["ignore", "inherit", "inherit"], env: { PATH: process.env.PATH } };
    const { status } = spawnSync(process.execPath, [builder, program, folder], options);
    if (status !== 0) throw new Error(`${program} could not be bundled.`);
    // The sources have changed since the tests began: they are loaded as they are.
    if (!existsSync(bundle)) return undefined;
  }
  return { url: pathToFileURL(bundle).href, format: "module", shortCircuit: true };
}
