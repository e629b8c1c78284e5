import { existsSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { pathProblem } from "../../../engine/file-path.ts";
import { isTestPath } from "../../../engine/test-path.ts";
import { importBase } from "../../files/local-imports.ts";

/** What a file that is asked about alone is called, where that says something: it is in a package, or it is a test. */
export function aloneName(path: string): string | undefined {
  const name = nameBelow(topOf(importBase(path, existsSync)), path);
  const isTelling = name.endsWith(".py") && (name.includes("/") || isTestPath(name));
  return isTelling && pathProblem(name) === undefined ? name : undefined;
}

/** The folder that names begin at; one of tests or examples is part of them. */
export function topOf(base: string): string {
  const above = dirname(base);
  return isTestPath(`${nameBelow(above, base)}/`) ? above : base;
}

export function nameBelow(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}
