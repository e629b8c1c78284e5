import { parseEventLogs, parseGwei, type Hex } from "viem";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import type { LocalChain } from "../../scripts/chain/local-chain.ts";
import { fixedPriceNative, type LocalMech } from "../../scripts/chain/marketplace.ts";

type Asked = Readonly<{ id: Hex; /** When its transaction was being sent. */ atMs: number; block: bigint }>;

/** A separate transaction for every request, from many requesters, without waiting for any of them. */
export async function askAtOnce(
  chain: Pick<LocalChain, "clients" | "marketplace">,
  {
    mech,
    datas,
    requesters,
  }: Pick<LocalMech, "mech"> & { datas: readonly Hex[]; requesters: readonly LocalAccount[] },
): Promise<readonly Asked[]> {
  const { marketplace, clients } = chain;
  const rateWei = await mech.read.maxDeliveryRate();
  const terms = [rateWei, fixedPriceNative, mech.address, 300n, "0x"] as const;
  const price = { maxFeePerGas: parseGwei("20"), maxPriorityFeePerGas: parseGwei("1") };
  const askAll = async (account: LocalAccount, own: readonly Hex[]) => {
    const first = await clients.public.getTransactionCount({ address: account.address });
    const sent: { hash: Hex; atMs: number }[] = [];
    for (const [n, data] of own.entries()) {
      const options = { account, value: rateWei, nonce: first + n, gas: 600_000n, ...price };
      const atMs = performance.now();
      sent.push({ hash: await marketplace.write.request([data, ...terms], options), atMs });
    }
    return sent;
  };
  const shares = requesters.map((_, r) => datas.filter((_data, n) => n % requesters.length === r));
  const sent = (await Promise.all(requesters.map(async (account, r) => askAll(account, shares[r]!)))).flat();
  return Promise.all(
    sent.map(async ({ hash, atMs }) => {
      const { logs, blockNumber } = await clients.public.waitForTransactionReceipt({ hash });
      const [request] = parseEventLogs({ abi: mech.abi, logs, eventName: "Request" });
      return { id: request!.args.requestId, atMs, block: blockNumber };
    }),
  );
}
