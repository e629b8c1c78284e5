import { isAbsolute, relative, sep } from "node:path";

/** Whether a path is a folder, or inside of it. */
export function isBelow(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
