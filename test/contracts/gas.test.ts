import { expect, test } from "vitest";
import { mined } from "../../scripts/chain/deployer.ts";
import { useLocalChain } from "../support/local-chain.ts";

const chain = useLocalChain();

test("a transaction has half as much gas again as was estimated", async () => {
  const { wallet, public: reader } = chain.clients;
  const call = { account: chain.users[0]!, to: chain.deposits.address, value: 5n } as const;
  const estimated = await reader.estimateGas(call);
  const { transactionHash: hash } = await mined(chain.clients, wallet.sendTransaction(call));
  expect((await reader.getTransaction({ hash })).gas).toBe((estimated * 3n) / 2n);
});
