import { byId, make } from "../parts/elements.ts";
import { step } from "./trail.ts";
import type { PlaygroundMode } from "./page-data.ts";

const titles: Readonly<Record<PlaygroundMode, string>> = {
  static: "Checking",
  repair: "Looking for a fix",
  execute: "Running your examples",
};

/** Shows that work is under way; the returned function puts back what was there. */
export function showWork(mode: PlaygroundMode, hasVerdict: boolean): () => void {
  const result = byId("result");
  const before = [...result.childNodes];
  const findings = byId("findings");
  const time = make("span", {}, "0.0 s");
  const startedAt = performance.now();
  const timer = setInterval(() => {
    time.textContent = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  }, 100);
  result.replaceChildren(
    make("div", { class: "result" }, make("h2", {}, titles[mode]), time),
    make(
      "ol",
      { class: "trail" },
      step("now", mode === "execute" ? "Checking, and running in a container" : "Checking", ""),
      ...(mode === "static"
        ? []
        : [
            step(
              "open",
              "Look for a fix",
              mode === "execute" ? "only if an example fails" : "one that the checkers accept",
            ),
            ...(mode === "execute" ? [step("open", "Prove it", "every example must pass")] : []),
          ]),
      step("open", "Sign the verdict", ""),
    ),
    ...(hasVerdict
      ? [make("p", { class: "small soft" }, "Your last verdict comes back if you cancel.")]
      : []),
  );
  findings.hidden = true;
  document.body.dataset["state"] = "running";
  return () => {
    clearInterval(timer);
    findings.hidden = false;
    result.replaceChildren(...before);
  };
}
