import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../usage-error.ts";
import type { Environment } from "../around/environment.ts";

/** The project's own ruff, where its environment has one; else the one beside the Python that has our tools. */
export function findRuff(environment: Environment | undefined, python: string): string {
  const places = [...(environment ? [environment.bin] : []), join(python, "..")].map((folder) =>
    join(folder, "ruff"),
  );
  const found = places.find((each) => existsSync(each));
  if (found === undefined)
    throw new UsageError(
      `No ruff beside ${python}. Install it there, or unset ASSAY_PYTHON: Assay then installs its own tools.`,
    );
  return found;
}
