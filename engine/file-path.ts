/** Where `code` is among `files`, unless the caller says otherwise. */
export const defaultPath = "main.py";

/** A file system takes so many bytes for one name. */
export const maxPathBytes = 240;

/** Letters and digits of any script and a few signs; nothing that is not seen or that changes how a name is shown. */
const ordinaryStep = /^(?![\- ])[[\p{XID_Continue}\-.+@ ]--\p{Default_Ignorable_Code_Point}]+(?<! )$/v;

/** Why a path cannot be that of a submitted file; undefined where it can. Asked before anything else reads it. */
export function pathProblem(path: string): string | undefined {
  const problem = placeProblem(path);
  if (problem !== undefined) return problem;
  if (!path.endsWith(".py") || path.split("/").at(-1) === ".py") return "must end in .py";
  return nameProblem(path);
}

/** Why a path cannot be that of a file which a program writes into its folder; undefined where it can. */
export function outputPathProblem(path: string): string | undefined {
  return placeProblem(path) ?? nameProblem(path);
}

/** A path that is no place below a folder, or is not plainly one. */
function placeProblem(path: string): string | undefined {
  if (!path.isWellFormed()) return "must not contain a lone surrogate";
  if (path.length > maxPathBytes || new TextEncoder().encode(path).length > maxPathBytes)
    return `must have paths of at most ${maxPathBytes} bytes`;
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return "must be a relative path";
  if (/[\p{Cc}\\:]/u.test(path))
    return "must not contain a backslash, a colon or a control character; use / between folders";
  const steps = path.split("/");
  if (steps.includes("..")) return "must not contain `..`";
  return steps.includes("") || steps.includes(".") ? "must not contain an empty step or `.`" : undefined;
}

function nameProblem(path: string): string | undefined {
  return path.split("/").every((step) => ordinaryStep.test(step))
    ? undefined
    : "must have names of letters, digits, `_`, `-`, `.`, `+`, `@` and spaces, none of which begins with `-` or begins or ends with a space";
}

/** A file cannot be a folder of another one. */
export function problemsBetween(paths: readonly string[]): { path: string; message: string }[] {
  const all = new Set(paths);
  const isBelowFile = (path: string): boolean => {
    const steps = path.split("/");
    return steps.some((_, at) => at > 0 && all.has(steps.slice(0, at).join("/")));
  };
  const message = "must not be below a path that is a file itself";
  return paths.filter(isBelowFile).map((path) => ({ path, message }));
}
