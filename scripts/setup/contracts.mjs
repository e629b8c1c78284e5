import { existsSync, readdirSync, readFileSync } from "node:fs";
import { nodeBinary, nodeEnvironment } from "./node.mjs";
import { inRoot } from "./paths.mjs";
import { timed } from "./progress.mjs";
import { runTool } from "./run-tool.mjs";
import { stampFor } from "./stamp.mjs";

const name = "contracts";
const stamp = stampFor(name);

/**
 * The contracts of the local chain, compiled by the compiler among the packages.
 * @type {import("../setup.mjs").Step}
 */
export const contracts = {
  name,
  after: ["packages"],

  inPlace() {
    return sources().every(isCompiled) && stamp.matches(ingredients());
  },

  async install() {
    stamp.remove();
    await timed(name, "compiled into artifacts", () =>
      runTool([nodeBinary, inRoot("scripts", "chain", "build-contracts.ts")], {
        advice: "fix what the compiler says about contracts/ and try again.",
        env: nodeEnvironment(),
      }),
    );
    stamp.write(ingredients());
  },
};

/** Without those that only test: they are compiled when they are run. */
function sources() {
  return readdirSync(inRoot("contracts"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".sol") && !file.endsWith(".t.sol"))
    .toSorted();
}

/** @param {string} source */
function isCompiled(source) {
  return existsSync(inRoot("artifacts", "contracts", source, "artifacts.d.ts"));
}

function ingredients() {
  const texts = sources().flatMap((source) => [source, readFileSync(inRoot("contracts", source), "utf8")]);
  const tools = ["hardhat", "solc", "@openzeppelin/contracts"].map((tool) =>
    inRoot("node_modules", tool, "package.json"),
  );
  // Before the packages are installed there is nothing to read; nor is anything compiled.
  const versions = tools.map((file) =>
    existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : "",
  );
  return [...texts, readFileSync(inRoot("hardhat.config.ts"), "utf8"), ...versions];
}
