import { encodeFunctionData, keccak256, toHex } from "viem";
import { mechAbi } from "../../agent/marketplace/abi.ts";
import { byOperator } from "../../agent/marketplace/operator-call.ts";
import { requestWork } from "../../scripts/chain/actions.ts";
import { openLocalChain } from "../../scripts/chain/local-chain.ts";
import type { Row } from "./row.ts";

const batches = [1, 10, 100];

/** The gas of the transaction that the agent sends, for each delivery in it. Rate, requester and mech are not new. */
export async function measureGas(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const safe of [false, true]) {
    const measured = await gasPerDelivery(safe);
    for (const [n, value] of measured.entries()) {
      const operator = safe ? "a Safe" : "an account";
      rows.push({
        what: `gas a delivery, ${operator} as operator, ${batches[n]} in a transaction`,
        value,
        unit: "",
      });
    }
  }
  return rows;
}

async function gasPerDelivery(safe: boolean): Promise<number[]> {
  await using chain = await openLocalChain({ safe });
  const { mech, operator, owner, clients } = chain;
  const deliver = async (count: number): Promise<number> => {
    const datas = Array.from({ length: count }, (_, n) => keccak256(toHex(n)));
    const { requestIds } = await requestWork(chain, { requester: chain.users[0]!, datas });
    const args = [requestIds, datas] as const;
    const data = encodeFunctionData({ abi: mechAbi, functionName: "deliverToMarketplace", args });
    const call = byOperator({ operator, isSafe: safe }, { to: mech.address, data }, owner.address);
    const hash = await clients.wallet.sendTransaction({ account: owner, ...call });
    const { gasUsed, logs } = await clients.public.waitForTransactionReceipt({ hash });
    if (logs.length === 0) throw new Error("nothing was delivered");
    return Number(gasUsed) / count;
  };
  await deliver(1); // the first one of all pays for counters that begin at nothing
  const measured: number[] = [];
  for (const count of batches) measured.push(await deliver(count));
  return measured;
}
