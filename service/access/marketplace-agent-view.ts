import { toIso } from "../../platform/clock.ts";
import type { AgentProfile } from "../parts/marketplace-request.ts";
import type { AgentView, Totals } from "./marketplace-answer.ts";
import { readBook } from "./marketplace-request-view.ts";

const coinDecimals = 18;

export function viewAgent(book: string, profile: AgentProfile | undefined, totals: Totals): AgentView {
  return {
    ...readBook(book),
    signer: profile?.signer ?? null,
    mechs: (profile?.mechs ?? []).map(viewMech),
    collected_wei: profile?.collectedWei ?? null,
    earned_wei: profile ? earnedWei(profile) : null,
    totals,
    updated_at: profile ? toIso(profile.atMs) : null,
  };
}

/** What was collected and what waits to be: both are read from the chain, so no crash can make them differ from it. */
function earnedWei({ collectedWei, mechs }: AgentProfile): string {
  return mechs.reduce((sum, { balanceWei }) => sum + BigInt(balanceWei), BigInt(collectedWei)).toString();
}

function viewMech(mech: AgentProfile["mechs"][number]): AgentView["mechs"][number] {
  return {
    address: mech.address,
    operator: mech.operator,
    service_id: mech.serviceId,
    tools: [...mech.tools],
    rate_wei: mech.rateWei,
    rate: toCoins(mech.rateWei),
    karma: Number(mech.karma),
    balance_wei: mech.balanceWei,
    deliveries: Number(mech.deliveries),
  };
}

function toCoins(wei: string): string {
  const digits = wei.padStart(coinDecimals + 1, "0");
  return `${digits.slice(0, -coinDecimals)}.${digits.slice(-coinDecimals)}`.replace(/\.?0+$/, "");
}
