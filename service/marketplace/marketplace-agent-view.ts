import type { Config } from "../config.ts";
import { toIso } from "../../platform/clock.ts";
import type { AgentProfile } from "../../parts/journal/marketplace-request.ts";
import type { AgentView, Totals } from "./marketplace-answer.ts";
import { viewBook, viewMoney } from "./marketplace-request-view.ts";

type Known = Readonly<{ profile: AgentProfile | undefined; totals: Totals }>;

export function viewAgent(book: string, { profile, totals }: Known, config: Config): AgentView {
  return {
    ...viewBook(book, config),
    signer: profile?.signer ?? null,
    mechs: (profile?.mechs ?? []).map((mech) => viewMech(book, mech, config)),
    collected_wei: profile?.collectedWei ?? null,
    earned_wei: profile ? sumOf(profile.collectedWei, paidIn(profile, undefined)) : null,
    tokens: profile ? viewTokens(book, profile, config) : [],
    totals,
    updated_at: profile ? toIso(profile.atMs) : null,
  };
}

type ProfiledMech = AgentProfile["mechs"][number];

function paidIn({ mechs }: AgentProfile, address: string | undefined): readonly ProfiledMech[] {
  return mechs.filter(({ token }) => token?.address.toLowerCase() === address);
}

/** What was collected and what waits to be: both are read from the chain, so no crash can make them differ from it. */
function sumOf(collected: string, mechs: readonly ProfiledMech[]): string {
  return mechs.reduce((sum, { balanceWei }) => sum + BigInt(balanceWei), BigInt(collected)).toString();
}

/** Of those that mechs are paid in now: of another, neither its symbol nor its decimals are known any more. */
function viewTokens(book: string, profile: AgentProfile, config: Config): AgentView["tokens"] {
  const tokens = profile.mechs.flatMap(({ token }) => token ?? []);
  return [...new Map(tokens.map((token) => [token.address.toLowerCase(), token]))].map(([address, token]) => {
    const collected = profile.collectedTokens?.[address] ?? "0";
    const earned = sumOf(collected, paidIn(profile, address));
    return { ...viewMoney(book, token, config), token: token.address, collected, earned };
  });
}

function viewMech(book: string, mech: ProfiledMech, config: Config): AgentView["mechs"][number] {
  const money = viewMoney(book, mech.token, config);
  return {
    ...money,
    address: mech.address,
    operator: mech.operator,
    service_id: mech.serviceId,
    tools: [...mech.tools],
    rate_wei: mech.rateWei,
    rate: toCoins(mech.rateWei, money.decimals),
    karma: Number(mech.karma),
    balance_wei: mech.balanceWei,
    deliveries: Number(mech.deliveries),
  };
}

export function toCoins(amount: string, decimals: number): string {
  if (decimals === 0) return amount;
  const digits = amount.padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
    .replace(/(?<!0)0+$/, "")
    .replace(/\.$/, "");
}
