import { Refused } from "../parts/api.ts";
import { byId, fieldOf, make, pageData } from "../parts/elements.ts";
import { goTo, markFindings } from "../parts/squiggles.ts";
import { findingsOf } from "../parts/verdict.ts";
import { openEditor, setText, textOf } from "./editor.ts";
import { showFindings } from "../parts/findings.ts";
import { showFix } from "../parts/fix.ts";
import { showKeyLine } from "./key-line.ts";
import { showOutcome } from "../parts/outcome.ts";
import { judge, type PlaygroundJob } from "./run.ts";
import { samples, type Sample } from "./samples.ts";
import { fromFragment, toFragment } from "../parts/share.ts";

const { modes } = pageData<{ modes: readonly string[] }>();
const offered = samples.filter(({ mode }) => modes.includes(mode));

const form = byId<HTMLFormElement>("controls");
const examples = byId<HTMLTextAreaElement>("examples");
const status = byId("status");
const runButton = byId<HTMLButtonElement>("run");
const result = byId("result");

const editor = openEditor(byId("editor"), { onRun: () => void run(), onPaste, onChange });
let underWay: AbortController | undefined;

async function run(): Promise<void> {
  underWay?.abort();
  const { signal } = (underWay = new AbortController());
  const job = readJob();
  if (job.code.trim() === "") return say("Write or paste some Python first.");
  say(job.mode === "execute" ? "Running…" : "Checking…");
  runButton.disabled = true;
  try {
    const { verdict, key, isNewKey, left } = await judge(job, signal);
    const findings = findingsOf(verdict);
    markFindings(editor, findings);
    showOutcome(verdict, examples.value);
    showFindings(findings, (finding) => goTo(editor, finding));
    await showFix(verdict, job.code, (fixed) => {
      setText(editor, fixed);
      void run();
    });
    showKeyLine(key, { isNewKey, left });
    byId("before").hidden = true;
    byId("stale").hidden = true;
    result.hidden = false;
    say(verdict.valid ? "Done: valid." : "Done: not valid.");
  } catch (error) {
    if (signal.aborted) return;
    result.hidden = true;
    showRefusal(error);
  } finally {
    if (!signal.aborted) runButton.disabled = false;
  }
}

function readJob(): PlaygroundJob {
  const mode = fieldOf(form, "mode");
  const language = fieldOf(form, "transpile_to");
  return {
    code: textOf(editor),
    mode,
    options: {
      ...(mode === "execute" && examples.value.trim() !== "" && { examples: examples.value }),
      ...(language !== "" && { transpile_to: language }),
      ...(fieldOf(form, "optimize") !== "" && { optimize: true }),
      ...(fieldOf(form, "strict") !== "" && { strict: true }),
    },
  };
}

function say(...text: readonly (string | Node)[]): void {
  status.replaceChildren(...text);
}

function showRefusal(error: unknown): void {
  if (!(error instanceof Refused)) {
    reportError(error);
    return say("This page failed. Reload it.");
  }
  const { error: code, message } = error.refusal;
  const leadsToKeys = ["payment_required", "quota_exhausted", "unauthorized"].includes(code);
  const isUnpaid = code === "payment_required";
  say(
    isUnpaid ? `Mode ${readJob().mode} needs credits. ` : `${message} `,
    ...(leadsToKeys
      ? [make("a", { href: "/keys" }, isUnpaid ? "Add credits to your key" : "See your key")]
      : []),
  );
}

/** A pasted program is checked at once, as long as that is free. */
function onPaste(): void {
  if (readJob().mode === "static" && byId<HTMLInputElement>("on-paste").checked) void run();
}

function onChange(): void {
  if (!result.hidden) byId("stale").hidden = false;
}

function load({
  code,
  mode,
  examples: written = "",
}: Pick<Sample, "code" | "examples"> & { mode?: string }): void {
  setText(editor, code);
  examples.value = written;
  const choice = form.querySelector<HTMLInputElement>(
    `[name="mode"][value="${CSS.escape(mode ?? "static")}"]`,
  );
  if (choice) choice.checked = true;
  showExamplesBox();
}

/** Only programs that are run have examples. */
function showExamplesBox(): void {
  byId("examples-box").hidden = readJob().mode !== "execute";
}

async function share(): Promise<void> {
  const { code, mode } = readJob();
  history.replaceState(null, "", await toFragment({ code, mode, examples: examples.value }));
  await navigator.clipboard.writeText(location.href);
  say("Link copied. The code is in the link itself and is not stored anywhere.");
}

const samplePicker = byId<HTMLSelectElement>("sample");
samplePicker.append(...offered.map(({ name }, at) => make("option", { value: String(at) }, name)));
samplePicker.addEventListener("change", () => load(offered[Number(samplePicker.value)]!));
form.addEventListener("change", showExamplesBox);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void run();
});
byId("share").addEventListener("click", () => {
  share().catch(() => say("The link is in the address bar; it could not be copied."));
});
load((await fromFragment(location.hash)) ?? offered[0]!);
byId("playground").dataset["ready"] = "yes";
