import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { SetupFailure } from "./failure.mjs";
import { allOnPath } from "./on-path.mjs";
import { inTools } from "./places.mjs";
import { timed } from "./progress.mjs";
import { runTool } from "./run-tool.mjs";
import { stampFor } from "./stamp.mjs";

const name = "kubo";
const version = "0.42.0";
const folder = inTools("kubo");
const binary = inTools("kubo", "ipfs");

const goMod = `module assay/kubo\n\ngo 1.26\n\nrequire github.com/ipfs/kubo v${version}\n`;
const stamp = stampFor(name);
const ingredients = [goMod, process.platform, process.arch];

/**
 * A real IPFS node, built once: minutes of work, so only the command that tests against it asks for it.
 * @type {import("../setup.mjs").Step}
 */
export const kubo = {
  name,

  inPlace() {
    return stamp.matches(ingredients) && existsSync(binary);
  },

  async install() {
    const [go] = allOnPath("go");
    if (!go) throw new SetupFailure("Kubo is built with Go: install Go 1.26 or newer and try again.");
    stamp.remove();
    await timed(name, `Kubo ${version}, which takes some minutes`, async () => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(inTools("kubo", "go.mod"), goMod);
      const build = ["-C", folder, "build", "-mod=mod", "-o", "ipfs", "github.com/ipfs/kubo/cmd/ipfs"];
      await runTool(["nice", go, ...build], {
        advice: "check that Go is 1.26 or newer and reaches its module proxy, and try again.",
        env: { ...process.env, GOWORK: "off" },
      });
    });
    stamp.write(ingredients);
  },

  environment() {
    return { KUBO_BINARY: binary };
  },
};
