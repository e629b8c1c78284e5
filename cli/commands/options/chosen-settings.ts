import { resolve } from "node:path";
import { readSettings } from "../../settings/pyproject.ts";
import { readPythonOrPath } from "../../settings/python-version.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";

/** Options that say which files are meant and which rules count, for commands that take paths. */
export const fileOptions = {
  help: { type: "boolean", short: "h" },
  select: { type: "string", multiple: true },
  ignore: { type: "string", multiple: true },
  exclude: { type: "string", multiple: true },
  strict: { type: "boolean" },
  python: { type: "string" },
  config: { type: "string" },
  changed: { type: "boolean" },
  "changed-against": { type: "string" },
  "no-cache": { type: "boolean" },
  url: { type: "string" },
  partial: { type: "boolean" },
} as const;

export const fileOptionsHelp = `Which files:
  paths                   files, and folders to look through; default: the current folder.
                          .gitignore is honoured; hidden folders, __pycache__, installed
                          packages and virtual environments are skipped
  --exclude PATTERN       leave out, as in .gitignore; may be repeated
  --changed               only what differs from the last commit, and new files
  --changed-against REF   only what differs from where this branch left REF, and new files

Which rules:
  --select RULE           only these; may be repeated. A rule (ruff:F401), its code (F401),
                          a tool (mypy), or a beginning (ruff:S*)
  --ignore RULE           not these; may be repeated
  --strict                warnings reject too
  --python VERSION|PATH   what the code is for, 3.10 to 3.14; default: [tool.assay] python, the
                          oldest that requires-python allows, or 3.13. Or the interpreter or
                          environment with the project's packages; default: VIRTUAL_ENV, .venv, venv
  --config FILE           a pyproject.toml; default: the nearest with [tool.assay]

Where:
  --url URL               ask a service instead of checking here; needs a key (assay login)
  --partial               send as many files as the key covers, instead of none
  --no-cache              check again what was checked before`;

type Given = Readonly<{
  select?: string[] | undefined;
  ignore?: string[] | undefined;
  exclude?: string[] | undefined;
  strict?: boolean | undefined;
  python?: string | undefined;
  config?: string | undefined;
  url?: string | undefined;
}>;

/** The project's settings, with what the command line adds to them. */
export function chooseSettings({ cwd }: Pick<Terminal, "cwd">, given: Given): Settings {
  const settings = readSettings(cwd, given.config);
  return {
    ...settings,
    select: given.select ?? settings.select,
    ignore: [...settings.ignore, ...(given.ignore ?? [])],
    exclude: [...settings.exclude, ...(given.exclude ?? [])],
    strict: given.strict ?? settings.strict,
    ...(given.python !== undefined && chosenPython(cwd, given.python, given.url)),
  };
}

function chosenPython(cwd: string, given: string, url: string | undefined): Partial<Settings> {
  const read = readPythonOrPath(given);
  if ("interpreter" in read && url !== undefined)
    throw new UsageError(`--python ${given}: a service does not know your environment. Name a version.`);
  return "python" in read
    ? { ...read, pythonFrom: "--python" }
    : { interpreter: resolve(cwd, read.interpreter) };
}
