import { describe, expect, test } from "vitest";
import { mined } from "../../scripts/chain/deployer.ts";
import { startRpcProxy } from "../support/rpc-proxy.ts";
import { useScene, validation } from "./scene.ts";
import { fetchInfo, signRequest, submit, type Form } from "./signed-request.ts";

const rateWei = 10n ** 16n;
const on = { SIGNED_REQUESTS: "on" };
const scene = useScene({ rateWei });
const { chain } = scene;

type Agent = Awaited<ReturnType<typeof scene.openAgent>>;

async function prepay(requests: bigint): Promise<void> {
  const options = { value: requests * rateWei, account: chain.users[9]! };
  await mined(chain.clients, chain.tracker.write.depositFor([chain.users[0]!.address], options));
}

const sign = async (terms: Partial<Parameters<typeof signRequest>[0]> = {}) =>
  signRequest({ chain, signer: chain.users[0]!, nonce: 0n, content: validation("x = 1\n"), ...terms });

/** Nothing was recorded, and the service was not called. */
async function expectNoWork(agent: Agent, id: `0x${string}`): Promise<void> {
  await expect(agent.entry(id)).rejects.toThrow(/no request/);
  expect(scene.service.asked).toEqual([]);
}

describe("a signed request", () => {
  test.each([
    [
      "its content does not match its hash",
      { ipfs_data: '{"prompt":"y","tool":"python_code_validator"}' },
      /ipfs_hash/,
    ],
    ["its hash differs", { ipfs_hash: `0x${"12".repeat(32)}` }, /ipfs_hash/],
    ["its id differs", { request_id: "1" }, /request_id/],
    ["its rate differs", { delivery_rate: String(rateWei + 1n) }, /request_id/],
    ["its nonce differs", { nonce: "1" }, /request_id/],
    ["its sender differs", { sender: "0x00000000000000000000000000000000000000ab" }, /request_id/],
    ["its signature is invalid", { signature: `0x${"00".repeat(65)}` }, /signature/],
    ["its signature is too short", { signature: "0x1234" }, /signature/],
    ["its rate is not a number", { delivery_rate: "much" }, /delivery_rate/],
    ["its rate is negative", { delivery_rate: "-1" }, /delivery_rate/],
    ["its rate is too large for the chain", { delivery_rate: "9".repeat(78) }, /delivery_rate/],
    ["it names no sender", { sender: "" }, /40 hexadecimal digits\s+→ at sender/],
    ["its content is too long", { ipfs_data: "x".repeat(262_145) }, /ipfs_data/],
  ] as readonly (readonly [string, Form, RegExp])[])(
    "is refused before any work when %s",
    async (_, change, words) => {
      await prepay(5n);
      await using agent = await scene.openAgent(on);
      const { id, form } = await sign();
      const { status, body } = await submit(agent.url, { ...form, ...change });
      expect({ status, ...body }).toMatchObject({
        status: "rejected",
        error: "bad_request",
        reason: expect.stringMatching(words),
      });
      expect(status).toBe(400);
      expect(body.remedy).toMatchObject({ action: "fix_request", hint: expect.any(String) });
      await expectNoWork(agent, id);
    },
  );

  test("is refused before any work when someone else signed it", async () => {
    await prepay(5n);
    await using agent = await scene.openAgent(on);
    const { id, form } = await sign();
    const signature = await chain.users[1]!.sign({ hash: id });
    const { status, body } = await submit(agent.url, { ...form, signature });
    expect({ status, reason: body.reason }).toEqual({
      status: 400,
      reason: "The signature is not the sender's.",
    });
    await expectNoWork(agent, id);
  });

  test("is refused before any work when its sender is a contract that does not sign", async () => {
    await using agent = await scene.openAgent(on);
    const signer = { ...chain.users[0]!, address: chain.tracker.address };
    const { id, form } = await sign({ signer });
    expect(await submit(agent.url, form)).toMatchObject({
      status: 400,
      body: { reason: expect.stringMatching(/signature/) },
    });
    await expectNoWork(agent, id);
  });

  test("is refused before any work when its nonce is not the next one, which the refusal names", async () => {
    await prepay(5n);
    await using agent = await scene.openAgent(on);
    const tooHigh = await sign({ nonce: 1n });
    expect((await submit(agent.url, tooHigh.form)).body.reason).toBe("The next nonce of this sender is 0.");
    await expectNoWork(agent, tooHigh.id);
    const first = await sign();
    expect((await submit(agent.url, first.form)).status).toBe(200);
    const twin = await sign({ content: validation("y = 1\n") });
    expect((await submit(agent.url, twin.form)).body.reason).toBe("The next nonce of this sender is 1.");
    expect((await submit(agent.url, tooHigh.form)).status).toBe(200);
    for (const { id } of [first, tooHigh]) await agent.reaches(id, "settled");
  });

  test("is refused before any work when another request has the same nonce", async () => {
    await prepay(5n);
    await using agent = await scene.openAgent(on);
    const twins = await Promise.all([
      sign({ content: validation("a\n") }),
      sign({ content: validation("b\n") }),
    ]);
    const answers = await Promise.all(twins.map(async ({ form }) => submit(agent.url, form)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "400"]);
  });

  test("is refused before any work when it pays less than the mech's rate", async () => {
    await prepay(5n);
    await using agent = await scene.openAgent(on);
    const { id, form } = await sign({ rateWei: rateWei - 1n });
    expect((await submit(agent.url, form)).body.reason).toMatch(/below its rate/);
    await expectNoWork(agent, id);
  });

  test("is refused before any work when it is not paid, and the refusal says how to pay", async () => {
    await prepay(1n);
    await using agent = await scene.openAgent(on);
    const first = await sign();
    expect((await submit(agent.url, first.form)).status).toBe(200);
    const second = await sign({ nonce: 1n });
    const { status, headers, body } = await submit(agent.url, second.form);
    expect(status).toBe(402);
    expect(headers.get("www-authenticate")?.toLowerCase()).toBe(
      `payment scheme="olas-prepay" realm="${chain.mech.address.toLowerCase()}"`,
    );
    expect(body).toMatchObject({
      request_id: second.form["request_id"],
      status: "rejected",
      scheme: "olas-prepay",
      payTo: chain.tracker.address,
      chainId: 31337,
      depositInstructions: { contract: chain.tracker.address, abi: expect.stringContaining("depositFor") },
      error: "payment_required",
      remedy: { action: "buy_credits" },
    });
    await expect(agent.entry(second.id)).rejects.toThrow(/no request/);
    await prepay(1n);
    expect((await submit(agent.url, second.form)).status).toBe(200);
    for (const { id } of [first, second]) await agent.reaches(id, "settled");
  });
});

test("a signed request is not refused permanently because the chain is unavailable", async () => {
  await prepay(1n);
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ ...on, CHAIN_RPC_URL: node.url });
  const { id, form } = await sign();
  node.meddle(() => ({ status: 503 }));
  const { status, body } = await submit(agent.url, form);
  expect({ status, error: body.error }).toEqual({ status: 503, error: "chain_unavailable" });
  await expectNoWork(agent, id);
  node.heal();
  expect((await submit(agent.url, form)).status).toBe(200);
});

test("nothing is stored of a request that was refused", async () => {
  await using agent = await scene.openAgent(on);
  const { id } = await sign();
  expect((await fetchInfo(agent.url, id)).status).toBe(404);
  const response = await fetch(`${agent.url}/fetch_offchain_info?request_id=none`);
  expect(response.status).toBe(400);
});

test("signed requests are refused unless they are enabled", async () => {
  await prepay(1n);
  await using agent = await scene.openAgent();
  const { id, form } = await sign();
  const { status, body } = await submit(agent.url, form);
  expect({ status, message: body.message }).toEqual({
    status: 404,
    message: expect.stringContaining("SIGNED_REQUESTS=on"),
  });
  expect((await fetchInfo(agent.url, id)).status).toBe(404);
  await expectNoWork(agent, id);
});
