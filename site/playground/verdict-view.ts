import type { ReadVerdict } from "../../engine/verdict.ts";
import { count, make, withCode } from "../parts/elements.ts";
import { inTwo, outcomesOf, type ExampleResult } from "../parts/examples.ts";
import { drawDiff, sizeOfChange } from "../parts/rows/diff-rows.ts";
import { headlineOf } from "./headline.ts";
import { mainPath, type Files, type PlaygroundJob, type Shown } from "./page-data.ts";
import { showSignature } from "./signature.ts";
import { outcome, step } from "./trail.ts";
import { drawWritten } from "./written-files.ts";

type Wishes = Readonly<{
  onAccept: () => void;
  onUndo: () => void;
  isAccepted: boolean;
  /** What to do next, where it is not to accept the fix. */
  next: HTMLElement | undefined;
}>;

/** The whole story of a verdict: broken, fixed, proven, signed. */
export function drawVerdict(shown: Shown, wishes: Wishes): readonly HTMLElement[] {
  const { verdict, job, sampleId } = shown;
  const { title, about } = headlineOf(verdict, {
    ...wishes,
    sampleId,
    files: Object.keys(job.files ?? {}).length,
  });
  const isGood = wishes.isAccepted ? verdict.fixed_valid === true : verdict.valid;
  const examples = examplesOf(shown, wishes.isAccepted);
  return [
    make(
      "div",
      { class: "result" },
      make("h2", { class: isGood ? "fine" : undefined }, title),
      make("span", {}, about),
    ),
    make(
      "ol",
      { class: "trail" },
      wishes.isAccepted ? undefined : broken(verdict, examples),
      fixed(shown, wishes),
      proven(shown, examples, wishes),
      showSignature(shown),
    ),
    ...(wishes.next ? [wishes.next] : []),
    ...outputOf(verdict),
  ];
}

/** What came of the examples with the code as it was sent; with the fix, once it is accepted. */
export function examplesOf({ verdict, job }: Shown, isAccepted: boolean): readonly ExampleResult[] {
  if (verdict.meta.mode !== "execute") return [];
  const asSent = outcomesOf(job.options?.examples ?? "", verdict);
  if (!isAccepted) return asSent;
  const outcome = verdict.fixed_valid === true ? "passed" : "unknown";
  return asSent.map(({ text, expected, line }) => ({ text, expected, line, outcome }));
}

function errorsOf({ diagnostics, security }: ReadVerdict): number {
  return [...diagnostics, ...security].filter(({ severity }) => severity === "error").length;
}

function broken(verdict: ReadVerdict, examples: readonly ExampleResult[]): HTMLElement {
  const failed = examples.filter(({ outcome: came }) => came === "failed");
  const first = failed[0]?.problem;
  if (first !== undefined)
    return step(
      "bad",
      "Broken",
      `${failed.length} of ${count(examples.length, "example")} fail`,
      make("p", { class: "fails small" }, ...withCode(first)),
    );
  const errors = errorsOf(verdict);
  if (errors > 0) return step("bad", "Broken", count(errors, "error"));
  return step(
    "good",
    "Checked",
    verdict.valid ? "no error found" : "warnings reject the code in strict mode",
  );
}

function fixed({ verdict, job }: Shown, { isAccepted, onAccept, onUndo }: Wishes): HTMLElement | undefined {
  const { fixed_code: code, fixed_files: files, fixes, fixed_valid: isClean, meta } = verdict;
  if (code === null) {
    if (verdict.valid || meta.mode === "static") return undefined;
    return step("open", "No fix found", "nothing that solves it was certain enough");
  }
  const changes = changesOf(job, code, files ?? {});
  const [first] = changes;
  const about =
    first && changes.length === 1 && fixes.length === 1
      ? sizeOfChange(first.before, first.after)
      : `${count(fixes.length, "fix", "fixes")}${changes.length > 1 ? ` in ${changes.length} files` : ""}`;
  const accept = make("button", { type: "button", class: "go", id: "accept" }, "Accept the fix");
  accept.addEventListener("click", onAccept);
  const undo = make("button", { type: "button", id: "undo" }, "Undo");
  undo.addEventListener("click", onUndo);
  return step(
    "fix",
    "Fixed",
    about,
    fixes.length > 1 || !isAccepted
      ? make(
          "ul",
          { class: "fixes" },
          ...fixes.map((fix, at) => make("li", {}, ...withCode(fix), kindOf(meta.fixes?.[at]?.kind))),
        )
      : undefined,
    ...(isAccepted
      ? [
          make(
            "div",
            { class: "undo", role: "group", "aria-label": "Accepted" },
            outcome(true, `Fix accepted. ${changes.map(({ path }) => path).join(", ")} changed.`),
            undo,
          ),
        ]
      : [
          ...changes.map(({ path, before, after }) =>
            drawDiff(before, after, `The fix of ${path}, as a diff`),
          ),
          make(
            "div",
            { class: "acts" },
            accept,
            make("span", {}, isClean ? "free, and you can undo it" : "free; the fixed code still has errors"),
          ),
        ]),
  );
}

const kinds = new Map([
  ["preserving", "The program does the same."],
  ["certain", "It fails without this."],
]);

function kindOf(kind: string | undefined): HTMLElement | undefined {
  const meaning = kinds.get(kind ?? "");
  return meaning === undefined ? undefined : make("span", { class: "soft" }, `. ${meaning}`);
}

export function changesOf(
  { code: sent, files = {} }: PlaygroundJob,
  code: string,
  changed: Files,
): readonly Readonly<{ path: string; before: string; after: string }>[] {
  return [
    { path: mainPath, before: sent, after: code },
    ...Object.entries(changed).map(([path, after]) => ({ path, before: files[path] ?? "", after })),
  ].filter(({ before, after }) => before !== after);
}

function proven(
  shown: Shown,
  examples: readonly ExampleResult[],
  { isAccepted }: Wishes,
): HTMLElement | undefined {
  const { verdict } = shown;
  const { meta, fixed_code: code, fixed_valid: isClean, runtime } = verdict;
  const isFixed = code !== null && isClean === true;
  const where = "run in a container without network";
  if (meta.mode === "execute" && examples.length > 0) {
    const passed = examples.filter(({ outcome: came }) => came === "passed").length;
    const all = examples.length;
    const isFixNeeded = isFixed && !isAccepted && passed < all;
    const table = exampleTable(examples, isFixNeeded);
    if (isAccepted && isFixed) return step("good", "Proven", "the same run, not run again", table);
    if (isFixNeeded || passed === all)
      return step(
        "good",
        "Proven",
        `${all} of ${all} ${all === 1 ? "example" : "examples"} pass${isFixNeeded ? " with the fix" : ""}, ${where}`,
        table,
      );
    return step("bad", "Not proven", `${passed} of ${count(all, "example")} pass, ${where}`, table);
  }
  if (runtime.ran) {
    const ended = runtime.timed_out ? "stopped at the time limit" : `exit code ${runtime.returncode}`;
    return step(
      runtime.returncode === 0 ? "good" : "bad",
      "Run",
      `${ended}, ${runtime.duration_ms ?? 0} ms, ${where}`,
      testsOf(verdict),
    );
  }
  if (isFixed) return step("good", "Checked again", "the fixed code has no error; it was not run");
  return undefined;
}

function testsOf({ runtime: { tests } }: ReadVerdict): HTMLElement | undefined {
  return (
    tests &&
    make(
      "p",
      { class: "small" },
      `Tests: ${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped.`,
    )
  );
}

function exampleTable(examples: readonly ExampleResult[], isFixShown: boolean): HTMLElement {
  const head = ["Example", "Expected", "Your code", ...(isFixShown ? ["With the fix"] : [])];
  return make(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": "What came of the examples" },
    make(
      "table",
      { class: "runs" },
      make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))),
      make(
        "tbody",
        {},
        ...examples.map((one) => {
          const { call, expected } = inTwo(one);
          return make(
            "tr",
            {},
            make("td", {}, make("code", {}, call)),
            make("td", { class: "num" }, make("code", {}, expected)),
            make("td", {}, outcomeOf(one, expected)),
            isFixShown ? make("td", {}, outcomeOf({ ...one, outcome: "passed" }, expected)) : undefined,
          );
        }),
      ),
    ),
  );
}

function outcomeOf({ outcome: came, mismatch }: ExampleResult, expected: string): HTMLElement {
  if (came === "unknown") return make("span", { class: "out" }, "no outcome");
  if (came === "passed") return outcome(true, expected === "" ? "passes" : make("code", {}, expected));
  return outcome(false, mismatch ? make("code", {}, mismatch.got) : "fails");
}

function outputOf({ runtime, transpiled }: ReadVerdict): readonly HTMLElement[] {
  return [
    ...block("Output", runtime.ran ? runtime.stdout : ""),
    ...block("Errors it printed", runtime.ran ? runtime.stderr : ""),
    ...(runtime.outputs ?? []).flatMap(drawWritten),
    ...block("Translated copy", transpiled ?? ""),
  ];
}

function block(title: string, text: string): readonly HTMLElement[] {
  if (text === "") return [];
  return [
    make("div", { class: "sub" }, make("h3", {}, title)),
    make(
      "pre",
      { class: "output", tabindex: "0", role: "region", "aria-label": title },
      make("code", {}, text),
    ),
  ];
}
