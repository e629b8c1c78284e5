import type { Page } from "playwright-core";
import type { PrivateKeyAccount } from "viem/accounts";
import { injectWallet } from "../../test/e2e/pay-browser.ts";
import type { DemoStage } from "../demo/stage.ts";

/** A browser wallet (EIP-1193) with an account of the local chain, whose owner agrees to everything. */
export async function lendWallet(
  page: Page,
  { chain }: Pick<DemoStage, "chain">,
  account: PrivateKeyAccount,
): Promise<void> {
  await injectWallet(page, {
    address: account.address,
    signMessage: async (given) => account.signMessage(given),
    send: async ({ to, value, data }) => {
      const call = { to, value: BigInt(value), data: data ?? "0x" } as const;
      return (await chain.send(account, call)).transactionHash;
    },
  });
}
