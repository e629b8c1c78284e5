import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { npm } from "./npm.mjs";
import { allOnPath } from "./on-path.mjs";
import { inRoot, inTools } from "./paths.mjs";
import { timed } from "./progress.mjs";
import { runTool } from "./run-tool.mjs";
import { stampFor } from "./stamp.mjs";

const version = "24.21.0";
const ownMajor = Number(process.versions.node.split(".")[0]);
const machineNodeWillDo = ownMajor >= 24;

const folder = inTools("node");
const installedNode = join(folder, "node_modules", ".bin", "node");

/** The Node that runs the packages' installation and the command. */
export const nodeBinary = machineNodeWillDo ? process.execPath : installedNode;
export const nodeMajor = machineNodeWillDo ? ownMajor : 24;

/** The environment in which `node` and the packages' commands are found first. */
export function nodeEnvironment() {
  const path = [inRoot("node_modules", ".bin"), process.env.PATH ?? ""];
  // A folder that already leads is left where it is: moved to the front, /usr/bin would hide other programs.
  const [leading] = allOnPath("node");
  if (!leading || realpathSync(leading) !== realpathSync(nodeBinary)) path.unshift(dirname(nodeBinary));
  return { ...process.env, PATH: path.join(delimiter) };
}

// The npm package `node` would choose one of these in an install script; asked for by name they need
// none, so the set-up also works where npm runs no scripts.
const prefix = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
export const nodePackage = `${prefix}-${process.platform}-${process.arch}@${version}`;

const stamp = stampFor("node");
const ingredients = [nodePackage];

/** @type {import("../setup.mjs").Step} */
export const node24 = {
  name: "node",

  inPlace() {
    return machineNodeWillDo || (stamp.matches(ingredients) && existsSync(installedNode));
  },

  async install() {
    stamp.remove();
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    await timed("node", `Node ${version}, since this machine's is ${process.versions.node}`, async () => {
      const install = ["install", "--prefix", folder, "--ignore-scripts", nodePackage];
      await runTool([...npm(process.execPath), ...install], {
        advice: "check that npm reaches its registry, or install Node 24 yourself, and try again.",
      });
      await runTool([installedNode, "--version"], {
        advice: "this Node does not run on this machine; install Node 24 yourself and try again.",
      });
    });
    stamp.write(ingredients);
  },

  environment: () => ({
    // Threads and processes then need not strip types and compile what others have.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? inTools("compile-cache"),
    // Otherwise glibc keeps memory apart for each thread: 80 MB more for the service, and not a second less.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "2",
  }),
};
