import { toIso } from "../../../../platform/clock.ts";
import { summarize } from "../../../marketplace/verdict-summary.ts";
import type { SharedVerdictView } from "../../../sharing/read-shared.ts";
import { escapeHtml } from "../frame/assets.ts";
import type { Detail, VerdictPage } from "./write-verdict.ts";

/** An answer of this service that its caller shows to others. */
export function describeShared(view: SharedVerdictView): VerdictPage {
  const { signer, verdict, expires_at, issued_at } = view;
  return {
    hasCode: true,
    summary: summarize(JSON.stringify(verdict)),
    refusal: "The answer cannot be read.",
    isSigned: view.valid_signature,
    problems: view.problems,
    signedBy: signer === null ? "" : `Its signer is <code>${signer}</code>`,
    signer:
      view.is_ours === true
        ? {
            outcome: "good",
            title: "The signer is this service",
            html: "It is the key that signs every answer here, for exactly this code and these options.",
          }
        : {
            outcome: "bad",
            title: "The signer is not this service",
            html: "Anybody can sign with a key of their own.",
          },
    at: issued_at === null ? undefined : toIso(issued_at * 1000),
    expiresAt: expires_at,
    notSigned: view.not_signed,
    details: detailsOf(view),
  };
}

function detailsOf(view: SharedVerdictView): readonly Detail[] {
  const rows: readonly (readonly [string, string | null])[] = [
    ["Signer", view.signer],
    ["Verdict SHA-256", view.verdict_sha256],
    ["Request SHA-256", view.request_sha256],
    ["Payment", view.payment],
    ["Received via", view.entrance],
    ["Shared", view.created_at],
    ["Kept until", view.expires_at],
    ["Without this page", "assay verify FILE"],
  ];
  return rows.flatMap(([name, value]) =>
    value === null ? [] : [{ name, html: `<code>${escapeHtml(value)}</code>` }],
  );
}
