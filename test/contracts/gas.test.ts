import { numberToHex } from "viem";
import { expect, test } from "vitest";
import { mined } from "../../scripts/chain/deployer.ts";
import { maxTransactionGas } from "../../scripts/chain/gas.ts";
import { useLocalChain } from "../support/local-chain.ts";

const chain = useLocalChain();

test("a transaction gets one and a half times the estimated gas", async () => {
  const { wallet, public: reader } = chain.clients;
  const call = { account: chain.users[0]!, to: chain.deposits.address, value: 5n } as const;
  const estimated = await reader.estimateGas(call);
  const { transactionHash: hash } = await mined(chain.clients, wallet.sendTransaction(call));
  expect((await reader.getTransaction({ hash })).gas).toBe((estimated * 3n) / 2n);
});

test("a transaction never gets more gas than the max for a transaction", async () => {
  const { wallet, public: reader } = chain.clients;
  // Each named address costs 2,400.
  const accessList = Array.from({ length: 5000 }, (_, n) => ({
    address: numberToHex(n + 1, { size: 20 }),
    storageKeys: [],
  }));
  const call = { account: chain.users[0]!, to: chain.deposits.address, value: 5n, accessList } as const;
  expect(await reader.estimateGas(call)).toBeGreaterThan((maxTransactionGas * 2n) / 3n);
  const { transactionHash: hash } = await mined(chain.clients, wallet.sendTransaction(call));
  expect((await reader.getTransaction({ hash })).gas).toBe(maxTransactionGas);
});
