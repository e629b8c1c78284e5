import { existsSync } from "node:fs";
import { join } from "node:path";
import { aptInstall, mayUseApt } from "./apt.mjs";
import { SetupFailure } from "./failure.mjs";
import { allOnPath } from "./on-path.mjs";
import { say, timed } from "./progress.mjs";

const name = "debian";

/**
 * Programs from Debian packages. Without them a part of the product is off, so a lack is told and not fatal.
 * @param {{ package: string, command: string, folder?: string, users: string }[]} wanted
 * @returns {import("../setup.mjs").Step}
 */
export function debianPackages(wanted) {
  const missing = () => wanted.filter((program) => !isThere(program));

  return {
    name,

    inPlace() {
      return missing().length === 0;
    },

    async install() {
      for (const program of missing()) {
        const { package: lacking, users } = program;
        if (mayUseApt()) await tryToInstall(lacking);
        if (isThere(program)) continue;
        const remedy = `sudo apt-get install --no-install-recommends ${lacking}`;
        say(name, `${lacking} is missing, so ${users} will fail: ${remedy}`);
      }
    },
  };
}

/** @param {{ command: string, folder?: string }} program */
function isThere({ command, folder }) {
  return allOnPath(command).length > 0 || (folder !== undefined && existsSync(join(folder, command)));
}

/** @param {string} packageName */
async function tryToInstall(packageName) {
  try {
    await timed(name, `apt-get install ${packageName}`, () => aptInstall(packageName));
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error;
    say(name, `${error.message} Its output is in .tools/setup.log.`);
  }
}
