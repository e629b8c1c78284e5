import { closeAsMenu } from "../parts/closing-menu.ts";
import { byId, count, make } from "../parts/elements.ts";
import { findingsOf, type ShownFinding } from "../parts/verdict.ts";
import { readKey } from "../parts/visitor-key.ts";
import type { ReadVerdict } from "../../engine/verdict.ts";
import { chooseMode, chosenMode, offerModes, refreshAccount, showCost, showRunning } from "./bar.ts";
import { toCurl, toPython } from "./copy-as.ts";
import { openEditor } from "./editor.ts";
import { examplesField, fitExamples, markExamples } from "./examples-pane.ts";
import { drawFindings } from "./findings.ts";
import { isSolvedBy, readFix, type FixLines } from "./fix-lines.ts";
import { openLiveCheck } from "./live.ts";
import { data, mainPath, type Sample, type Shown } from "./page-data.ts";
import { files, holds, jobNow, replaceFiles, sampleJob, sampleNow } from "./program.ts";
import { hideRefusal, showRefusal } from "./refusal.ts";
import { judge, readSample } from "./run.ts";
import { showWork } from "./running.ts";
import { openShareMenu } from "./share-menu.ts";
import { fromFragment } from "../parts/share.ts";
import { openTabs } from "./tabs.ts";
import { changesOf, drawVerdict, examplesOf } from "./verdict-view.ts";

const form = byId<HTMLFormElement>("controls");
const picker = byId<HTMLSelectElement>("sample");
const panes = byId("playground");

let shown: Shown | undefined;
/** The findings of the code as it is now: of the verdict, or of the last check while typing. */
let found: readonly ShownFinding[] = [];
let isAccepted = false;
let active = mainPath;
let underWay: AbortController | undefined;
/** The page changes the text itself. */
let isReplacing = false;

const editor = openEditor(byId("editor"), { onChange: onEdit, onRun: () => void run(), onLine: tellLine });
const tabs = openTabs({ onShow: showFile, onAdd: addFile, onRemove: removeFile });
const live = openLiveCheck({ jobNow: () => jobNow("static"), onFound: showLive, say });

function say(text: string): void {
  byId("status").textContent = text;
}

/* What is edited */

function load({
  code,
  files: others,
  examples = "",
  mode,
}: Pick<Sample, "code" | "files" | "examples"> & { mode?: string }): void {
  live.stop();
  replaceFiles(code, others);
  examplesField.value = examples;
  fitExamples();
  editor.clear();
  found = [];
  isAccepted = false;
  offerModes(sampleNow() !== undefined);
  if (mode !== undefined) chooseMode(mode);
  showFile(mainPath);
  showStanding();
}

function showFile(path: string): void {
  active = path;
  editor.show(path, files.get(path) ?? "");
  markCode();
}

function addFile(path: string): void {
  if (!files.has(path)) files.set(path, "");
  showFile(path);
  showStanding();
}

function removeFile(path: string): void {
  files.delete(path);
  editor.remove(path);
  showFile(mainPath);
  showStanding();
  live.begin();
}

function onEdit(path: string, text: string): void {
  const before = files.get(path) ?? "";
  files.set(path, text);
  if (isReplacing) return;
  // The browser's own undo took a fix back, or the fixed text is changed further.
  if (isAccepted && shown && holds(shown.job)) return showVerdict(shown);
  document.getElementById("undo")?.remove();
  moveFindings(path, before, text);
  showStanding();
  live.begin();
}

/** Findings stay with their lines while others come and go; one whose own line was changed is to be looked for again. */
function moveFindings(path: string, before: string, after: string): void {
  if (found.length === 0) return;
  const { lineAfter } = readFix(before, after);
  found = found.flatMap((finding) => {
    if (finding.line === null || (finding.file ?? mainPath) !== path) return [finding];
    const line = lineAfter(finding.line);
    return line === undefined ? [] : [{ ...finding, line }];
  });
  drawList("before your last change");
  markCode();
}

/** What depends on whether the code is a sample's, and on whether it is still the verdict's. */
function showStanding(): void {
  const sample = sampleNow();
  picker.value = sample?.id ?? "";
  offerModes(sample !== undefined);
  showCost(sample !== undefined);
  const isOld = shown !== undefined && !isCurrent(shown);
  byId("stale").hidden = !isOld;
  markExamples(shown === undefined || isOld ? [] : examplesOf(shown, isAccepted));
  if (shown) byId("dock-note").replaceChildren(...(isOld ? ["The code has changed."] : dockNote(shown)));
}

function isCurrent({ job, verdict }: Shown): boolean {
  const isSame = (job.options?.examples ?? "") === examplesField.value || verdict.meta.mode !== "execute";
  return isSame && (holds(job) || (isAccepted && verdict.fixed_code === files.get(mainPath)));
}

/* The verdict */

async function run(): Promise<void> {
  underWay?.abort();
  live.stop();
  const { signal } = (underWay = new AbortController());
  const [mode, sample] = [chosenMode(), sampleNow()];
  const job = sample ? sampleJob(sample, mode) : jobNow(mode);
  if (job.code.trim() === "") return say("Write or paste some Python first.");
  say("Running.");
  hideRefusal();
  viewOf("verdict");
  const putBack = showWork(mode, shown !== undefined);
  showRunning(true);
  try {
    const verdict = sample ? await readSample(sample.id, mode, signal) : await judge(job, signal);
    putBack();
    showVerdict({ verdict, job, sampleId: sample?.id });
    say(verdict.valid ? "Done: valid." : "Done: not valid.");
    byId("body").scrollTop = 0;
  } catch (error) {
    putBack();
    document.body.dataset["state"] = "story";
    if (signal.aborted) return say("Cancelled.");
    showRefusal(error, {
      hasVerdict: shown !== undefined,
      onAgain: () => void run(),
      onSample: () => pickSample(data.samples[0]!.id),
    });
    say("Refused: see above the verdict.");
  } finally {
    if (underWay?.signal === signal) {
      showRunning(false);
      underWay = undefined;
    }
    if (readKey() !== undefined && !sample) await refreshAccount();
    showCost(sampleNow() !== undefined);
  }
}

function showVerdict(next: Shown): void {
  shown = next;
  isAccepted = false;
  found = findingsOf(next.verdict, mainPath);
  hideRefusal();
  document.body.dataset["state"] = "story";
  draw(next, sampleName(next));
}

function draw(next: Shown, note: string): void {
  byId("result").replaceChildren(
    ...drawVerdict(next, { isAccepted, onAccept: accept, onUndo: undo, next: nextFor(next) }),
  );
  drawList(note);
  for (const button of document.querySelectorAll<HTMLButtonElement>('.copy-as[data-as="json"]'))
    button.disabled = false;
  markCode();
  showStanding();
}

/** What to do after a check: what finds the fix. */
function nextFor({ verdict, job, sampleId }: Shown): HTMLElement | undefined {
  if (verdict.meta.mode !== "static") return undefined;
  // What is wrong with security or credentials has no fix that could be certain.
  if (!verdict.diagnostics.some(({ severity }) => severity === "error")) return undefined;
  const mode = sampleId !== undefined && job.files ? "execute" : "repair";
  const offered = data.modes.find((one) => one.mode === mode)!;
  if (sampleId === undefined && !offered.isServed) return undefined;
  const price = sampleId === undefined ? count(offered.credits, "credit") : "free for this sample";
  const button = make(
    "button",
    { type: "button", class: "go" },
    mode === "execute" ? `Run and prove, ${price}` : `Fix it, ${price}`,
  );
  button.addEventListener("click", () => {
    chooseMode(mode);
    void run();
  });
  return make("p", { class: "acts" }, button);
}

function sampleName({ job, verdict }: Shown): string {
  return verdict.meta.mode === "static" && job.files ? `in ${Object.keys(job.files).length + 1} files` : "";
}

function drawList(note: string): void {
  const fix = fixNow();
  byId("findings").replaceChildren(
    ...drawFindings(found, {
      note,
      isSolved: (finding) => fix !== undefined && !isAccepted && isSolvedBy(fix, finding),
      onChoose: ({ file, line }) => {
        viewOf("code");
        if (file !== undefined && files.has(file)) showFile(file);
        else if (file === undefined && active !== mainPath) showFile(mainPath);
        if (line !== null) editor.goTo(line);
      },
    }),
  );
}

/** What the fix of the verdict does, where it is proven or checked. */
function fixNow(): FixLines | undefined {
  if (shown?.verdict.fixed_code == null || shown.verdict.fixed_valid !== true) return undefined;
  return readFix(shown.job.code, shown.verdict.fixed_code);
}

function dockNote({ verdict }: Shown): readonly Node[] {
  const { given = 0, held = 0 } = verdict.runtime.examples ?? {};
  const isFixed = verdict.fixed_valid === true;
  const isGood = verdict.valid || isFixed;
  const words =
    given > 0
      ? `${isFixed ? given : held} of ${given} pass`
      : verdict.valid
        ? "Valid"
        : isFixed
          ? "Fixed"
          : "Not valid";
  return [
    make("b", { class: isGood ? "good" : "bad" }, words),
    make("span", {}, isFixed && !isAccepted ? "with the fix" : count(found.length, "finding")),
  ];
}

/** Findings and remarks in the text that is shown. */
function markCode(): void {
  const own = found.filter(({ file }) => (file ?? mainPath) === active);
  const { given = 0, failed = 0 } = shown?.verdict.runtime.examples ?? {};
  const changed = active === mainPath ? fixNow()?.changed : undefined;
  const isHere = shown !== undefined && isCurrent(shown);
  const isTold = isHere && changed !== undefined && given > 0 && (failed > 0 || isAccepted);
  const line = isAccepted ? changed?.after : changed?.before;
  const broken = isTold && !isAccepted ? [brokenAt(changed!)] : [];
  const text = isAccepted ? `${given} of ${given} examples pass` : `${failed} of ${given} examples fail`;
  editor.mark([...broken, ...own], isTold ? { line: line!, text, isGood: isAccepted } : undefined);
  const errors = new Map<string, number>();
  for (const { severity, file = mainPath } of found)
    if (severity === "error") errors.set(file, (errors.get(file) ?? 0) + 1);
  tabs.draw([...files.keys()], active, errors);
}

function brokenAt({ before, column }: { before: number; column: number }): ShownFinding {
  return {
    severity: "error",
    rule: "",
    message: "",
    line: before,
    column,
    isSecurity: false,
    cwe: null,
    file: undefined,
  };
}

function showLive(verdict: ReadVerdict, job: Parameters<typeof holds>[0]): void {
  if (!holds(job)) return;
  found = findingsOf(verdict, mainPath);
  drawList("in your code as it is now");
  markCode();
  say(found.length === 0 ? "No findings." : "");
}

/* Accepting a fix costs nothing: its text is in the verdict already. */

function accept(): void {
  if (shown?.verdict.fixed_code == null) return;
  const { job, verdict } = shown;
  const fix = fixNow();
  put(changesOf(job, verdict.fixed_code!, verdict.fixed_files ?? {}).map(({ path, after }) => [path, after]));
  isAccepted = true;
  found = findingsOf(verdict, mainPath).flatMap((finding) => {
    if (fix !== undefined && isSolvedBy(fix, finding)) return [];
    if (fix === undefined || finding.file !== undefined || finding.line === null) return [finding];
    const line = fix.lineAfter(finding.line);
    return line === undefined ? [] : [{ ...finding, line }];
  });
  document.body.dataset["state"] = "accepted";
  draw(shown, "");
  byId("undo").focus();
  say("Fix accepted.");
}

function undo(): void {
  if (!shown) return;
  const { job } = shown;
  put([[mainPath, job.code], ...Object.entries(job.files ?? {})]);
  showVerdict(shown);
  byId("accept").focus();
  say("The fix was taken back.");
}

function put(texts: readonly (readonly [string, string])[]): void {
  isReplacing = true;
  for (const [path, text] of texts) {
    files.set(path, text);
    editor.replace(path, text);
  }
  isReplacing = false;
  showFile(active);
}

/* Keyboard, files, menus */

function tellLine(line: number): void {
  const here = found.filter((one) => one.line === line && (one.file ?? mainPath) === active);
  say(here.length === 0 ? "" : `Line ${line}: ${here.map(({ message }) => message).join(" ")}`);
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "F8") return;
  event.preventDefault();
  const lines = found
    .filter(({ line, file }) => line !== null && (file ?? mainPath) === active)
    .map(({ line }) => line!)
    .toSorted((one, other) => one - other);
  const next = lines.find((line) => line > editor.line) ?? lines[0];
  if (next === undefined) return say("No finding with a line.");
  viewOf("code");
  editor.goTo(next);
  tellLine(next);
});

function viewOf(name: string): void {
  panes.dataset["view"] = name;
  for (const button of document.querySelectorAll<HTMLElement>("[data-view-to]"))
    button.setAttribute("aria-pressed", String(button.dataset["viewTo"] === name));
}
for (const button of document.querySelectorAll<HTMLElement>("[data-view-to]"))
  button.addEventListener("click", () => viewOf(button.dataset["viewTo"]!));

function pickSample(id: string): void {
  const sample = data.samples.find((one) => one.id === id);
  if (!sample) {
    load({ code: "", mode: "static" });
    shown = undefined;
    showEmpty();
    return;
  }
  load(sample);
  void run();
}

const empty = [...byId("result").childNodes].map((node) => node.cloneNode(true));
function showEmpty(): void {
  hideRefusal();
  document.body.dataset["state"] = "empty";
  const show = make("button", { type: "button" }, "Show me with a sample");
  show.addEventListener("click", () => pickSample(data.samples[0]!.id));
  byId("result").replaceChildren(
    ...empty.map((node) => node.cloneNode(true)),
    make("p", { class: "acts" }, show, make("span", {}, "free")),
  );
  byId("findings").replaceChildren();
  byId("dock-note").textContent = "Paste code or pick a sample";
  showStanding();
}

picker.addEventListener("change", () => pickSample(picker.value));
form.addEventListener("change", ({ target }) => {
  if (target !== picker) showStanding();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void run();
});
for (const id of ["cancel", "dock-cancel"]) byId(id).addEventListener("click", () => underWay?.abort());
examplesField.addEventListener("input", showStanding);
examplesField.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  void run();
});
byId("editor").addEventListener("dragover", (event) => event.preventDefault());
byId("editor").addEventListener("drop", (event) => {
  const dropped = [...(event.dataTransfer?.files ?? [])].filter(({ name }) => name.endsWith(".py"));
  if (dropped.length === 0) return;
  event.preventDefault();
  void Promise.all(dropped.map(async (file) => [file.name, await file.text()] as const)).then((texts) => {
    const [first, ...others] = texts.toSorted(([one]) => (one === mainPath ? -1 : 0));
    load({ code: first![1], files: Object.fromEntries(others), mode: "static" });
    live.begin();
  });
});
for (const button of document.querySelectorAll<HTMLElement>(".copy-as"))
  button.addEventListener("click", () => {
    const texts = {
      json: () => JSON.stringify(shown?.verdict, undefined, 2),
      curl: () => toCurl(jobNow(), location.origin),
      python: () => toPython(jobNow(), location.origin),
    };
    void navigator.clipboard.writeText(texts[button.dataset["as"] as keyof typeof texts]()).then(
      () => say(`Copied as ${button.textContent}.`),
      () => say("The browser does not let this page copy."),
    );
  });
for (const menu of document.querySelectorAll<HTMLDetailsElement>(".pop")) closeAsMenu(menu);
openShareMenu({
  shownNow: () => (shown && isCurrent(shown) ? shown : undefined),
  sharedNow: () => {
    const { code, files: others } = jobNow();
    return { code, mode: chosenMode(), examples: examplesField.value, ...(others && { files: others }) };
  },
});

const shared = await fromFragment(location.hash);
const [story] = data.samples;
if (shared) {
  load({ ...shared, code: shared.code });
  showEmpty();
} else {
  load(story!);
  showVerdict({ verdict: data.story, job: sampleJob(story!, story!.mode), sampleId: story!.id });
}
if (readKey() !== undefined) void refreshAccount().then(() => showCost(sampleNow() !== undefined));
panes.dataset["ready"] = "yes";
