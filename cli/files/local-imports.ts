import { dirname, join, relative, sep } from "node:path";

// Names in parentheses end at the next import, so that what is never closed is read once.
const statements =
  /^[ \t]*(?:from[ \t]+(?:(\.+)[ \t]*)?(?:(\w[\w.]*)[ \t]+)?(?<=[ \t])import[ \t]*(\((?:(?!\n[ \t]*(?:from|import)\b)[^)])*\)|[^\n#;]*)|import[ \t]+([^\n#;]*))/gm;

/** The modules that a text may import, as it names them: `.models` is beside it. Too many rather than too few. */
export function importedModules(text: string): string[] {
  return Array.from(text.matchAll(statements)).flatMap(
    ([, dots = "", module = "", names = "", plain = ""]) => {
      const listed = (names || plain).split(/[(),\s]+/).filter((name) => /^[\w.]+$/.test(name));
      if (plain !== "") return listed;
      const inside = listed.map((name) => `${dots}${module}${module === "" ? "" : "."}${name}`);
      return [dots + module, ...inside].filter((name) => name !== dots);
    },
  );
}

/** Where the modules of a file's own program begin: the folder above the packages it is part of. */
export function importBase(path: string, has: (path: string) => boolean): string {
  let folder = dirname(path);
  while (has(join(folder, "__init__.py")) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** The files that a text at this path imports, of those that there are; packages on the way to them included. */
export function importedFiles(path: string, text: string, has: (path: string) => boolean): string[] {
  const base = importBase(path, has);
  const found = importedModules(text).flatMap((name) => {
    const dots = /^\.*/.exec(name)![0].length;
    const start = dots === 0 ? base : join(dirname(path), ...Array<string>(dots - 1).fill(".."));
    const module = relative(base, join(start, ...name.slice(dots).split(".")));
    const steps = module.split(sep);
    return steps.flatMap((_, at) => {
      const inside = join(base, ...steps.slice(0, at + 1));
      return [`${inside}.py`, join(inside, "__init__.py")];
    });
  });
  return [...new Set(found)].filter((file) => file !== path && has(file));
}
