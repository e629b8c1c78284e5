import { ask } from "../parts/api.ts";
import { byId, make, pageData } from "../parts/elements.ts";
import { goTo, markFindings } from "../parts/squiggles.ts";
import type { ReadVerdict } from "../../engine/verdict.ts";
import { findingsOf } from "../parts/verdict.ts";
import { showFindings } from "../parts/findings.ts";
import { showFix } from "../parts/fix.ts";
import { showOutcome } from "../parts/outcome.ts";
import { openCode } from "./code.ts";
import { readSubmission } from "./submission.ts";
import { offerRating } from "./rate.ts";

const { check, result, prompt } = pageData<{ check: object; result: string | null; prompt: string | null }>();

function show(verdict: ReadVerdict): void {
  const { code, examples, path } = readSubmission(prompt);
  const findings = findingsOf(verdict, path);
  const view = code === undefined ? undefined : openCode(byId("code"), code);
  byId("source").hidden = view === undefined;
  if (view) markFindings(view, findings);
  showOutcome(verdict, examples);
  showFindings(findings, (finding) => view && goTo(view, finding));
  void showFix(verdict, code ?? "");
}

function readResult(): ReadVerdict | undefined {
  try {
    const read: unknown = JSON.parse(result ?? "");
    return typeof read === "object" && read !== null && "diagnostics" in read
      ? (read as ReadVerdict)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Agents answer what they cannot judge with a refusal. */
function showRefusal(): void {
  byId("headline").replaceChildren(make("strong", { class: "bad" }, "No verdict"));
  byId("why").textContent =
    result === null ? "The document cannot be read." : `The agent answered: ${result.slice(0, 500)}`;
}

const verdict = readResult();
if (verdict) show(verdict);
else showRefusal();

byId("check").addEventListener("click", () => {
  byId("checked").textContent = "Checking…";
  ask<{ valid_signature: boolean; signer: string | null }>("/v1/verify", { body: check })
    .then(({ answer }) => {
      byId("checked").textContent = answer.valid_signature
        ? `Checked just now: signed by ${answer.signer}.`
        : "Checked just now: the signature is not valid.";
    })
    .catch((error: unknown) => {
      byId("checked").textContent = error instanceof Error ? error.message : "It could not be checked.";
    });
});
if ("cid" in check) void offerRating();
