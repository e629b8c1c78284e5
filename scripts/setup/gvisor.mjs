import { existsSync } from "node:fs";
import { SetupFailure } from "./failure.mjs";
import { allOnPath } from "./on-path.mjs";
import { inTools } from "./places.mjs";
import { timed } from "./progress.mjs";
import { runTool } from "./run-tool.mjs";
import { stampFor } from "./stamp.mjs";

const name = "gvisor";
// Distributions have runtimes from 2024, with which a program can write to the harness's output.
const version = "v0.0.0-20260905035102-160fafc42237";
const folder = inTools("gvisor");
const binary = inTools("gvisor", "runsc");
const stamp = stampFor(name);
const ingredients = [version, process.platform, process.arch];

/**
 * gVisor's runtime, built once: minutes of work, so only the commands that run boxes on it ask for it.
 * @type {import("../setup.mjs").Step}
 */
export const gvisor = {
  name,

  inPlace() {
    return stamp.matches(ingredients) && existsSync(binary);
  },

  async install() {
    const [go] = allOnPath("go");
    if (!go) throw new SetupFailure("gVisor is built with Go: install Go 1.26 or newer and try again.");
    stamp.remove();
    await timed(name, "gVisor's runsc, which takes some minutes", () =>
      runTool(["nice", go, "install", "-trimpath", `gvisor.dev/gvisor/runsc@${version}`], {
        advice: "check that Go is 1.26 or newer and reaches its module proxy, and try again.",
        env: { ...process.env, GOBIN: folder, GOWORK: "off", CGO_ENABLED: "0" },
      }),
    );
    stamp.write(ingredients);
  },

  environment() {
    return { RUNSC_BINARY: binary };
  },
};
