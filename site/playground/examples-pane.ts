import { byId, make } from "../parts/elements.ts";
import type { ExampleResult } from "./examples.ts";
import { outcome } from "./trail.ts";

export const examplesField = byId<HTMLTextAreaElement>("examples");

/** What came of each example, behind its last line. */
export function markExamples(outcomes: readonly ExampleResult[], isAccepted: boolean): void {
  const byLine = new Map(outcomes.map((one) => [one.line, one]));
  const passed = outcomes.filter(({ problem }) => problem === undefined || isAccepted).length;
  const last = Math.max(-1, ...byLine.keys());
  byId("example-marks").replaceChildren(
    ...Array.from({ length: last + 1 }, (_, line) => {
      const one = byLine.get(line);
      if (!one) return make("span", { class: "out" });
      if (one.problem === undefined || isAccepted) return outcome(true, "passes");
      return outcome(false, one.got === undefined ? "fails" : `got ${one.got.slice(0, 24)}`);
    }),
  );
  byId("examples-count").textContent =
    outcomes.length === 0 ? "doctest lines or assertions" : `your code: ${passed} of ${outcomes.length} pass`;
  fitExamples();
}

/** As high as its text, so that the outcomes stand beside their lines. */
export function fitExamples(): void {
  examplesField.rows = Math.max(3, examplesField.value.split("\n").length);
}
