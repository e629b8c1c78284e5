import { keccak256, type Hex } from "viem";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { toHeld, writeOutcome } from "../../agent/journal/journal.ts";
import { readOutbox, writeOutbox, type Pending } from "../../agent/journal/outbox.ts";
import type { AgentParts } from "../../agent/parts.ts";
import { backOffMs } from "../../agent/state/patience.ts";
import { collectNext } from "../../agent/sending/collect.ts";
import { concludeDelivery } from "../../agent/sending/deliver.ts";
import { onlyDeliverable } from "../../agent/sending/deliverable.ts";
import { postpone } from "../../agent/sending/postpone.ts";
import { send } from "../../agent/sending/send.ts";
import { createWake } from "../../agent/state/wake.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { manualClock, type ManualClock } from "../support/manual-clock.ts";
import { until } from "../support/until.ts";
import { placeRequest, readPlaced } from "./placed-request.ts";
import { useScene, validation } from "./scene.ts";
import { signRequest } from "./signed-request.ts";

const rateWei = 10n ** 16n;
const scene = useScene({ rateWei });
const { chain } = scene;
const digest: Hex = `0x${"12".repeat(32)}`;
let clock: ManualClock;
let parts: AgentParts;
beforeAll(async () => {
  clock = manualClock(Date.now());
  const opened = await scene.openParts({}, { clock });
  parts = opened;
  return async () => opened[Symbol.asyncDispose]();
});
let books = 0;
beforeEach(() => {
  books += 1;
  // A separate journal for each test: the chain starts again as well.
  parts = { ...parts, market: { ...parts.market, book: `${books}:0x1` } };
});

/** Sends what is due until the condition holds. */
async function sendUntil(isSo: () => Promise<boolean>): Promise<void> {
  const stopping = new AbortController();
  const sending = send({ ...parts, stopping: stopping.signal }, createWake(clock));
  await until(isSo);
  stopping.abort();
  await sending;
}

const published = { state: "published", digest, rateWei: String(rateWei) } as const;
const isDelivered = (id: Hex) => async () => (await readPlaced(parts, id)).state === "delivered";
const isSent = async () => (await readOutbox(parts)).pending.length === 0;

const deliveriesOf = async (ids: readonly Hex[]) =>
  Promise.all(ids.map(async (id) => (await readPlaced(parts, id)).request.delivery));

/** The expected record of each request that one transaction delivered. */
async function sharesOf(ids: readonly Hex[]) {
  const [first] = await deliveriesOf(ids);
  const { tx } = first!;
  const { gasUsed, blockNumber } = await chain.clients.public.getTransactionReceipt({ hash: tx });
  return ids.map(() => ({
    tx,
    block: String(blockNumber),
    rateWei: String(rateWei),
    gas: String(gasUsed / BigInt(ids.length)),
    batch: ids.length,
  }));
}

describe("the result of a transaction is recorded for each of its requests:", () => {
  test("each has its share of the gas and its payment", async () => {
    const ids = await scene.ask(["a\n", "b\n", "c\n"].map((code) => validation(code)));
    for (const id of ids) await placeRequest(parts, { id, ...published });
    await sendUntil(isDelivered(ids[2]!));
    expect(await deliveriesOf(ids)).toEqual(await sharesOf(ids));
  });

  test("each is recorded once, even when a crash repeats the step", async () => {
    const [id] = await scene.ask([validation("a\n")]);
    await placeRequest(parts, { id: id!, ...published });
    await sendUntil(isDelivered(id!));
    const { store, market } = parts;
    const held = toHeld((await store.readEntry(market.book, id!))!);
    await writeOutcome(parts, held, { state: "settled", request: held.request });
    const receipt = await chain.clients.public.getTransactionReceipt({ hash: held.request.delivery!.tx });
    await concludeDelivery(parts, { mech: chain.mech.address, ids: [id!] }, receipt);
    expect((await readPlaced(parts, id!)).state).toBe("settled");
  });

  test("signed requests are recorded in the same way, in any order", async () => {
    const signer = chain.users[0]!;
    const value = 2n * rateWei;
    await mined(
      chain.clients,
      chain.tracker.write.depositFor([signer.address], { value, account: chain.users[9]! }),
    );
    const ids = [await placeSigned(1n), await placeSigned(0n)];
    await sendUntil(isDelivered(ids[1]!));
    expect(await deliveriesOf(ids)).toEqual(await sharesOf(ids));
  });
});

/** A signed request, of the first user unless another is named, ready to be settled. */
async function placeSigned(nonce: bigint, signer = chain.users[0]!): Promise<Hex> {
  const { id, form } = await signRequest({ chain, signer, nonce, content: validation("x = 1\n") });
  await placeRequest(parts, {
    id,
    ...published,
    origin: "signed",
    requester: form["sender"]!.toLowerCase() as Hex,
    data: form["ipfs_hash"] as Hex,
    signed: { signature: form["signature"] as Hex, nonce: String(nonce), content: form["ipfs_data"]! },
  });
  return id;
}

test("signed requests wait for one with an earlier nonce", async () => {
  const ids = [await placeSigned(1n), await placeSigned(2n)];
  await sendUntil(async () => (await readPlaced(parts, ids[1]!)).request.attempts === 1);
  for (const id of ids)
    expect(await readPlaced(parts, id)).toMatchObject({
      state: "published",
      dueAtMs: clock.now() + backOffMs(0),
      request: { attempts: 1, problem: expect.stringContaining("earlier nonce") },
    });
  expect(await readOutbox(parts)).toMatchObject({ pending: [] });
});

test("signed requests of other senders do not wait for them", async () => {
  const other = chain.users[1]!;
  const options = { value: rateWei, account: chain.users[9]! };
  await mined(chain.clients, chain.tracker.write.depositFor([other.address], options));
  const waiting = await placeSigned(1n);
  await clock.advance(1); // the earliest due is processed first
  const id = await placeSigned(0n, other);
  await sendUntil(isDelivered(id));
  expect(await readPlaced(parts, waiting)).toMatchObject({ state: "published", request: { attempts: 1 } });
});

test("a request that the chain does not know is looked up six times before it counts as gone", async () => {
  const held = await placeRequest(parts, { id: digest, ...published });
  expect(await onlyDeliverable(parts, { ...held, request: { ...held.request, attempts: 5 } })).toEqual([]);
  const after = await readPlaced(parts, digest);
  expect(after).toMatchObject({ state: "published", request: { attempts: 6 } });
  const entry = (await parts.store.readEntry(parts.market.book, digest))!;
  expect(await onlyDeliverable(parts, { ...held, entry, request: after.request })).toEqual([]);
  expect((await readPlaced(parts, digest)).state).toBe("vanished");
});

test("a delivery is retried for a week, then given up with the reason", async () => {
  const weekMs = 7 * 86_400_000;
  const at = { published: clock.now() - weekMs };
  const held = await placeRequest(parts, { id: digest, ...published, attempts: 2, at });
  await postpone(parts, held, "No gas.");
  expect(await readPlaced(parts, digest)).toMatchObject({
    state: "published",
    dueAtMs: clock.now() + backOffMs(2),
    request: { attempts: 3, problem: "No gas." },
  });
  const entry = (await parts.store.readEntry(parts.market.book, digest))!;
  const request = { ...held.request, at: { published: at.published - 1 } };
  await postpone(parts, { ...held, entry, request }, "No gas.");
  expect(await readPlaced(parts, digest)).toMatchObject({
    state: "refused",
    dueAtMs: null,
    request: { problem: "No gas." },
  });
});

describe("earnings", () => {
  /** The transactions that start with this threshold. */
  const collecting = async (aboveWei: bigint) => {
    const config = { ...parts.config, COLLECT_ABOVE_WEI: aboveWei };
    const { pending } = await collectNext({ ...parts, config }, await readOutbox(parts));
    return pending.map(({ purpose }) => purpose);
  };
  const hold = async (value: bigint) => chain.clients.test.setBalance({ address: chain.mech.address, value });

  test("are collected from half of the threshold when they are in the mech", async () => {
    await hold(49n);
    expect(await collecting(100n)).toEqual([]);
    await hold(50n);
    expect(await collecting(100n)).toMatchObject([{ kind: "withdraw", amountWei: "50" }]);
    const { collectedWei } = await readOutbox(parts);
    await sendUntil(isSent);
    expect((await readOutbox(parts)).collectedWei).toBe(collectedWei + 50n);
  });

  test("are not collected when they are zero, however low the threshold", async () => {
    expect(await collecting(0n)).toEqual([]);
  });

  /** The hash of a mined transaction that succeeded, or failed. */
  async function minedHash(isGood: boolean): Promise<Hex> {
    const { wallet, public: reader } = chain.clients;
    const data: Hex = isGood ? digest : "0x01";
    const sent = { account: chain.users[1]!, to: chain.deposits.address, value: 1n, data, gas: 100_000n };
    const raw = await wallet.signTransaction(await wallet.prepareTransactionRequest(sent));
    // The local chain mines a failed transaction, and reports the failure at once.
    await reader.sendRawTransaction({ serializedTransaction: raw }).catch(() => undefined);
    return keccak256(raw);
  }

  test.for([
    ["count as collected after a successful withdrawal", "withdraw", true, 7n],
    ["do not count after a failed withdrawal", "withdraw", false, 0n],
    ["do not count after a transfer that only reaches the mech", "collect", true, 0n],
  ] as const)("%s", async ([, kind, isGood, gainedWei]) => {
    const mech = chain.mech.address;
    const purpose = kind === "withdraw" ? { kind, mech, amountWei: "7" } : { kind, mech };
    const price = { gas: "1", maxFeeWei: "1", tipWei: "1" };
    const sent = { nonce: 0, raw: "0x", firstSentAtMs: clock.now(), sentAtMs: clock.now() } as const;
    // Any version of it may be the one that was mined.
    const hashes = [digest, await minedHash(isGood), `0x${"34".repeat(32)}` as const];
    const outbox = await readOutbox(parts);
    const pending: Pending = { purpose, to: mech, data: "0x", ...price, ...sent, hashes };
    await writeOutbox(parts, { ...outbox, pending: [pending] });
    await sendUntil(isSent);
    expect((await readOutbox(parts)).collectedWei).toBe(outbox.collectedWei + gainedWei);
  });
});
