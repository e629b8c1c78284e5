import { expect, test } from "vitest";
import { toTypeFindings } from "../../../engine/type-check/type-findings.ts";

function messageOf(module: string): string | undefined {
  const message = `Cannot find implementation or library stub for module named "${module}"`;
  const line = JSON.stringify({
    line: 1,
    column: 0,
    message,
    hint: null,
    code: "import-not-found",
    severity: "error",
  });
  const said = { text: `import ${module}\n`, suppressions: [], isFinished: true };
  return toTypeFindings([line], said).diagnostics[0]?.message;
}

test("a module that is not installed is told with the package that has it", () => {
  expect(messageOf("cv2")).toMatch(/module named "cv2"; the package `opencv-python` has it$/);
  expect(messageOf("sklearn.svm")).toMatch(/the package `scikit-learn` has it$/);
  expect(messageOf("shop_prices")).toMatch(/module named "shop_prices"$/);
});
