import { keccak256, toHex } from "viem";
import { describe, expect, test } from "vitest";
import { requestWork } from "../../scripts/chain/actions.ts";
import { openLocalChain } from "../../scripts/chain/local-chain.ts";
import { useLocalChain } from "../support/local-chain.ts";

const digest = keccak256(toHex("a document"));
const chain = useLocalChain();
const ask = () => requestWork(chain, { requester: chain.users[0]!, datas: [digest] });

describe("a local chain", () => {
  test("can be rolled back, which removes a request and its block", async () => {
    const { public: reader, test: master } = chain.clients;
    const before = await master.snapshot();
    const { requestIds, receipt } = await ask();
    await master.revert({ id: before });
    await master.mine({ blocks: 2 });
    expect(await chain.marketplace.read.getRequestStatus([requestIds[0]!])).toBe(0);
    const { hash } = await reader.getBlock({ blockNumber: receipt.blockNumber });
    expect(hash).not.toBe(receipt.blockHash);
  });

  test("keeps real time, however many blocks it creates", async () => {
    const startedAtS = Date.now() / 1000;
    for (let n = 0; n < 20; n += 1) await ask();
    const { timestamp } = await chain.clients.public.getBlock();
    expect(Number(timestamp)).toBeGreaterThan(startedAtS - 5);
    expect(Number(timestamp)).toBeLessThan(Date.now() / 1000 + 5);
  });

  test("is independent of others and gone when it is closed", async () => {
    const other = await openLocalChain({ mining: { auto: true, intervalMs: 100 } });
    await ask();
    expect(await other.marketplace.read.numTotalRequests()).toBe(0n);
    expect(await chain.marketplace.read.numTotalRequests()).toBe(1n);
    await other[Symbol.asyncDispose]();
    await expect(fetch(other.url)).rejects.toThrow("fetch failed");
  });

  test("listens on only one loopback address", async () => {
    const { port } = new URL(chain.url);
    await expect(fetch(`http://127.0.0.2:${port}`)).rejects.toThrow("fetch failed");
    await expect(fetch(`http://[::1]:${port}`)).rejects.toThrow("fetch failed");
    expect((await fetch(chain.url, { method: "OPTIONS" })).ok).toBe(true);
  });
});
