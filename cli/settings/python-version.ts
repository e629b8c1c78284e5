import { pythonVersions, type PythonVersion } from "../../engine/python-version.ts";
import { UsageError } from "../usage-error.ts";

/** The version that a text names; undefined where it is none that can be checked for. */
export function toPythonVersion(text: unknown): PythonVersion | undefined {
  return pythonVersions.find((version) => version === text);
}

/** What `--python` names where only a version can be meant. */
export function readPython(given: string): PythonVersion {
  const version = toPythonVersion(given);
  if (version === undefined)
    throw new UsageError(`--python ${given}: use one of ${pythonVersions.join(", ")}.`);
  return version;
}

/** What `--python` names: a version, or where an interpreter is whose installed packages the project uses. */
export function readPythonOrPath(
  given: string,
): Readonly<{ python: PythonVersion } | { interpreter: string }> {
  return /^\d+(?:\.\d+)*$/.test(given) ? { python: readPython(given) } : { interpreter: given };
}

const bound = /^(>=|==|~=|>)\s*3\.(\d+)(?:\.(?:\d+|\*))*$/;

/**
 * The oldest version that `requires-python` allows, as far as one can be checked for: that is the one that everything in
 * the project has to work with. Undefined where it says nothing simple.
 */
export function oldestAllowed(requires: unknown): PythonVersion | undefined {
  if (typeof requires !== "string") return undefined;
  const lowest = requires
    .split(",")
    .map((part) => bound.exec(part.trim()))
    .filter((read) => read !== null);
  if (lowest.length !== 1) return undefined;
  const [, sign, minor] = lowest[0]!;
  // Of `>3.11` it is not said whether 3.11.1 is meant.
  if (sign === ">") return undefined;
  const oldest = Math.max(Number(minor), minorOf(pythonVersions[0]));
  return toPythonVersion(`3.${oldest}`);
}

function minorOf(version: PythonVersion): number {
  return Number(version.slice("3.".length));
}
