import { existsSync, readdirSync, readFileSync } from "node:fs";
import { nodeBinary, nodeEnvironment } from "./node.mjs";
import { inRoot } from "./paths.mjs";
import { timed } from "./progress.mjs";
import { runTool } from "./run-tool.mjs";
import { stampFor } from "./stamp.mjs";

const name = "site";
const stamp = stampFor(name);

/**
 * What browsers load, bundled and compressed into site/dist.
 * @type {import("../setup.mjs").Step}
 */
export const site = {
  name,
  after: ["packages"],

  inPlace() {
    return existsSync(inRoot("site", "dist", "manifest.json")) && stamp.matches(ingredients());
  },

  async install() {
    stamp.remove();
    await timed(name, "bundled into site/dist", () =>
      runTool([nodeBinary, inRoot("scripts", "build-site.ts")], {
        advice: "fix what the bundler says about site/ and try again.",
        env: nodeEnvironment(),
      }),
    );
    stamp.write(ingredients());
  },
};

function ingredients() {
  const sources = ["site", "scripts/site", "docs"].flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:ts|css|md|json)$/.test(file) && !file.startsWith("dist"))
      .toSorted()
      .map((file) => `${folder}/${file}`),
  );
  return [...sources, "package-lock.json"].flatMap((file) => [file, readFileSync(inRoot(file), "utf8")]);
}
