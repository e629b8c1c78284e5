/** Where `code` is among `files`, unless the caller says otherwise. */
export const defaultPath = "main.py";

/** A file system takes so many bytes for one name. */
export const maxPathBytes = 240;

/** Why a path cannot be that of a submitted file; undefined where it can. */
export function pathProblem(path: string): string | undefined {
  if (!path.isWellFormed()) return "must not contain a lone surrogate";
  if (Buffer.byteLength(path) > maxPathBytes) return `must have paths of at most ${maxPathBytes} bytes`;
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return "must be a relative path";
  if (/[\p{Cc}\\:]/u.test(path))
    return "must not contain a backslash, a colon or a control character; use / between folders";
  const steps = path.split("/");
  if (steps.includes("..")) return "must not contain `..`";
  if (steps.includes("") || steps.includes(".")) return "must not contain an empty step or `.`";
  return path.endsWith(".py") && steps.at(-1) !== ".py" ? undefined : "must end in .py";
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
