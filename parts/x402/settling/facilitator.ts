import { HTTPFacilitatorClient, type FacilitatorClient } from "@x402/core/server";
import { openLocalFacilitator } from "./local-facilitator.ts";
import type { FacilitatorSettings, NetworkSettings } from "../settings.ts";

/** Two of these fit into the time that a payment is asked to be good beyond the work. */
const timeoutMs = 30_000;

/** Nothing is sent yet, so one that is out of reach opens too; keys that cannot sign are refused. */
export async function openFacilitator(
  settings: FacilitatorSettings,
  networks: readonly NetworkSettings[],
): Promise<FacilitatorClient> {
  switch (settings.kind) {
    case "http":
      return new HTTPFacilitatorClient({ url: settings.url, timeoutMs });
    case "cdp":
      return openCdp(settings);
    case "local":
      return openLocalFacilitator(settings.privateKey, networks);
  }
}

/** The package is as large as the rest of the service, so it is loaded only where it is used. */
async function openCdp({
  keyId,
  keySecret,
  url,
}: Extract<FacilitatorSettings, { kind: "cdp" }>): Promise<FacilitatorClient> {
  const { createFacilitatorConfig } = await import("@coinbase/x402");
  const config = createFacilitatorConfig(keyId, keySecret);
  try {
    // Without this a bad key would be found out by the first payer.
    await config.createAuthHeaders?.();
  } catch {
    throw new Error("The configuration cannot be used: CDP_API_KEY_SECRET is not a key that can sign.");
  }
  return new HTTPFacilitatorClient({ ...config, timeoutMs, ...(url !== undefined && { url }) });
}
