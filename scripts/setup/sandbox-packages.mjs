import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { askDocker, dockerAnswers } from "./docker-api.mjs";
import { SetupFailure } from "./failure.mjs";
import { inRoot, inTools } from "./paths.mjs";
import { say, timed } from "./progress.mjs";
import { runTool } from "./run-tool.mjs";

const name = "box";
const installer = "scripts/setup/install_packages.py";
/** What Docker calls a machine, and what Python's wheels call it. */
const machines = { amd64: "x86_64", arm64: "aarch64" };
const pin = /^[a-z0-9][a-z0-9._-]*==[a-z0-9.!+_-]+$/i;

/**
 * What programs in a box may import beside the standard library, and the type checker reads: the packages that
 * SANDBOX_PACKAGES names, and what they need, as wheels of the box's Python for the engine's machine.
 * @param {string} [usual] Where the variable is not set.
 */
export function sandboxPackages(usual = "") {
  /** In one order. None where the list cannot be read: the command itself refuses it, with all else that is wrong. */
  function wanted() {
    const listed = (process.env.SANDBOX_PACKAGES || usual).split(",").map((entry) => entry.trim());
    const pins = listed.filter((entry) => entry !== "");
    return pins.every((entry) => pin.test(entry)) ? pins.toSorted() : [];
  }

  /** Named by what it is made from. */
  function home() {
    const sum = createHash("sha256")
      .update(readFileSync(inRoot(installer)))
      .update(wanted().join());
    return inTools("sandbox-packages", sum.digest("hex").slice(0, 12));
  }

  const isWanted = () => wanted().length > 0 && process.env.SANDBOX !== "off";
  const isThere = () => existsSync(`${home()}/machine`);

  return {
    /** The folder that holds the folder `packages`; nothing where no package is wanted. */
    folder: () => (isWanted() ? home() : undefined),
    isThere,

    /** @type {import("../setup.mjs").Step} */
    step: {
      name,
      after: ["docker", "python"],

      async inPlace() {
        if (!isWanted() || !(await dockerAnswers())) return true;
        return isThere() && readFileSync(`${home()}/machine`, "utf8") === (await engineMachine());
      },

      async install() {
        try {
          await timed(name, wanted().join(" "), async () => install(home(), wanted()));
        } catch (error) {
          if (!(error instanceof SetupFailure)) throw error;
          say(name, `${error.message} Until then, mode execute is off (see .tools/setup.log).`);
        }
      },

      environment() {
        const told = process.env.SANDBOX_PACKAGES ? {} : { SANDBOX_PACKAGES: usual };
        return isWanted() && isThere() ? { ...told, SANDBOX_PACKAGES_DIR: `${home()}/packages` } : {};
      },
    },
  };
}

/**
 * @param {string} home
 * @param {string[]} wanted
 */
async function install(home, wanted) {
  const machine = await engineMachine();
  const folder = `${home}.part`;
  for (const old of [home, folder]) rmSync(old, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const python = inTools("python/bin/python");
  await runTool([python, "-I", inRoot(installer), `${folder}/packages`, machine, ...wanted], {
    advice: "check that every package of SANDBOX_PACKAGES has that version, and wheels for Python 3.13.",
  });
  // Commands, which nobody calls in a box: it has no shell.
  rmSync(`${folder}/packages/bin`, { recursive: true, force: true });
  writeFileSync(`${folder}/machine`, machine);
  renameSync(folder, home);
}

async function engineMachine() {
  /** @type {{ Arch?: string }} */
  const { Arch = "" } = JSON.parse((await askDocker("GET", "/version")).body);
  return machines[/** @type {keyof typeof machines} */ (Arch)] ?? Arch;
}
