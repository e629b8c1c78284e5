import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../usage-error.ts";

/** The interpreter whose installed packages the project uses, and what says so. */
export type Environment = Readonly<{
  python: string;
  from: "--python" | "VIRTUAL_ENV" | ".venv" | "venv";
  /** Where its commands are, such as ruff. */
  bin: string;
  /** Changes when a package is installed, updated or removed. */
  stamp: string;
}>;

type Asked = Readonly<{
  root: string;
  env: Readonly<Record<string, string | undefined>>;
  /** What `--python` names, where it is a path. */
  python?: string | undefined;
}>;

/** As Python tools look for it: what was named, what is activated, what lies in the project. */
export function findEnvironment({ root, env, python }: Asked): Environment | undefined {
  if (python !== undefined) {
    const found = interpreterAt(python);
    if (!found)
      throw new UsageError(
        `--python ${python}: no Python there. Name an interpreter or a virtual environment.`,
      );
    return toEnvironment(found, "--python");
  }
  const { VIRTUAL_ENV } = env;
  const places = [
    ...(VIRTUAL_ENV ? [["VIRTUAL_ENV", VIRTUAL_ENV] as const] : []),
    [".venv", join(root, ".venv")] as const,
    ["venv", join(root, "venv")] as const,
  ];
  for (const [from, folder] of places) {
    const found = existsSync(join(folder, "pyvenv.cfg")) ? interpreterAt(folder) : undefined;
    if (found) return toEnvironment(found, from);
  }
  return undefined;
}

function interpreterAt(path: string): Readonly<{ python: string; folder: string }> | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) return { python: path, folder: join(path, "..", "..") };
  const python = [join(path, "bin", "python"), join(path, "Scripts", "python.exe")].find((each) =>
    existsSync(each),
  );
  return python === undefined ? undefined : { python, folder: path };
}

function toEnvironment(
  { python, folder }: Readonly<{ python: string; folder: string }>,
  from: Environment["from"],
): Environment {
  return { python, from, bin: join(python, ".."), stamp: JSON.stringify([python, installedIn(folder)]) };
}

/** The names of installed packages carry their versions. */
function installedIn(folder: string): readonly string[] {
  const lib = join(folder, "lib");
  const versions = existsSync(lib) ? readdirSync(lib).filter((name) => name.startsWith("python")) : [];
  return versions.flatMap((version) => {
    const packages = join(lib, version, "site-packages");
    if (!existsSync(packages)) return [];
    return [
      String(statSync(packages).mtimeMs),
      ...readdirSync(packages).filter((name) => name.endsWith(".dist-info")),
    ];
  });
}
