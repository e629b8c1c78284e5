import { byId, make } from "../parts/elements.ts";
import { outcomesOf, type ExampleResult } from "../parts/examples.ts";
import type { ReadVerdict } from "../../engine/verdict.ts";

/** Each example, what came of it as sent, and with the fix, where there is one: a fix is kept only if all pass. */
export function showExamples(verdict: ReadVerdict, written: string): void {
  const outcomes = verdict.meta.mode === "execute" ? outcomesOf(written, verdict) : [];
  const hasFix = verdict.fixed_code !== null && verdict.fixed_valid === true;
  byId("examples").hidden = outcomes.length === 0;
  byId("after-fix").hidden = !hasFix;
  byId("example-rows").replaceChildren(
    ...outcomes.map((result) =>
      make(
        "tr",
        {},
        make("td", {}, make("code", {}, result.text)),
        make("td", {}, describe(result)),
        hasFix ? make("td", {}, passed()) : undefined,
      ),
    ),
  );
}

function describe({ outcome, mismatch }: ExampleResult): HTMLElement {
  if (outcome === "passed") return passed();
  if (outcome === "unknown") return make("span", { class: "out" }, "no outcome");
  return make(
    "span",
    { class: "out bad" },
    shape("bad"),
    ...(mismatch
      ? ["expected ", make("code", {}, mismatch.expected), ", got ", make("code", {}, mismatch.got)]
      : ["failed"]),
  );
}

const passed = (): HTMLElement => make("span", { class: "out good" }, shape("good"), "passed");

function shape(outcome: "good" | "bad"): HTMLElement {
  return make("span", { class: `shape ${outcome}`, "aria-hidden": "true" }, outcome === "good" ? "✓" : "✗");
}
