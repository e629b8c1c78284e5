import { readMismatch } from "../parts/mismatch.ts";
import { byId, make } from "../parts/elements.ts";
import { readExamples, type ExampleOutcome } from "../parts/examples.ts";
import type { ReadVerdict } from "../../engine/verdict.ts";

/** Each example, what came of it as sent, and with the fix, where there is one: a fix is kept only if all pass. */
export function showExamples(verdict: ReadVerdict, written: string): void {
  const outcomes = verdict.meta.mode === "execute" ? readExamples(written, verdict) : [];
  const hasFix = verdict.fixed_code !== null && verdict.fixed_valid === true;
  byId("examples").hidden = outcomes.length === 0;
  byId("after-fix").hidden = !hasFix;
  byId("example-rows").replaceChildren(
    ...outcomes.map((outcome) =>
      make(
        "tr",
        {},
        make("td", {}, make("code", {}, outcome.text)),
        make("td", {}, outcomeOf(outcome)),
        hasFix ? make("td", {}, passed()) : undefined,
      ),
    ),
  );
}

function outcomeOf({ problem }: ExampleOutcome): HTMLElement {
  if (problem === undefined) return passed();
  const came = readMismatch(problem);
  return make(
    "span",
    { class: "out bad" },
    shape("bad"),
    ...(came
      ? ["expected ", make("code", {}, came.expected), ", got ", make("code", {}, came.got)]
      : ["failed"]),
  );
}

const passed = (): HTMLElement => make("span", { class: "out good" }, shape("good"), "passed");

function shape(outcome: "good" | "bad"): HTMLElement {
  return make("span", { class: `shape ${outcome}`, "aria-hidden": "true" }, outcome === "good" ? "✓" : "✗");
}
