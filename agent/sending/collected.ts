import { formatUnits, isAddressEqual, parseEventLogs, type Address, type TransactionReceipt } from "viem";
import { coinDecimals, tokenAbi, tokenOf } from "../marketplace/payment.ts";
import type { Outbox, Pending } from "../journal/outbox.ts";
import type { AgentParts } from "../parts.ts";

type Collected = Pick<Outbox, "collectedWei" | "collectedTokens">;
type Withdrawal = Extract<Pending["purpose"], { kind: "withdraw" }>;

/** Totals collected, once the oldest transaction of the outbox is mined. Also writes the log and the metric. */
export type CountCollected = (outbox: Outbox, receipt: TransactionReceipt) => Collected;

export function createCollectedCount(parts: AgentParts): CountCollected {
  const add = parts.metrics.adder(
    "assay_agent_collected_total",
    "Earnings that reached the operator since the agent was started, in whole coins or tokens.",
    "currency",
  );
  return ({ pending: [oldest], collectedWei, collectedTokens }, receipt) => {
    const purpose = oldest?.purpose;
    if (purpose?.kind !== "withdraw" || receipt.status !== "success")
      return { collectedWei, collectedTokens };
    const { token, mech } = purpose;
    const amount = token ? movedIn(receipt, { token, from: mech }) : BigInt(purpose.amountWei);
    const { coins, currency } = inCoins(parts, purpose, amount);
    add(currency, Number(coins));
    parts.log.info("earnings collected", { mech, amount: `${coins} ${currency}` });
    if (!token) return { collectedWei: collectedWei + amount, collectedTokens };
    const name = token.toLowerCase();
    const sum = BigInt(collectedTokens[name] ?? "0") + amount;
    return { collectedWei, collectedTokens: { ...collectedTokens, [name]: String(sum) } };
  };
}

/** The amount, from the token's own Transfer event. */
function movedIn(
  { logs }: TransactionReceipt,
  { token, from }: Readonly<{ token: Address; from: Address }>,
): bigint {
  return parseEventLogs({ abi: tokenAbi, eventName: "Transfer", logs })
    .filter(({ address, args }) => isAddressEqual(address, token) && isAddressEqual(args.from, from))
    .reduce((sum, { args }) => sum + args.value, 0n);
}

function inCoins({ market }: AgentParts, { mech, token }: Withdrawal, amount: bigint) {
  const paid = market.mechs.find(({ address }) => address === mech);
  const { decimals = coinDecimals, symbol = null } = (paid && tokenOf(paid)) ?? {};
  return { coins: formatUnits(amount, decimals), currency: symbol ?? token ?? "coin" };
}
