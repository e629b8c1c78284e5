import { byId, setText } from "../parts/elements.ts";
import type { ShownMarketplace } from "./answer.ts";
import { onExplorer } from "./explorer.ts";
import { setHash } from "./hash.ts";

/** The four numbers that a requester looks for. */
export function showFacts({ agent, totals }: ShownMarketplace): void {
  const number = (state: string): number => totals[state] ?? 0;
  const delivered = number("delivered") + number("settled");
  const total = Object.values(totals).reduce((sum, each) => sum + each, 0);
  setText(byId("delivered"), delivered.toLocaleString("en"));
  setText(byId("delivered-of"), `of ${total.toLocaleString("en")} requests.${missedInWords(number("lost"))}`);
  if (agent === null) return;
  const [mech] = agent.mechs;
  setHash(byId("mech"), mech?.address ?? null, {
    what: "mech's address",
    href: onExplorer(agent.chain_id, "address", mech?.address ?? null),
  });
  setText(byId("karma"), agent.mechs.map(({ karma }) => signed(karma)).join(" · ") || "–");
  setHash(byId("signer"), agent.signer, {
    what: "signer's address",
    href: onExplorer(agent.chain_id, "address", agent.signer),
  });
}

function missedInWords(missed: number): string {
  return missed === 0 ? "" : ` ${missed.toLocaleString("en")} went to another agent after the time limit.`;
}

function signed(number: number): string {
  return number > 0 ? `+${number.toLocaleString("en")}` : number.toLocaleString("en").replace("-", "−");
}
