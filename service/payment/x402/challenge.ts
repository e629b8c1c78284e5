import type { Job, Mode } from "../../../engine/job.ts";
import { Fault } from "../../../parts/faults.ts";
import { digestOfRequest } from "../../../parts/proof/receipts/statement.ts";
import { signInExtension } from "../../../parts/x402/sign-in.ts";
import { identifierExtension } from "../../../parts/x402/payment-identifier.ts";
import type { Challenge, Receipt, X402 } from "../../../parts/x402/x402.ts";
import type { UnpaidCall } from "../../answers.ts";
import type { ProcessParts, ReleaseParts } from "../../parts.ts";
import { x402Terms } from "../../terms/x402-terms.ts";
import type { PaidResource } from "../method.ts";

type Needs = ProcessParts & ReleaseParts;

/** What is to be paid for; `job` where the request is known. */
type Wanted = Readonly<{ mode: Mode; resource: PaidResource; job?: Job | undefined }>;

type Why = Readonly<{
  /** In a facilitator's word; undefined where no payment was sent. */
  reason?: string;
  message?: string;
  receipt?: Receipt;
}>;

/** What a caller is told who has not paid, or whose payment is not good. */
export async function challenge(
  parts: Needs & { x402: X402 },
  wanted: Wanted,
  { reason, message, receipt }: Why = {},
): Promise<UnpaidCall> {
  const { mode } = wanted;
  const asked = toChallenge(parts, wanted, reason ?? "Payment required");
  const offers = await parts.x402.signOffers(wanted.resource.url, mode);
  const usd = x402Terms(parts.config)?.pricesUsd[mode];
  const told =
    message ?? (reason ? `The payment is not valid: ${reason}.` : `Mode ${mode} costs $${usd} a call.`);
  return {
    outcome: "unpaid",
    fault: new Fault("payment_required", { message: told, mode, isPayPerCall: true }),
    challenge: { ...asked, extensions: { ...asked.extensions, ...offers, ...signInOffer(parts, wanted) } },
    ...(receipt && { receipt }),
  };
}

/** A wallet signs in for one request, so there is nothing to sign where none was sent. */
function signInOffer({ config, clock }: Needs, { resource: { url, canSignIn }, job }: Wanted): object {
  if (!canSignIn || job === undefined) return {};
  const networks = x402Terms(config)?.networks ?? [];
  return signInExtension({ url, networks, request: digestOfRequest(job), atMs: clock.now() });
}

/** What is the same for everybody: payers repeat it, and it is compared. */
export function toChallenge(
  { release, x402 }: Pick<Needs, "release"> & { x402: X402 },
  { mode, resource: { url, description, discovery } }: Wanted,
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
