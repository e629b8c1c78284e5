import { realpathSync } from "node:fs";
import { basename } from "node:path";
import { SetupFailure } from "./failure.mjs";
import { allOnPath } from "./on-path.mjs";

/**
 * The start of a command line that runs the machine's npm under the given Node. npm's own first line may name
 * an older one, and then npm silently leaves out the native packages that this one cannot load.
 * @param {string} node
 */
export function npm(node) {
  const npmThatRunsUs = process.env.npm_execpath ?? "";
  if (basename(npmThatRunsUs) === "npm-cli.js") return [node, npmThatRunsUs];

  const [onPath] = allOnPath("npm");
  if (!onPath) {
    throw new SetupFailure("npm was not found: install it (on Debian: apt-get install npm) and try again.");
  }
  const cli = realpathSync(onPath);
  return cli.endsWith(".js") ? [node, cli] : [onPath];
}
