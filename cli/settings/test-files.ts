import { relative } from "node:path";
import createIgnore from "ignore";
import type { Settings } from "./settings.ts";

/** What is a test or an example, where the settings do not say. */
const usual = ["test/", "tests/", "test_*.py", "*_test.py", "conftest.py", "docs/", "examples/"];

/** Whether a file is one of tests or examples: by `[tool.assay] tests`, else by its name and folders in the project. */
export function testFiles({ tests, root: folder }: Settings, root: string): (path: string) => boolean {
  const from = tests === undefined ? root : folder;
  const patterns = createIgnore().add([...(tests ?? usual)]);
  return (path) => {
    const inside = relative(from, path).replaceAll("\\", "/");
    return inside !== "" && !inside.startsWith("..") && patterns.ignores(inside);
  };
}
