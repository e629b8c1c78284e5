import type { Engine } from "../../engine/engine.ts";
import { defaultPython, pythonVersions } from "../../engine/python-version.ts";

/** The tools of an engine that a test replaces: none. */
export const noTools: Pick<Engine, "python" | "usedMs" | "status" | "hasPackagesReady"> = {
  python: { checks: pythonVersions, runs: [defaultPython] },
  usedMs: () => 0,
  hasPackagesReady: () => true,
  status: () => ({
    types: "ok",
    typeCheckers: 0,
    sandbox: "off",
    sandboxTrouble: undefined,
    boxes: null,
    packages: [],
    packageSets: [],
    installed: null,
  }),
};
