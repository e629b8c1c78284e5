import { describe, expect, test } from "vitest";
import { readOutbox } from "../../agent/journal/outbox.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import { createSafe } from "../../scripts/chain/safe.ts";
import { checkDocument } from "../../parts/proof/verdict-signature.ts";
import { leapingClock, leapUntil } from "./leaping-clock.ts";
import { rememberingLog } from "./remembering-log.ts";
import { useScene, validation, type Scene } from "./scene.ts";
import { refuse } from "./service-stand-in.ts";
import { fetchInfo, signRequest, submit } from "./signed-request.ts";
import { until } from "../support/until.ts";

const rateWei = 10n ** 16n;
const on = { SIGNED_REQUESTS: "on" };

async function prepay(
  { chain }: Pick<Scene, "chain">,
  account: `0x${string}`,
  requests: bigint,
): Promise<void> {
  await mined(
    chain.clients,
    chain.tracker.write.depositFor([account], { value: requests * rateWei, account: chain.users[9]! }),
  );
}

describe.each([
  { operator: "an account", safe: false },
  { operator: "a Safe", safe: true },
])("signed requests to a mech that $operator operates", ({ safe }) => {
  const scene = useScene({ safe, rateWei });
  const { chain } = scene;
  const signed = async (
    signer: LocalAccount,
    nonce: bigint,
    content: unknown = validation(`n = ${nonce}\n`),
  ) => signRequest({ chain, signer, nonce, content });

  test("are judged, published and settled in the order of their nonces", async () => {
    const requester = chain.users[0]!;
    await prepay(scene, requester.address, 4n);
    await using agent = await scene.openAgent(on);
    const requests = await Promise.all([0n, 1n, 2n].map(async (nonce) => signed(requester, nonce)));
    for (const { id, form } of requests) {
      const { status, headers, body } = await submit(agent.url, form);
      expect({ status, body }).toEqual({ status: 200, body: { request_id: form["request_id"] } });
      const receipt = JSON.parse(Buffer.from(headers.get("payment-receipt")!, "base64").toString());
      expect(receipt).toMatchObject({
        request_id: String(BigInt(id)),
        accepted_amount: String(rateWei),
        settlement_status: "pending",
      });
    }
    for (const { id } of requests) await agent.reaches(id, "settled");
    expect(await chain.marketplace.read.mapNonces([requester.address])).toBe(3n);
    expect(await chain.tracker.read.mapMechBalances([chain.mech.address])).toBe(3n * rateWei);
    expect(await chain.tracker.read.mapRequesterBalances([requester.address])).toBe(rateWei);

    const next = await signed(requester, 3n);
    expect((await submit(agent.url, next.form)).status).toBe(200);
    await agent.reaches(next.id, "settled");
  });

  test("can be polled: nothing yet, then the document that anyone can check", async () => {
    const clock = leapingClock();
    const requester = chain.users[1]!;
    await prepay(scene, requester.address, 1n);
    await using agent = await scene.openAgent(on, { clock });
    scene.service.reply(() => refuse(503, "busy"));
    const { id, form } = await signed(requester, 0n, validation("x = 1\n", { tool: "python_code_execute" }));
    await submit(agent.url, form);
    expect(await fetchInfo(agent.url, id)).toEqual({ status: 200, body: {} });
    scene.service.heal();
    await leapUntil(clock, async () => (await agent.entry(id)).state === "settled");
    const { status, body } = await fetchInfo(agent.url, id);
    expect({ status, ...body }).toMatchObject({
      status: "ok",
      request_id: String(BigInt(id)),
      content_cid: (await agent.entry(id)).request.verdictCid,
    });
    expect(body.response).toMatchObject({ result: body.result, is_offchain: true });
    const checked = await checkDocument(body.document as string);
    expect(checked).toMatchObject({
      ok: true,
      signer: chain.agent.address,
      document: { is_offchain: true, requestId: BigInt(id) },
    });
    expect(JSON.parse(checked.document!.result)).toMatchObject({ valid: true });
  });

  test("do not wait for those of another requester", async () => {
    const requesters = chain.users.slice(2, 6);
    for (const { address } of requesters) await prepay(scene, address, 1n);
    const log = rememberingLog();
    await using agent = await scene.openAgent(on, { log });
    const requests = await Promise.all(requesters.map(async (signer) => signed(signer, 0n)));
    await Promise.all(requests.map(async ({ form }) => submit(agent.url, form)));
    for (const { id } of requests) await agent.reaches(id, "settled");
    expect(log.lines.filter(({ words }) => words === "a delivery failed; retrying")).toEqual([]);
  });

  test("are settled for one requester at a time", async () => {
    const requesters = chain.users.slice(2, 4);
    for (const { address } of requesters) await prepay(scene, address, 1n);
    await chain.setMining({ auto: false, intervalMs: 0 });
    try {
      await using agent = await scene.openAgent(on);
      const requests = await Promise.all(requesters.map(async (signer) => signed(signer, 0n)));
      for (const { form } of requests) expect((await submit(agent.url, form)).status).toBe(200);
      const underWay = async () =>
        (await readOutbox(agent.parts)).pending.flatMap(({ purpose }) =>
          "ids" in purpose ? purpose.ids : [],
        );
      // The second is postponed with the first, and again while the first is still in progress.
      const putOffUntil = new Set<number>();
      await until(async () => {
        const sent = await underWay();
        const waiting = requests.find(({ id }) => !sent.includes(id));
        if (sent.length === 0 || waiting === undefined) return sent.length > 0;
        const { dueAtMs } = await agent.entry(waiting.id);
        if (dueAtMs !== null && dueAtMs > Date.now()) putOffUntil.add(dueAtMs);
        return putOffUntil.size >= 2;
      });
      expect(await underWay()).toHaveLength(1);
      await chain.setMining({ auto: true, intervalMs: 0 });
      await chain.clients.test.mine({ blocks: 1 });
      for (const { id } of requests) await agent.reaches(id, "settled");
    } finally {
      await chain.setMining({ auto: true, intervalMs: 0 });
    }
  });

  test("are accepted once, however often they are sent", async () => {
    const requester = chain.users[6]!;
    await prepay(scene, requester.address, 2n);
    await using agent = await scene.openAgent(on);
    const { id, form } = await signed(requester, 0n);
    const answers = await Promise.all(Array.from({ length: 5 }, async () => submit(agent.url, form)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await agent.reaches(id, "settled");
    expect((await submit(agent.url, form)).status).toBe(200);
    expect(scene.service.asked).toHaveLength(1);
    expect(await chain.tracker.read.mapRequesterBalances([requester.address])).toBe(rateWei);
  });

  test("are accepted from a contract wallet with its owner's signature", async () => {
    const signer = chain.users[7]!;
    const wallet = await createSafe(chain.clients, [signer.address]);
    await prepay(scene, wallet.address, 1n);
    await using agent = await scene.openAgent(on);
    const request = { chain, nonce: 0n, content: validation("w = 1\n"), wallet };
    const stranger = await signRequest({ ...request, signer: chain.users[8]! });
    expect((await submit(agent.url, stranger.form)).body).toMatchObject({
      status: "rejected",
      reason: expect.stringMatching(/signature/),
    });
    const { id, form } = await signRequest({ ...request, signer });
    expect((await submit(agent.url, form)).status).toBe(200);
    await agent.reaches(id, "settled");
    expect(await chain.marketplace.read.mapNonces([wallet.address])).toBe(1n);
  });

  test("are given up and reported when their nonce was used for something else", async () => {
    const clock = leapingClock();
    const requester = chain.users[0]!;
    await prepay(scene, requester.address, 1n);
    await using agent = await scene.openAgent(on, { clock });
    scene.service.reply(() => refuse(503, "busy"));
    const { id, form } = await signed(requester, 0n, validation("x = 1\n", { tool: "python_code_execute" }));
    await submit(agent.url, form);
    await scene.ask([validation("y = 1\n", { tool: "python_code_execute" })], { requester });
    scene.service.heal();
    await leapUntil(clock, async () => (await agent.entry(id)).state === "refused");
    expect((await fetchInfo(agent.url, id)).body).toMatchObject({
      status: "rejected",
      reason: expect.stringMatching(/nonce/),
    });
  });
});
