import { keccak256, toBytes, type Hex } from "viem";
import type { MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";

type Result = Readonly<Record<string, unknown>>;

/** The response for a verdict, 0 to 100: below 50 the code is rejected, 100 is code without a finding. */
export function responseOf({ valid, score }: Result): number {
  const half = Math.round(50 * Number(score));
  return valid === true ? 50 + half : Math.min(half, 49);
}

/** Why there is no response: only a complete verdict can be turned into one. */
export function reasonForSilence({ error, message, meta }: Result): string | undefined {
  if (error !== undefined) return String(message);
  const { incomplete = [] } = (meta ?? {}) as { incomplete?: readonly string[] };
  return incomplete.length > 0 ? `The verdict is incomplete: ${incomplete.join(", ")}.` : undefined;
}

/** The hash that goes on chain: of the published document, byte for byte. */
export function responseHashOf({ document }: Pick<MarketplaceRequest, "document">): Hex {
  if (document === undefined) throw new Error("A judged validation has its document.");
  return keccak256(toBytes(document));
}
