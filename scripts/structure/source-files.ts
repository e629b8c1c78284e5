import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, posix } from "node:path";

/** A file of TypeScript or JavaScript. Files are named by their paths from the root, packages by their names. */
export type SourceFile = Readonly<{
  path: string;
  /** Without the comments that stand on lines of their own. */
  text: string;
  imports: readonly string[];
  /** The imports that are still there when the program runs. */
  loads: readonly string[];
}>;

export function readSourceFiles(root: string, folder: string): SourceFile[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|mjs)$/.test(name))
    .toSorted()
    .map((name) => {
      const path = posix.join(folder, name);
      const text = withoutComments(readFileSync(join(root, path), "utf8"));
      const untyped = text.replaceAll(/^\s*(?:import|export) type\s[^;"]*?\sfrom\s+"[^"]+"/gm, "");
      return { path, text, imports: importsIn(path, text), loads: importsIn(path, untyped) };
    });
}

/** An import named in a comment is none. */
function withoutComments(text: string): string {
  return text.replaceAll(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

const importForms = [
  /^\s*(?:import|export)\s[^;"]*?\sfrom\s+"([^"]+)"/gm,
  /^\s*import\s+"([^"]+)"/gm,
  /\bimport\(\s*"([^"]+)"/g,
  /\brequire\.resolve\(\s*"([^"]+)"/g,
];

function importsIn(path: string, text: string): string[] {
  return importForms.flatMap((form) =>
    Array.from(text.matchAll(form), ([, name = ""]) =>
      name.startsWith(".") ? posix.join(dirname(path), name) : packageOf(name),
    ),
  );
}

function packageOf(name: string): string {
  if (name.startsWith("node:")) return name;
  if (builtinModules.includes(name)) return `node:${name}`;
  return name.split("/", name.startsWith("@") ? 2 : 1).join("/");
}

export const isIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);
export const isFile = (name: string): boolean => /\.\w+$/.test(name) && name.includes("/");
