import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { startRpcProxy, type RpcProxy } from "../../support/rpc-proxy.ts";
import type { CatchUp } from "./catching-up.ts";
import { priceWei, useDepositScene } from "./scene.ts";

const scene = useDepositScene("SQLite");
const { chain } = scene;

const deposits = 250;
const blocks = 100_000;
const confirmations = 12;
/** Loading the watcher alone takes most of it. */
const heapMb = 64;

/** This many payments, evenly over the blocks. */
async function payEverSoOften(key: string): Promise<void> {
  const { wallet, test: master } = chain.clients;
  const account = chain.users[0]!;
  const paid = {
    account,
    to: chain.deposits.address,
    value: priceWei,
    data: `0x${key}`,
    gas: 30_000n,
  } as const;
  for (let nonce = 0; nonce < deposits; nonce += 1) {
    await master.mine({ blocks: blocks / deposits - 1 });
    await wallet.sendTransaction({ ...paid, nonce, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 1n });
  }
  await master.mine({ blocks: confirmations });
}

/** Runs a watcher in a thread whose heap is limited: one that needs more ends with an error. */
async function catchUp(workerData: CatchUp): Promise<number> {
  const worker = new Worker(new URL("./catching-up.ts", import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
  });
  const [maxBytes] = (await once(worker, "message")) as [number];
  await worker.terminate();
  return maxBytes;
}

test("reading 100,000 blocks with 250 deposits takes little memory and few requests", async () => {
  const key = await scene.aKey();
  const startBlock = await chain.clients.public.getBlockNumber();
  await payEverSoOften(key);
  await using node = await startRpcProxy(chain.url);
  const maxBytes = await catchUp({
    file: scene.file,
    rpcUrl: node.url,
    chainId: chain.chainId,
    address: chain.deposits.address,
    startBlock,
    priceWei,
    confirmations,
    account: key,
    credits: deposits,
  });
  expect(await scene.creditsOf(key)).toBe(deposits);
  expect(await scene.store.readEntries(key)).toHaveLength(deposits);
  expect(maxBytes).toBeLessThan(heapMb * 2 ** 20);
  // A receipt and a block's time for each deposit; a few for each of the pages, which grow to 5000 blocks.
  expect(countOf(node, "eth_getTransactionReceipt")).toBe(deposits);
  expect(countOf(node, "eth_getLogs")).toBeLessThan(30);
  expect(node.calls.length).toBeLessThan(2 * deposits + 200);
}, 300_000);

test("a new block costs a dozen requests, however often the chain is polled", async () => {
  await using node = await startRpcProxy(chain.url);
  await using _ = scene.watch({ rpcUrl: node.url, confirmations });
  await scene.mine(confirmations + 1);
  await scene.readAll(confirmations);
  const before = node.calls.length;
  const newBlocks = 10;
  for (let made = 0; made < newBlocks; made += 1) {
    await scene.mine(1);
    await scene.readAll(confirmations);
  }
  const looks = node.calls.slice(before).filter(({ params }) => params[0] === "latest").length;
  const requests = node.calls.length - before - looks;
  expect(looks).toBeGreaterThanOrEqual(newBlocks);
  // On a slow machine a chain without new blocks is read once more.
  expect(requests / newBlocks).toBeLessThan(13);
});

const countOf = ({ calls }: RpcProxy, wanted: string): number =>
  calls.filter(({ method }) => method === wanted).length;
