import {
  encodeAbiParameters,
  encodeEventTopics,
  numberToHex,
  pad,
  type Hex,
  type TransactionReceipt,
} from "viem";
import { describe, expect, test } from "vitest";
import { systemClock, type Clock } from "../../../platform/clock.ts";
import { depositsAbi } from "../../../parts/deposits/contract.ts";
import { createDice } from "../../support/dice.ts";
import { leapingClock, leapUntil } from "../../agent/leaping-clock.ts";
import { startRpcProxy, type Meddling, type RpcCall, type RpcProxy } from "../../support/rpc-proxy.ts";
import { until } from "../../support/until.ts";
import { priceWei, useDepositScene, type Watcher } from "./scene.ts";

const scene = useDepositScene("SQLite");
const { chain } = scene;

const payFor = async (key: string): Promise<TransactionReceipt> => scene.pay(priceWei, { data: `0x${key}` });
const has = (node: RpcProxy, method: string): boolean => node.calls.some((call) => call.method === method);
const isLogs = ({ method }: RpcCall): boolean => method === "eth_getLogs";

/** A log as in a node's answer, of a deposit that may not exist. */
function aLog(receipt: TransactionReceipt, key: string, changed: Record<string, unknown> = {}) {
  const args = { sender: chain.users[0]!.address, fingerprint: `0x${key}` } as const;
  return {
    address: chain.deposits.address,
    topics: encodeEventTopics({ abi: depositsAbi, eventName: "DepositReceived", args }),
    data: encodeAbiParameters([{ type: "uint256" }], [priceWei]),
    blockNumber: numberToHex(receipt.blockNumber),
    blockHash: receipt.blockHash,
    transactionHash: receipt.transactionHash,
    transactionIndex: "0x0",
    logIndex: "0x0",
    removed: false,
    ...changed,
  };
}

describe("a payment", () => {
  test.for<[string, (call: RpcCall) => Meddling | undefined]>([
    ["the node answers only errors", () => ({ error: { code: -32603, message: "Internal error" } })],
    ["the node cannot be reached", () => "reset"],
    ["a gateway answers instead of the node", () => ({ status: 502 })],
    [
      "the node does not know its position",
      ({ method }) => (method === "eth_blockNumber" ? "reset" : undefined),
    ],
    [
      "the node's head is behind",
      ({ method }) => (method === "eth_blockNumber" ? { result: "0x1" } : undefined),
    ],
    [
      "log queries are refused",
      (call) => (isLogs(call) ? { error: { code: -32005, message: "limit" } } : undefined),
    ],
    ["the node lists no logs", (call) => (isLogs(call) ? { result: [] } : undefined)],
    [
      "the node has no receipts",
      ({ method }) => (method === "eth_getTransactionReceipt" ? { result: null } : undefined),
    ],
    [
      "receipts are unavailable",
      ({ method }) => (method === "eth_getTransactionReceipt" ? { status: 429 } : undefined),
    ],
  ])("is credited once although for a while %s", async ([, trouble]) => {
    const key = await scene.aKey();
    await using node = await startRpcProxy(chain.url);
    const clock = leapingClock();
    await using watcher = scene.watch({ rpcUrl: node.url, clock });
    await scene.readAll();
    node.meddle(trouble);
    const receipt = await payFor(key);
    await scene.mine(20);
    const asked = node.calls.length;
    await until(() => node.calls.length > asked + 3);
    expect(await scene.creditsOf(key)).toBe(0);
    node.heal();
    await leapUntil(clock, async () => (await scene.creditsOf(key)) === 1);
    await scene.becomes(receipt, "credited");
    expect(watcher.log.lines.filter(({ level }) => level === "error")).toEqual([]);
    expect(await scene.store.readEntries(key)).toHaveLength(1);
  });

  test("is credited once although the node hangs", async () => {
    const key = await scene.aKey();
    await using node = await startRpcProxy(chain.url);
    node.meddle((call) => (isLogs(call) ? "hang" : undefined));
    const clock = leapingClock();
    await using _ = scene.watch({ rpcUrl: node.url, clock });
    await payFor(key);
    await until(() => has(node, "eth_getLogs"));
    node.heal();
    await leapUntil(clock, async () => (await scene.creditsOf(key)) === 1);
    expect(await scene.store.readEntries(key)).toHaveLength(1);
  });

  test("is credited once although the node fails a quarter of all calls, and its successful answers are kept", async () => {
    const keys = [await scene.aKey(), await scene.aKey(), await scene.aKey()];
    for (let paid = 0; paid < 12; paid += 1) await payFor(keys[paid % 3]!);
    await using node = await startRpcProxy(chain.url);
    const dice = createDice(7);
    node.meddle(() => (dice.below(4) === 0 ? { status: 502 } : undefined));
    const slept: number[] = [];
    const sleep: Clock["sleep"] = async (ms, signal) => {
      slept.push(ms);
      // Waits are only recorded: the test is not about the clock.
      return systemClock.sleep(Math.min(ms, 10), signal);
    };
    await using _ = scene.watch({ rpcUrl: node.url, pollMs: 30_000, clock: { ...systemClock, sleep } });
    const credits = async () => Promise.all(keys.map(async (key) => scene.creditsOf(key)));
    await until(async () => (await credits()).every((count) => count === 4));
    for (const key of keys) expect(await scene.store.readEntries(key)).toHaveLength(4);
    expect(new Set(slept.filter((ms) => ms !== 30_000))).toEqual(new Set([1000]));
    const receipts = node.calls.filter(({ method }) => method === "eth_getTransactionReceipt").length;
    // Each once, and the failed ones once more.
    expect(receipts).toBeLessThan(24);
  });

  test("is credited once although the node accepts only short ranges", async () => {
    const key = await scene.aKey();
    await payFor(key);
    await scene.mine(300);
    await payFor(key);
    await using node = await startRpcProxy(chain.url);
    node.meddle(({ method, params: [filter] }) =>
      method === "eth_getLogs" && Number(filter.toBlock) - Number(filter.fromBlock) >= 50
        ? { error: { code: -32602, message: "block range is too wide" } }
        : undefined,
    );
    await using _ = scene.watch({ rpcUrl: node.url });
    await until(async () => (await scene.creditsOf(key)) === 2);
    expect(await scene.store.readEntries(key)).toHaveLength(2);
  });

  test("is credited once although the node has no old balances", async () => {
    const key = await scene.aKey();
    await using node = await startRpcProxy(chain.url);
    node.meddle(({ method }) =>
      method === "eth_getBalance" ? { error: { code: -32000, message: "missing trie node" } } : undefined,
    );
    await using _ = scene.watch({ rpcUrl: node.url });
    await payFor(key);
    await until(async () => (await scene.creditsOf(key)) === 1);
    expect(await scene.store.readEntries(key)).toHaveLength(1);
  });

  test("is credited once although its log appears twice, behind a later one's", async () => {
    const [one, two] = [await scene.aKey(), await scene.aKey()];
    const [first, second] = [await payFor(one), await payFor(two)];
    await using node = await startRpcProxy(chain.url);
    const logs = [aLog(second, two), aLog(first, one), aLog(first, one)];
    node.meddle((call) => (isLogs(call) ? { result: logs } : undefined));
    await using _ = scene.watch({ rpcUrl: node.url });
    await until(async () => (await scene.creditsOf(two)) === 1);
    expect([await scene.creditsOf(one), await scene.creditsOf(two)]).toEqual([1, 1]);
  });
});

describe("invented data of a node is not credited:", () => {
  /** Pays one key, lets the node add to the logs, and returns what the other key got by then. */
  async function among(
    made: (receipt: TransactionReceipt, other: string) => object[],
    isDone: (watcher: Watcher) => boolean = () => true,
  ): Promise<number> {
    const [key, other] = [await scene.aKey(), await scene.aKey()];
    const receipt = await payFor(key);
    await using node = await startRpcProxy(chain.url);
    const logs = [...made(receipt, other), aLog(receipt, key)];
    node.meddle((call) => (isLogs(call) ? { result: logs } : undefined));
    await using watcher = scene.watch({ rpcUrl: node.url });
    await until(async () => (await scene.creditsOf(key)) === 1 && isDone(watcher));
    return await scene.creditsOf(other);
  }

  test("logs of another contract", async () => {
    const { address } = chain.marketplace;
    expect(await among((receipt, other) => [aLog(receipt, other, { address })])).toBe(0);
  });

  test("logs of another event, or of no event", async () => {
    const made = (receipt: TransactionReceipt, other: string) => [
      aLog(receipt, other, { topics: [pad("0x1"), ...aLog(receipt, other).topics.slice(1)] }),
      aLog(receipt, other, { topics: [] }),
      aLog(receipt, other, { topics: aLog(receipt, other).topics.slice(0, 2) }),
      aLog(receipt, other, { data: "0x" }),
    ];
    expect(await among(made)).toBe(0);
  });

  test("another key or amount in a real transaction", async () => {
    const data = encodeAbiParameters([{ type: "uint256" }], [priceWei * 1000n]);
    expect(await among((receipt, other) => [aLog(receipt, other, { data })])).toBe(0);
  });

  test("a transaction that does not exist, which blocks only the cursor", async () => {
    const transactionHash: Hex = pad("0xbad");
    const isTold = ({ log }: Watcher) => JSON.stringify(log.lines).includes(transactionHash);
    expect(await among((receipt, other) => [aLog(receipt, other, { transactionHash })], isTold)).toBe(0);
  });
});

describe("deposits", () => {
  test("are not read from a node that serves another chain", async () => {
    const key = await scene.aKey();
    await payFor(key);
    await using node = await startRpcProxy(chain.url);
    node.meddle(({ method }) => (method === "eth_chainId" ? { result: "0x64" } : undefined));
    await using watcher = scene.watch({ rpcUrl: node.url });
    await until(() => watcher.log.lines.length > 2);
    expect(watcher.log.lines[0]?.fields).toEqual({ error: "The node serves chain 100, not chain 31337." });
    expect(has(node, "eth_getLogs")).toBe(false);
  });

  test("are not read without a contract at the address", async () => {
    await using node = await startRpcProxy(chain.url);
    node.meddle(({ method }) => (method === "eth_getCode" ? { result: "0x" } : undefined));
    await using watcher = scene.watch({ rpcUrl: node.url });
    await until(() => watcher.log.lines.length > 2);
    expect(watcher.log.lines[0]?.fields["error"]).toContain("has no contract at");
    expect(has(node, "eth_getLogs")).toBe(false);
  });
});

test("money without an event is reported to the operator, and blocks nothing for long", async () => {
  const key = await scene.aKey();
  const clock = leapingClock();
  await using watcher = scene.watch({ clock });
  await scene.readAll();
  const balance = await chain.clients.public.getBalance({ address: chain.deposits.address });
  const destroyed: Hex = `0x73${chain.deposits.address.slice(2)}ff`;
  const sent = await chain.clients.wallet.sendTransaction({
    account: chain.users[0]!,
    value: 5n,
    data: destroyed,
  });
  await chain.clients.public.waitForTransactionReceipt({ hash: sent });
  await scene.becomes(await payFor(key), "credited");
  await leapUntil(clock, async () => watcher.log.lines.some(({ level }) => level === "error"));
  expect(watcher.log.lines.filter(({ level }) => level === "error")).toMatchObject([
    { words: "the deposit contract received money without an event", fields: { unexplainedWei: "5" } },
  ]);
  expect(await chain.clients.public.getBalance({ address: chain.deposits.address })).toBe(
    balance + priceWei + 5n,
  );
  await scene.becomes(await payFor(key), "credited");
  await scene.readAll();
  expect(await scene.creditsOf(key)).toBe(2);
});
