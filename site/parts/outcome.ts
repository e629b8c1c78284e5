import { byId, make, withCode } from "./elements.ts";
import type { ReadVerdict } from "../../engine/verdict.ts";
import { findingsOf } from "./verdict.ts";
import { readExamples } from "./examples.ts";

/** Everything of a verdict but its findings and its fix. */
export function showOutcome(verdict: ReadVerdict, examples: string): void {
  showHeadline(verdict);
  showExamples(verdict, examples);
  showRun(verdict);
  showTranslation(verdict);
  showTools(verdict);
}

function showHeadline({ valid, score, meta, diagnostics, security }: ReadVerdict): void {
  const isWhole = meta.incomplete.length === 0;
  const verdictWord = valid ? "Valid" : isWhole ? "Not valid" : "Incomplete";
  const hasWarnings = diagnostics.length + security.length > 0;
  byId("headline").replaceChildren(
    make("strong", { class: valid ? "good" : "bad" }, verdictWord),
    make("span", {}, `Score ${score.toFixed(2)}`),
    make("span", { class: "soft" }, `${meta.mode}, ${meta.duration_ms} ms`),
  );
  byId("why").textContent = !isWhole
    ? `Did not finish: ${meta.incomplete.join(", ")}. Run it again.`
    : valid && hasWarnings
      ? "Warnings do not make code invalid; errors do."
      : "";
}

function showExamples(verdict: ReadVerdict, written: string): void {
  const outcomes = verdict.meta.mode === "execute" ? readExamples(written, verdict) : [];
  const section = byId("examples-outcome");
  section.hidden = outcomes.length === 0;
  const passed = outcomes.filter(({ problem }) => problem === undefined).length;
  section.replaceChildren(
    make("h2", {}, `Examples: ${passed} of ${outcomes.length} passed`),
    make(
      "ul",
      { class: "examples" },
      ...outcomes.map(({ text, problem }) =>
        make(
          "li",
          {},
          make(
            "span",
            { class: `badge ${problem === undefined ? "good" : "error"}` },
            problem === undefined ? "passed" : "failed",
          ),
          make("code", {}, text),
          problem === undefined ? undefined : make("p", { class: "soft" }, ...withCode(problem)),
        ),
      ),
    ),
  );
}

function showRun({ runtime }: ReadVerdict): void {
  const section = byId("run-outcome");
  section.hidden = !runtime.ran;
  const ended = runtime.timed_out ? "stopped: time limit reached" : `exit code ${runtime.returncode}`;
  section.replaceChildren(
    make("h2", {}, "Output"),
    make("p", { class: "soft" }, `${ended}, ${runtime.duration_ms ?? 0} ms`),
    output("Standard output", runtime.stdout),
    output("Standard error", runtime.stderr),
  );
}

function output(label: string, text: string): HTMLElement {
  return text === ""
    ? make("p", { class: "soft" }, `${label}: empty`)
    : make("pre", { tabindex: "0", role: "region", "aria-label": label }, make("code", {}, text));
}

function showTranslation({ transpiled }: ReadVerdict): void {
  const section = byId("translation");
  section.hidden = transpiled === null;
  if (transpiled === null) return;
  section.replaceChildren(make("h2", {}, "Translated copy"), output("Translated copy", transpiled));
}

/** What each tool said: how many findings are its own. */
function showTools(verdict: ReadVerdict): void {
  const found = Map.groupBy(findingsOf(verdict), ({ rule }) => rule.split(":")[0]!);
  const names = new Set([...Object.keys(verdict.meta.engine), ...found.keys()]);
  byId("tools").hidden = false;
  byId("tools-list").replaceChildren(
    ...[...names].map((name) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, name),
        make("td", {}, verdict.meta.engine[name] ?? "own rules"),
        make("td", {}, String(found.get(name)?.length ?? 0)),
      ),
    ),
  );
}
