import { byId, make } from "../parts/elements.ts";
import type { ExampleResult } from "../parts/examples.ts";
import { outcome } from "./trail.ts";

export const examplesField = byId<HTMLTextAreaElement>("examples");

/** What came of each example, behind its last line. */
export function markExamples(results: readonly ExampleResult[]): void {
  const byLine = new Map(results.map((one) => [one.line, one]));
  const passed = results.filter(({ outcome: came }) => came === "passed").length;
  const last = Math.max(-1, ...byLine.keys());
  byId("example-marks").replaceChildren(
    ...Array.from({ length: last + 1 }, (_, line) => markOf(byLine.get(line))),
  );
  byId("examples-count").textContent =
    results.length === 0 ? "doctest lines or assertions" : `your code: ${passed} of ${results.length} pass`;
  fitExamples();
}

function markOf(result: ExampleResult | undefined): HTMLElement {
  if (result?.outcome === "passed") return outcome(true, "passes");
  if (result?.outcome !== "failed") return make("span", { class: "out" }, result ? "no outcome" : "");
  return outcome(false, result.mismatch ? `got ${result.mismatch.got.slice(0, 24)}` : "fails");
}

/** As high as its text, so that the outcomes stand beside their lines. */
export function fitExamples(): void {
  examplesField.rows = Math.max(3, examplesField.value.split("\n").length);
}
