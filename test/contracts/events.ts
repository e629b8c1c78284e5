import { type Abi, decodeEventLog, type TransactionReceipt } from "viem";
import type { LocalChain } from "../../scripts/chain/local-chain.ts";
import type { LocalMech } from "../../scripts/chain/marketplace.ts";

/** What a transaction told, in order: `["tracker.Deposit", { account, token, amount }]`. */
export function eventsIn(
  chain: Pick<LocalChain, "marketplace" | "tracker" | "karma" | "metadata"> &
    Pick<LocalMech, "mech" | "safe">,
  { logs }: TransactionReceipt,
): [string, Record<string, unknown>][] {
  const { marketplace, tracker, karma, metadata, mech, safe } = chain;
  const contracts = Object.entries({ marketplace, tracker, karma, metadata, mech, safe });
  return logs.map(({ address, topics, data }) => {
    const [name, contract] = contracts.find(([, one]) => one?.address.toLowerCase() === address) ?? [address];
    if (!contract) throw new Error(`${name} is none of the contracts.`);
    const { eventName, args } = decodeEventLog({ abi: contract.abi as Abi, topics, data });
    return [`${name}.${eventName}`, args as unknown as Record<string, unknown>];
  });
}
