import { spawnSync } from "node:child_process";
import { UsageError } from "../usage-error.ts";

const newestFirst = ["python3.14", "python3.13", "python3.12", "python3.11", "python3", "python"];

/** Only the interpreter itself knows its version, and whether it can make virtual environments. */
const introduction = `
import importlib.util, json, sys
print(json.dumps({
  "path": getattr(sys, "_base_executable", None) or sys.executable,
  "isNew": sys.version_info >= (3, 11),
  "hasVenv": all(importlib.util.find_spec(name) for name in ("ensurepip", "venv")),
}))`;

type Interpreter = Readonly<{ path: string; isNew: boolean; hasVenv: boolean }>;

/** The newest Python on PATH that can make virtual environments. */
export function findInterpreter(env: Readonly<Record<string, string | undefined>>): string {
  const found = newestFirst.flatMap((name): Interpreter[] => {
    const { status, stdout } = spawnSync(name, ["-I", "-c", introduction], { env, encoding: "utf8" });
    return status === 0 ? [JSON.parse(stdout) as Interpreter] : [];
  });
  const ready = found.find(({ isNew, hasVenv }) => isNew && hasVenv);
  if (ready) return ready.path;
  throw new UsageError(
    found.some(({ isNew }) => isNew)
      ? "Python lacks its venv module. Install it (on Debian: apt-get install python3-venv), or set ASSAY_PYTHON."
      : "Python 3.11 or newer was not found. Install it (on Debian: apt-get install python3-venv), or set ASSAY_PYTHON.",
  );
}
