import { readFileSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot } from "./paths.mjs";
import { timed } from "./progress.mjs";
import { interpreterWithVenv } from "./python.mjs";
import { runTool } from "./run-tool.mjs";
import { stampFor } from "./stamp.mjs";

/**
 * A virtual environment holding exactly the pinned packages of one requirements file, each proven by its hash.
 * Packages without wheels are named, and built here.
 * @param {{ name: string, folder: string, requirements: string, built?: string[] }} environment
 * @returns {import("../setup.mjs").Step}
 */
export function pythonTools({ name, folder, requirements, built = [] }) {
  const venv = inRoot(folder);
  const python = `${venv}/bin/python`;
  const requirementsFile = inRoot(requirements);
  const stamp = stampFor(name);
  const pins = () => readPins(requirementsFile);
  // An environment works only where it was made and with the interpreter that its links lead to.
  const ingredients = () => [pins(), venv, realpathSync(python)];

  return {
    name,

    inPlace() {
      try {
        return stamp.matches(ingredients()) && holdsEvery(pins(), venv);
      } catch (error) {
        if (error.code === "ENOENT") return false;
        throw error;
      }
    },

    async install() {
      stamp.remove();
      const interpreter = await interpreterWithVenv(name);
      await timed(name, `Python ${interpreter.version} with ${requirements}`, async () => {
        rmSync(venv, { recursive: true, force: true });
        await runTool([interpreter.path, "-I", "-m", "venv", venv], {
          advice: "install Python 3.11 or newer with its venv module and try again.",
        });
        const pip = [python, "-I", "-m", "pip", "--disable-pip-version-check", "--no-input"];
        // Every package is named; where one wants another's extras, pip would not find the hashes.
        const proven = ["--require-hashes", "--no-deps", "--only-binary=:all:"];
        const options = ["--require-virtualenv", ...proven, "--compile"];
        if (built.length > 0) options.push(`--no-binary=${built.join(",")}`);
        await runTool([...pip, "install", ...options, "-r", requirementsFile], {
          advice: `check that pip reaches its index and that ${requirements} fits Python ${interpreter.version}.`,
          isLessUrgent: true,
        });
      });
      stamp.write(ingredients());
    },
  };
}

/**
 * @param {string} pins
 * @param {string} venv
 */
function holdsEvery(pins, venv) {
  const library = readdirSync(`${venv}/lib`).find((entry) => entry.startsWith("python"));
  const installed = new Set(readdirSync(`${venv}/lib/${library}/site-packages`).map(sameSpelling));
  const packages = pins.matchAll(/^([\w.-]+)==(\S+)/gm);
  return [...packages].every(([, name, version]) =>
    installed.has(sameSpelling(`${name}-${version}.dist-info`)),
  );
}

/**
 * Python packages write one name in several ways: PyYAML, pyyaml; markdown-it-py, markdown_it_py.
 * @param {string} name
 */
function sameSpelling(name) {
  return name.toLowerCase().replaceAll("-", "_");
}

/**
 * What is pinned in a requirements file and in those that it includes.
 *
 * @param {string} file
 * @returns {string}
 */
function readPins(file) {
  const text = readFileSync(file, "utf8");
  return text.replaceAll(/^-r (.+)$/gm, (_, name) => readPins(join(dirname(file), name)));
}
