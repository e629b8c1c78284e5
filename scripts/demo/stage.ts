import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  http,
  type Hex,
  type TransactionReceipt,
} from "viem";
import { privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { systemClock } from "../../platform/clock.ts";
import type { Ipfs } from "../../parts/ipfs/ipfs.ts";
import { openIpfs } from "../../parts/ipfs/open-ipfs.ts";
import { openLog } from "../../platform/log.ts";
import { withSpareGas } from "../chain/gas.ts";
import type { LocalProduct } from "../local-product.ts";

/** What the players of the demo have: the product's public addresses, wallets, and an IPFS node of their own. */
export type DemoStage = Readonly<{
  product: LocalProduct;
  chain: ReturnType<typeof chainOf>;
  wallets: readonly PrivateKeyAccount[];
  ipfs: Ipfs;
  /** Prints a line with the seconds since the story began. */
  tell(words: string): void;
}> &
  AsyncDisposable;

export async function openStage(product: LocalProduct): Promise<DemoStage> {
  await using opening = new AsyncDisposableStack();
  const dataDir = opening.adopt(await mkdtemp(join(tmpdir(), "assay-demo-")), async (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const log = openLog("error");
  const ipfs = opening.use(
    await openIpfs({ dataDir, peers: product.ipfs_addresses, clock: systemClock, log }),
  );
  const startedAt = performance.now();
  const opened = opening.move();
  return {
    product,
    chain: chainOf(product),
    wallets: product.accounts.map(({ private_key }) => privateKeyToAccount(private_key)),
    ipfs,
    tell: (words) =>
      console.log(`  ${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${words}`),
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

function chainOf({ chain_id: id, rpc_url: url }: LocalProduct) {
  const nativeCurrency = { name: "xDAI", symbol: "xDAI", decimals: 18 };
  const chain = defineChain({ id, name: "local", nativeCurrency, rpcUrls: { default: { http: [url] } } });
  const reading = createPublicClient({ chain, transport: http(url), pollingInterval: 200 });
  const writing = createWalletClient({ chain, transport: withSpareGas(http(url)) });
  return {
    ...reading,
    /** Sends a transaction and waits until it is mined; throws when it was reverted. */
    send: async (
      account: PrivateKeyAccount,
      call: { to: Hex; data: Hex; value?: bigint },
    ): Promise<TransactionReceipt> => {
      const hash = await writing.sendTransaction({ account, ...call });
      const receipt = await reading.waitForTransactionReceipt({ hash });
      if (receipt.status === "reverted") throw new Error(`Transaction ${hash} was reverted.`);
      return receipt;
    },
  };
}

/** Asks again until there is an answer; throws a sentence when that takes too long. */
export async function waitFor<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined>,
  maxS = 90,
): Promise<Answer> {
  for (let tries = 0; tries < maxS * 4; tries += 1) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await systemClock.sleep(250);
  }
  throw new Error(`${what} did not happen within ${maxS} seconds.`);
}
