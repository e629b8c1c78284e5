import { expect, test } from "vitest";
import { loadedWith } from "../support/bundle/loaded-with.ts";

test("assay check loads no engine before it knows that something has changed", async () => {
  expect(await loadedWith("cli/commands/check.ts")).toEqual([
    "engine/python-version.ts",
    "ignore",
    "smol-toml",
  ]);
});
