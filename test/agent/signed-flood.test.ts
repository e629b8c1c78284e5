import { serializeSignature, parseSignature, type Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { callerOf } from "../../agent/http/caller.ts";
import { requestIdOf } from "../../agent/marketplace/request-id.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { fixedPriceNative } from "../../scripts/chain/marketplace.ts";
import { startRpcProxy, type RpcProxy } from "../support/rpc-proxy.ts";
import { useScene, validation } from "./scene.ts";
import { signRequest, submit, type Form } from "./signed-request.ts";

const rateWei = 10n ** 16n;
const scene = useScene({ rateWei });
const { chain } = scene;
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const on = { SIGNED_REQUESTS: "on", AGENT_POLL_MS: "60000" };
const sign = async (signer = chain.users[0]!) =>
  signRequest({ chain, signer, nonce: 0n, content: validation("x = 1\n") });

async function prepay(): Promise<void> {
  const options = { value: rateWei, account: chain.users[9]! };
  await mined(chain.clients, chain.tracker.write.depositFor([chain.users[0]!.address], options));
}

/** The chain calls about these senders; the agent makes calls of its own all the time. */
function askedFor({ calls }: RpcProxy, senders: readonly string[]): readonly string[] {
  const needles = senders.map((sender) => sender.slice(2).toLowerCase());
  const isFor = (params: unknown): boolean => {
    const text = JSON.stringify(params).toLowerCase();
    return needles.some((needle) => text.includes(needle));
  };
  return calls.filter(({ params }) => isFor(params)).map(({ method }) => method);
}

/** The signature with the high s value, which chains reject. */
function highTwin(signature: Hex): Hex {
  const { r, s, yParity } = parseSignature(signature);
  const high = `0x${(curveOrder - BigInt(s)).toString(16).padStart(64, "0")}` as const;
  return serializeSignature({ r, s: high, yParity: yParity === 0 ? 1 : 0 });
}

test("requests that are wrong by themselves cause no call to the chain, however often they are sent", async () => {
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ ...on, CHAIN_RPC_URL: node.url });
  const { form } = await sign();
  const { signature: _, ...unsigned } = form;
  const wrong: readonly Form[] = [
    unsigned,
    { ...form, signature: "0x" },
    { ...form, signature: "0x1234" },
    { ...form, nonce: "-1" },
    { ...form, nonce: "7" },
    { ...form, request_id: "1" },
    { ...form, delivery_rate: String(rateWei + 1n) },
    { ...form, ipfs_data: "{}" },
    { ...form, ipfs_hash: `0x${"12".repeat(32)}` },
  ];
  for (let round = 0; round < 12; round += 1) {
    const answers = await Promise.all(wrong.map(async (one) => submit(agent.url, one)));
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 400));
  }
  expect(askedFor(node, [form["sender"]!])).toEqual([]);
});

test("a sender who did not sign is looked up once, with no read of balance or nonce", async () => {
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ ...on, CHAIN_RPC_URL: node.url });
  const { id, form } = await sign();
  const signature = await chain.users[1]!.sign({ hash: id });
  for (let n = 0; n < 40; n += 1) {
    const { status, body } = await submit(agent.url, { ...form, signature });
    expect([status, body.reason]).toEqual([400, "The signature is not the sender's."]);
  }
  expect(askedFor(node, [form["sender"]!])).toEqual(["eth_getCode"]);
});

test("invalid requests of one address cause at most sixty chain lookups a minute", async () => {
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ ...on, CHAIN_RPC_URL: node.url });
  const strangers = await Promise.all(
    Array.from({ length: 90 }, async () => {
      const account = privateKeyToAccount(generatePrivateKey());
      return sign({ ...chain.users[1]!, address: account.address });
    }),
  );
  const answers: Awaited<ReturnType<typeof submit>>[] = [];
  for (const { form } of strangers) answers.push(await submit(agent.url, form));
  expect(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([s, all]) => [s, all!.length]),
  ).toEqual([
    ["400", 60],
    ["429", 30],
  ]);
  const { headers, body } = answers.at(-1)!;
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(body).toMatchObject({ error: "rate_limited", remedy: { action: "wait", hint: expect.any(String) } });
  expect(
    askedFor(
      node,
      strangers.map(({ form }) => form["sender"]!),
    ),
  ).toHaveLength(60);
});

test("a signature with a high s value is refused, even from the sender", async () => {
  await prepay();
  await using agent = await scene.openAgent(on);
  const { id, form } = await sign();
  const signature = highTwin(form["signature"] as Hex);
  expect(await submit(agent.url, { ...form, signature })).toMatchObject({
    status: 400,
    body: { reason: "The signature is not the sender's." },
  });
  await expect(agent.entry(id)).rejects.toThrow(/no request/);
  expect((await submit(agent.url, form)).status).toBe(200);
});

test("an id computed here equals the id of the marketplace", async () => {
  await using agent = await scene.openAgent(on);
  const requester = chain.users[3]!.address;
  for (const nonce of [0n, 1n, 2n ** 200n]) {
    const terms = {
      mech: chain.mech.address,
      requester,
      data: `0x${"ab".repeat(32)}`,
      rateWei,
      nonce,
    } as const;
    const args = [terms.mech, requester, terms.data, rateWei, fixedPriceNative, nonce] as const;
    expect(requestIdOf(agent.parts.market, { ...terms, paymentType: fixedPriceNative })).toBe(
      await chain.marketplace.read.getRequestId(args),
    );
  }
});

test.each([
  [0, "1.1.1.1, 2.2.2.2", "9.9.9.9"],
  [1, "1.1.1.1, 2.2.2.2", "2.2.2.2"],
  [2, "1.1.1.1, 2.2.2.2", "1.1.1.1"],
  [3, "1.1.1.1, 2.2.2.2", "1.1.1.1"],
  [1, undefined, "9.9.9.9"],
  [1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2:0:0:0:0/64"],
] as const)("behind %i proxies of ours, %s came from %s", (proxies, forwarded, caller) => {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  const socket = { remoteAddress: "::ffff:9.9.9.9" } as Parameters<typeof callerOf>[0]["socket"];
  expect(callerOf({ headers, socket }, proxies)).toBe(caller);
});

test("concurrent health requests share one call to the chain", async () => {
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url, AGENT_POLL_MS: "60000" });
  const count = (): number => node.calls.filter(({ method }) => method === "eth_blockNumber").length;
  const before = count();
  await Promise.all(Array.from({ length: 50 }, async () => (await fetch(`${agent.url}/healthz`)).text()));
  expect(count() - before).toBeLessThan(10);
});
