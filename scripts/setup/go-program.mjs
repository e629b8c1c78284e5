import { existsSync } from "node:fs";
import { SetupFailure } from "./failure.mjs";
import { allOnPath } from "./on-path.mjs";
import { timed } from "./progress.mjs";
import { runTool } from "./run-tool.mjs";
import { stampFor } from "./stamp.mjs";

/**
 * A program built once from its Go module: minutes of work, so only the commands that need it ask for it.
 * @param {object} program
 * @param {string} program.name
 * @param {string} program.title As progress tells it.
 * @param {string} program.file Where the built program is.
 * @param {string} program.variable Tells the command where that is.
 * @param {string} program.from What it is built from; another text builds it again.
 * @param {string[]} program.build The arguments of `go`.
 * @param {() => void} [program.prepare]
 * @param {Record<string, string>} [program.env]
 * @returns {import("../setup.mjs").Step}
 */
export function goProgram({ name, title, file, variable, from, build, prepare, env }) {
  const stamp = stampFor(name);
  const ingredients = [from, process.platform, process.arch];

  return {
    name,

    inPlace() {
      return stamp.matches(ingredients) && existsSync(file);
    },

    async install() {
      const [go] = allOnPath("go");
      if (!go) throw new SetupFailure(`${title} is built with Go: install Go 1.26 or newer and try again.`);
      stamp.remove();
      await timed(name, `${title}, which takes some minutes`, async () => {
        prepare?.();
        await runTool(["nice", go, ...build], {
          advice: "check that Go is 1.26 or newer and reaches its module proxy, and try again.",
          env: { ...process.env, GOWORK: "off", ...env },
        });
      });
      stamp.write(ingredients);
    },

    environment() {
      return { [variable]: file };
    },
  };
}
