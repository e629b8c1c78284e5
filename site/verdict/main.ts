import { ask } from "../parts/api.ts";
import { copyOnClick } from "../parts/copy-buttons.ts";
import { byId, count, make, pageData, withCode } from "../parts/elements.ts";
import { drawCode } from "../parts/rows/code-rows.ts";
import { drawDiff, sizeOfChange } from "../parts/rows/diff-rows.ts";
import { findingsOf, rulePage, type ShownFinding } from "../parts/verdict.ts";
import { toFragment } from "../parts/share.ts";
import type { ReadVerdict } from "../../engine/verdict.ts";
import { showExamples } from "./examples.ts";
import { readSubmission } from "./submission.ts";

const {
  check: asked,
  result,
  prompt,
  isSigned,
} = pageData<{
  check: object;
  isSigned: boolean;
  result: string | null;
  prompt: string | null;
}>();
const { code, examples, path } = readSubmission(prompt);

function show(verdict: ReadVerdict): void {
  const findings = findingsOf(verdict, path);
  if (code !== undefined) {
    byId("code").replaceChildren(drawCode(code, `${path ?? "main.py"} with findings`, findings));
    if (findings.length > 0) byId("code-about").append(`, with ${count(findings.length, "finding")}`);
  }
  showFix(verdict);
  showExamples(verdict, examples);
  showOthers(findings);
  showOutput(verdict);
}

function showFix({ fixed_code: fixed, fixes, fixed_valid: isValid }: ReadVerdict): void {
  byId("fix").hidden = fixed === null || code === undefined;
  if (fixed === null || code === undefined) return;
  byId("fix-about").textContent =
    `${sizeOfChange(code, fixed)}${isValid === false ? "; errors are left" : ""}`;
  byId("diff").replaceChildren(drawDiff(code, fixed, "The fix, as a diff"));
  byId("fixes").replaceChildren(...fixes.map((fix) => make("li", {}, ...withCode(fix))));
  const copy = byId("copy-fixed");
  // What was changed after it was signed is not handed on.
  copy.hidden = !isSigned;
  copy.dataset["copy"] = fixed;
}

/** What is about no line of the code that is shown, and no example. */
function showOthers(findings: readonly ShownFinding[]): void {
  const others = findings.filter(
    ({ file, line, rule }) =>
      (code === undefined || file !== undefined || line === null) && rule !== "python:example-mismatch",
  );
  byId("findings").hidden = others.length === 0;
  byId("other-findings").replaceChildren(
    ...others.map(({ severity, rule, message, file, line }) =>
      make(
        "li",
        {},
        make("b", {}, severity),
        file === undefined && line === null
          ? ""
          : ` ${[file, line === null ? undefined : `line ${line}`].filter(Boolean).join(", ")}:`,
        " ",
        ...withCode(message),
        " ",
        make("a", { href: rulePage(rule) }, rule),
      ),
    ),
  );
}

function showOutput({ runtime }: ReadVerdict): void {
  const text = [runtime.stdout, runtime.stderr].filter((each) => each !== "").join("\n");
  byId("run").hidden = !runtime.ran || text === "";
  byId("run-about").textContent = runtime.timed_out
    ? "stopped at the time limit"
    : `exit code ${runtime.returncode}`;
  byId("output").textContent = text;
}

/** An older or another service may leave out what its verdicts have by default. */
const usual = {
  diagnostics: [],
  security: [],
  fixes: [],
  fixed_code: null,
  fixed_valid: null,
  runtime: { ran: false, stdout: "", stderr: "", timed_out: false, returncode: null },
  meta: { mode: "static" },
};

function readResult(): ReadVerdict | undefined {
  try {
    const read: unknown = JSON.parse(result ?? "");
    return typeof read === "object" && read !== null && "diagnostics" in read
      ? ({ ...usual, ...read } as unknown as ReadVerdict)
      : undefined;
  } catch {
    return undefined;
  }
}

async function check(): Promise<void> {
  const status = byId("checked");
  byId<HTMLButtonElement>("check").disabled = true;
  status.textContent = "Checking…";
  try {
    const { answer } = await ask<{ valid_signature: boolean }>("/v1/verify", { body: asked });
    const time = new Date().toLocaleTimeString();
    status.textContent = answer.valid_signature
      ? `Checked again by this service at ${time}.`
      : `Checked again at ${time}: the signature is not valid.`;
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : "It could not be checked.";
  }
  byId<HTMLButtonElement>("check").disabled = false;
}

const verdict = readResult();
if (verdict) show(verdict);
else if (code !== undefined) byId("code").replaceChildren(drawCode(code, path ?? "main.py", []));
byId("check").addEventListener("click", () => void check());
copyOnClick((text) => (byId("note").textContent = text));
const open = document.querySelector<HTMLAnchorElement>("#open");
if (open && code !== undefined)
  open.href = `/${await toFragment({ code, examples, ...(verdict && { mode: verdict.meta.mode }) })}`;
