import { parseSignature, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import { mined } from "../../../scripts/chain/deployer.ts";
import { findTransfer } from "../../../parts/x402/settling/find-transfer.ts";
import { passTime, useLocalChain } from "../../support/local-chain.ts";
import { startRpcProxy } from "../../support/rpc-proxy.ts";
import { createPublicClient, http } from "viem";
import {
  anAuthorization,
  signCancelling,
  signTransfer,
  termsOf,
  type Authorization,
} from "../../support/token-authorizations.ts";

const chain = useLocalChain();
const payer = () => chain.users[0]!;
const client = (url = chain.url) =>
  createPublicClient({ transport: http(url, { retryCount: 0 }), cacheTime: 0 });

async function transfer(authorization: Authorization): Promise<Hex> {
  const { token, facilitator } = chain.payments;
  const { r, s, v } = parseSignature(await signTransfer(chain, payer(), authorization));
  const args = [...termsOf(authorization), Number(v), r, s] as const;
  const sent = token.write.transferWithAuthorization(args, { account: facilitator });
  return (await mined(chain.clients, sent)).transactionHash;
}

async function find(
  authorization: Authorization,
  { sinceMs, ...where }: { sinceMs?: number; transaction?: string; url?: string } = {},
) {
  const { value, validAfter, validBefore, ...rest } = authorization;
  const texts = { value: String(value), validAfter: String(validAfter), validBefore: String(validBefore) };
  const { timestamp } = await chain.clients.public.getBlock();
  return findTransfer(client(where.url), {
    token: chain.payments.token.address,
    payTo: chain.payments.payee.address,
    amount: value,
    authorization: { ...rest, ...texts },
    sinceMs: sinceMs ?? Number(timestamp) * 1000,
    ...(where.transaction !== undefined && { transaction: where.transaction }),
  });
}

describe("a payment", () => {
  test("is found with its transaction when it was made, however many blocks have followed", async () => {
    const authorization = anAuthorization(chain, payer().address);
    const sinceMs = Number((await chain.clients.public.getBlock()).timestamp) * 1000;
    const transaction = await transfer(authorization);
    await transfer(anAuthorization(chain, payer().address));
    expect(await find(authorization)).toEqual({ outcome: "paid", transaction, log: 1 });
    await chain.clients.test.mine({ blocks: 5000 });
    expect(await find(authorization, { sinceMs })).toEqual({ outcome: "paid", transaction, log: 1 });
    expect(await find(authorization, { transaction })).toEqual({ outcome: "paid", transaction, log: 1 });
  });

  test("is found when the facilitator named another transaction, or one that does not exist", async () => {
    const authorization = anAuthorization(chain, payer().address);
    const other = await transfer(anAuthorization(chain, payer().address));
    const transaction = await transfer(authorization);
    for (const named of [other, `0x${"ab".repeat(32)}`])
      expect(await find(authorization, { transaction: named })).toEqual({
        outcome: "paid",
        transaction,
        log: 1,
      });
  });

  test("is unused until its time is over, and then expired, when it was not made", async () => {
    const { timestamp } = await chain.clients.public.getBlock();
    const authorization = anAuthorization(chain, payer().address, { validBefore: timestamp + 100n });
    expect(await find(authorization)).toEqual({ outcome: "unused" });
    await passTime(chain, 101);
    expect(await find(authorization)).toEqual({ outcome: "expired" });
  });

  test("has expired in the very second that it names, by the token's rule", async () => {
    const { timestamp } = await chain.clients.public.getBlock();
    const until = async (validBefore: bigint) =>
      find(anAuthorization(chain, payer().address, { validBefore }));
    expect(await until(timestamp)).toEqual({ outcome: "expired" });
    expect(await until(timestamp + 1n)).toEqual({ outcome: "unused" });
  });

  test("was spent elsewhere when its nonce paid another payee or amount, or was cancelled", async () => {
    const spent = { outcome: "spent elsewhere" };
    const authorization = anAuthorization(chain, payer().address);
    await transfer({ ...authorization, to: chain.users[3]!.address });
    expect(await find(authorization)).toEqual(spent);
    const cheap = anAuthorization(chain, payer().address);
    await transfer({ ...cheap, value: 1n });
    expect(await find(cheap)).toEqual(spent);
    const cancelled = anAuthorization(chain, payer().address);
    const { r, s, v } = parseSignature(await signCancelling(chain, payer(), cancelled.nonce));
    const args = [payer().address, cancelled.nonce, Number(v), r, s] as const;
    await mined(chain.clients, chain.payments.token.write.cancelAuthorization(args));
    expect(await find(cancelled)).toEqual(spent);
  });

  test("does not count when it was made long before it was shown to us", async () => {
    const authorization = anAuthorization(chain, payer().address);
    await transfer(authorization);
    await passTime(chain, 3600);
    await expect(find(authorization)).rejects.toMatchObject({ code: "chain_unavailable" });
  });

  test("counts when it was made ten minutes before it was shown to us, and not a second earlier", async () => {
    const authorization = anAuthorization(chain, payer().address);
    const transaction = await transfer(authorization);
    const madeAtS = Number((await chain.clients.public.getBlock()).timestamp);
    const shownAt = async (atS: number) => find(authorization, { sinceMs: atS * 1000 });
    expect(await shownAt(madeAtS + 600)).toMatchObject({ outcome: "paid", transaction });
    await expect(shownAt(madeAtS + 601)).rejects.toMatchObject({ code: "chain_unavailable" });
  });

  test("is found although the node returns logs of few blocks only, and is undecided when its logs are gone", async () => {
    const authorization = anAuthorization(chain, payer().address);
    const sinceMs = Number((await chain.clients.public.getBlock()).timestamp) * 1000;
    const transaction = await transfer(authorization);
    await chain.clients.test.mine({ blocks: 300 });
    await using node = await startRpcProxy(chain.url);
    node.meddle(({ method, params }) => {
      if (method !== "eth_getLogs") return undefined;
      const { fromBlock, toBlock } = params[0] as { fromBlock: Hex; toBlock: Hex };
      const isTooMuch = Number(toBlock) - Number(fromBlock) >= 100;
      return isTooMuch
        ? { error: { code: -32005, message: "query returned more than 100 blocks" } }
        : undefined;
    });
    expect(await find(authorization, { sinceMs, url: node.url })).toEqual({
      outcome: "paid",
      transaction,
      log: 1,
    });
    node.meddle(() => "reset");
    await expect(find(authorization, { url: node.url })).rejects.toMatchObject({ code: "chain_unavailable" });
  });
});
