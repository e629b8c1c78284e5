import { spawnSync } from "node:child_process";
import { aptInstall, mayUseApt } from "./apt.mjs";
import { SetupFailure } from "./failure.mjs";
import { allOnPath } from "./on-path.mjs";
import { timed } from "./progress.mjs";

const newestFirst = ["python3.14", "python3.13", "python3.12", "python3.11", "python3"];
const oldestMinor = 11;

// A name on PATH may be a version manager's shim that refuses to run, or a virtual environment of someone
// else's: only the interpreter itself knows where it really is.
const introduceYourself = `
import importlib.util, json, sys
print(json.dumps({
  "path": getattr(sys, "_base_executable", None) or sys.executable,
  "version": "%d.%d" % sys.version_info[:2],
  "hasVenv": all(importlib.util.find_spec(name) for name in ("ensurepip", "venv")),
}))`;

/**
 * @typedef {{ path: string, version: string, hasVenv: boolean }} Interpreter
 */

/**
 * The newest Python that can make virtual environments; as root on Debian it is made able to.
 * @param {string} step
 * @returns {Promise<Interpreter>}
 */
export async function interpreterWithVenv(step) {
  const found = interpreters();
  const [newest] = found;
  if (!newest) {
    throw new SetupFailure(
      "Python 3.11 or newer was not found: install it (on Debian: apt-get install python3-venv) and try again.",
    );
  }
  const ready = found.find((interpreter) => interpreter.hasVenv);
  if (ready) return ready;

  const missing = `python${newest.version}-venv`;
  if (!mayUseApt()) {
    throw new SetupFailure(
      `Python ${newest.version} lacks its venv module: run \`sudo apt-get install ${missing}\` and try again.`,
    );
  }
  await timed(step, `apt-get install ${missing}`, () => aptInstall(missing));
  return newest;
}

/** @returns {Interpreter[]} */
function interpreters() {
  return newestFirst.flatMap(allOnPath).flatMap((candidate) => {
    const answer = spawnSync(candidate, ["-I", "-c", introduceYourself], {
      encoding: "utf8",
      timeout: 20_000,
    });
    if (answer.status !== 0) return [];
    /** @type {Interpreter} */
    const interpreter = JSON.parse(answer.stdout);
    const [major, minor] = interpreter.version.split(".").map(Number);
    return major === 3 && Number(minor) >= oldestMinor ? [interpreter] : [];
  });
}
