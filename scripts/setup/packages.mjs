import { existsSync, readFileSync } from "node:fs";
import { nodeBinary, nodeEnvironment, nodeMajor } from "./node.mjs";
import { npm } from "./npm.mjs";
import { inRoot } from "./paths.mjs";
import { timed } from "./progress.mjs";
import { runTool } from "./run-tool.mjs";
import { stampFor } from "./stamp.mjs";

const stamp = stampFor("packages");

/** @type {import("../setup.mjs").Step} */
export const packages = {
  name: "packages",
  after: ["node"],

  inPlace() {
    return everyDirectPackageIsThere() && stamp.matches(ingredients());
  },

  async install() {
    stamp.remove();
    await timed("packages", "npm ci", () =>
      // --include: with NODE_ENV=production npm would leave out what the checks and tests need.
      // --ignore-scripts: the only ones compile optional parts of an SSH client that is never used.
      runTool([...npm(nodeBinary), "ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"], {
        advice: "check that npm reaches its registry and that package-lock.json fits package.json.",
        env: nodeEnvironment(),
      }),
    );
    stamp.write(ingredients());
  },
};

/** npm writes its own account of node_modules: when another npm run has changed it, the stamp no longer fits. */
function ingredients() {
  const account = inRoot("node_modules", ".package-lock.json");
  return [
    readFileSync(inRoot("package-lock.json"), "utf8"),
    `node ${nodeMajor} ${process.platform} ${process.arch}`,
    existsSync(account) ? readFileSync(account, "utf8") : "",
  ];
}

function everyDirectPackageIsThere() {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(inRoot("package.json"), "utf8"),
  );
  return Object.keys({ ...dependencies, ...devDependencies }).every((name) =>
    existsSync(inRoot("node_modules", name, "package.json")),
  );
}
