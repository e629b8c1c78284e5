import type { Hex } from "viem";
import { toIso } from "../../platform/clock.ts";
import { answerIdOf, type MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import { writeSignedDocument } from "../../parts/proof/verdict-signature.ts";
import type { AgentParts } from "../parts.ts";

/** The document that is published for a request, signed by the agent's own key. */
export async function documentFor(
  { market, account, release, clock }: Pick<AgentParts, "market" | "account" | "release" | "clock">,
  {
    id,
    request,
    result,
  }: { id: Hex; request: MarketplaceRequest; result: Readonly<Record<string, unknown>> },
): Promise<string> {
  const { task, at } = request;
  const nowMs = clock.now();
  return writeSignedDocument(account, {
    chainId: market.chainId,
    marketplace: request.validation?.registry ?? market.address,
    mech: request.mech,
    requestId: answerIdOf(id, request),
    tool: request.tool ?? "",
    mode: request.mode ?? null,
    requestCid: request.requestCid ?? null,
    result: JSON.stringify(result),
    ...(task && "prompt" in task && { prompt: task.prompt }),
    executedAt: toIso(nowMs),
    latencyMs: Math.max(0, nowMs - (at.fetched ?? nowMs)),
    isOffchain: request.origin === "signed",
    service: release,
  });
}
