import { isAbsolute, relative } from "node:path";

/** A path from where the command runs, with forward slashes; the full one where it is elsewhere. */
export function shownPath(cwd: string, path: string): string {
  const inside = relative(cwd, path);
  return (inside.startsWith("..") || isAbsolute(inside) ? path : inside).replaceAll("\\", "/");
}
