import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../../../service/config.ts";

vi.setConfig({ testTimeout: 300_000 });

const worker = new URL("../../../../engine/python/", import.meta.url).pathname;
const text = "import json\nclass Kept:\n    def all(self) -> list['Kept']:\n        return [self, json.x]\n";

/** How many objects of a text a worker has, with its text in the build and after it has let go of it. */
function objectsOfText(folder: string): Readonly<{ during: number; after: number }> {
  const program = `
import gc, json, os, sys
sys.path.insert(0, ${JSON.stringify(worker)})
from type_checker import MODULE, warm_checker
from light_contexts import lighten_contexts
from mypy.nodes import TypeInfo
lighten_contexts()
checker = warm_checker(os.getcwd(), "3.13")
def of_text():
    return sum(isinstance(each, TypeInfo) and each.fullname.startswith(MODULE) for each in gc.get_objects())
gc.collect()
gc.freeze()
gc.disable()
forget = checker.forget
checker.forget = lambda: (during.append(of_text()), forget())
during = []
checker.check(${JSON.stringify(text)})
gc.collect(1)
print(json.dumps({"during": during[0], "after": of_text()}))
`;
  return JSON.parse(
    String(execFileSync(readConfig({}).PYTHON, ["-I", "-c", program], { cwd: folder })),
  ) as ReturnType<typeof objectsOfText>;
}

test("a worker keeps nothing of a text in memory", () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-types-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(objectsOfText(folder)).toEqual({ during: 1, after: 0 });
});
