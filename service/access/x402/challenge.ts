import type { Mode } from "../../../engine/job.ts";
import { Fault } from "../../faults.ts";
import { identifierExtension } from "../../parts/x402/payment-identifier.ts";
import type { Challenge, Receipt, X402 } from "../../parts/x402/x402.ts";
import type { PaidAnswer } from "../../answers.ts";
import type { Parts } from "../../parts.ts";
import { x402Terms } from "./prices.ts";
import type { PaidResource } from "./submission.ts";

type Needs = Pick<Parts, "config" | "release">;

type Why = Readonly<{
  /** In a facilitator's word; undefined where no payment was sent. */
  reason?: string;
  message?: string;
  receipt?: Receipt;
}>;

/** What a caller is told who has not paid, or whose payment is not good. */
export function challenge(
  parts: Needs & { x402: X402 },
  { mode, resource }: { mode: Mode; resource: PaidResource },
  { reason, message, receipt }: Why = {},
): PaidAnswer {
  const usd = x402Terms(parts.config)?.pricesUsd[mode];
  const told =
    message ?? (reason ? `The payment is not valid: ${reason}.` : `Mode ${mode} costs $${usd} a call.`);
  return {
    outcome: "unpaid",
    fault: new Fault("payment_required", { message: told, mode, isPayPerCall: true }),
    challenge: toChallenge(parts, { mode, resource }, reason ?? "Payment required"),
    ...(receipt && { receipt }),
  };
}

export function toChallenge(
  { release, x402 }: Pick<Needs, "release"> & { x402: X402 },
  { mode, resource: { url, description, discovery } }: { mode: Mode; resource: PaidResource },
  error?: string,
): Challenge {
  return {
    x402Version: 2,
    ...(error !== undefined && { error }),
    resource: {
      url,
      description,
      mimeType: "application/json",
      serviceName: release.name,
      tags: ["python", "validation"],
    },
    accepts: [...x402.termsOf(mode)],
    extensions: { ...discovery, ...identifierExtension },
  };
}
