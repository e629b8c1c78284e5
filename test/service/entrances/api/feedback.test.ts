import { keccak256, type Hex } from "viem";
import { expect, onTestFinished, test } from "vitest";
import { mined } from "../../../../scripts/chain/deployer.ts";
import { fingerprintOf } from "../../../../service/caller/keys.ts";
import { systemClock, type Clock } from "../../../../platform/clock.ts";
import { payPerCall } from "../../../support/pay-per-call.ts";
import { useX402Stage, type PaidService } from "../../../support/x402-stage.ts";

const stage = useX402Stage();
const [payer, holder, stranger] = [
  () => stage.chain.users[0]!,
  () => stage.chain.users[1]!,
  () => stage.chain.users[2]!,
];

/** A service that sells calls, and whose agent can be rated on the same chain; its time advances by a minute at each read. */
async function open(): Promise<PaidService> {
  const { IDENTITY_REGISTRY, REPUTATION_REGISTRY, AGENT_ID } = stage.chain.env as Record<string, string>;
  let aheadMs = 0;
  const clock: Clock = {
    ...systemClock,
    now: () => systemClock.now() + aheadMs,
    monotonic: () => systemClock.monotonic() + aheadMs,
  };
  const env = { IDENTITY_REGISTRY, REPUTATION_REGISTRY, AGENT_ID } as Record<string, string>;
  const service = await stage.open({ env, overrides: { clock } });
  onTestFinished(async () => service[Symbol.asyncDispose]());
  return { ...service, send: async (...asked) => ((aheadMs += 60_000), service.send(...asked)) };
}

type Answer = { status: number; body: any };

async function prepare(service: PaidService, body: object): Promise<Answer> {
  const response = await service.send("/v1/reputation/feedback", { body });
  return { status: response.status, body: await response.json() };
}

const reputation = async (service: PaidService) =>
  (await (await service.send("/v1/reputation")).json()) as any;

/** An answer that was paid for by x402. */
async function buy(service: PaidService, code: string) {
  const { sign, post } = payPerCall(service.url, payer());
  return post("static", { code }, await sign("static"));
}

/** An answer to a key, paid with credits. */
async function spend(service: PaidService, code: string): Promise<any> {
  const { api_key: key } = (await (await service.send("/v1/keys", { body: {} })).json()) as {
    api_key: string;
  };
  const grant = {
    account: fingerprintOf(key),
    delta: 100,
    reason: "grant",
    reference: code,
    atMs: 1,
  } as const;
  await service.parts.store.grant(grant);
  return (await service.send("/v1/validate", { key, body: { code, mode: "repair" } })).json();
}

async function sendCall(
  account: ReturnType<typeof payer>,
  { to, calldata: data }: { to: Hex; calldata: Hex },
) {
  await mined(stage.chain.clients, stage.chain.clients.wallet.sendTransaction({ account, to, data }));
}

test("a payer rates with the receipt and the payment as proof, and counts as served", async () => {
  const service = await open();
  const { body: response, receipt } = await buy(service, "rated = 1\n");
  const before = await reputation(service);
  const prepared = await prepare(service, { response, rater: payer().address, value: 91 });
  expect(prepared.status).toBe(200);
  const { file, feedback_uri, feedback_hash, chain_id } = prepared.body;
  expect(chain_id).toBe(stage.chain.chainId);
  expect(file).toMatchObject({
    agentRegistry: expect.stringMatching(/^eip155:31337:0x[0-9a-fA-F]{40}$/),
    agentId: Number(stage.chain.env["AGENT_ID"]),
    clientAddress: `eip155:31337:${payer().address}`,
    value: 91,
    valueDecimals: 0,
    tag1: "starred",
    receipt: response.meta.receipt,
    proofOfPayment: {
      fromAddress: payer().address.toLowerCase(),
      toAddress: stage.chain.payments.payee.address,
      chainId: "31337",
      txHash: receipt.transaction,
    },
  });
  const hosted = await fetch(feedback_uri);
  expect(hosted.headers.get("content-type")).toContain("application/json");
  expect(keccak256(new Uint8Array(await hosted.arrayBuffer()))).toBe(feedback_hash);
  await sendCall(payer(), prepared.body);
  const after = await reputation(service);
  expect(after.count).toBe(before.count + 1);
  expect(after.raters).toContainEqual({ address: payer().address, is_requester: true, average: 91 });
  const logs = await stage.chain.reputation.getEvents.NewFeedback();
  expect(logs.at(-1)?.args).toMatchObject({
    feedbackURI: feedback_uri,
    feedbackHash: feedback_hash,
    value: 91n,
  });
});

test("the holder of a key rates from any of their accounts, once for each receipt", async () => {
  const service = await open();
  const response = await spend(service, "held = 1\n");
  expect(response.meta.receipt.payment).toBe("credits");
  const prepared = await prepare(service, { response, rater: holder().address, value: 70 });
  expect([prepared.status, prepared.body.file.proofOfPayment]).toEqual([200, undefined]);
  expect(await prepare(service, { response, rater: stranger().address, value: 70 })).toMatchObject({
    status: 400,
    body: { message: "This receipt was used by another rater." },
  });
  await sendCall(holder(), prepared.body);
  expect((await reputation(service)).raters).toContainEqual({
    address: holder().address,
    is_requester: true,
    average: 70,
  });
  const again = await prepare(service, { response, rater: holder().address, value: 60 });
  expect(again.body.file.createdAt).toBe(prepared.body.file.createdAt);
  expect(again.body.feedback_hash).not.toBe(prepared.body.feedback_hash);
  const first = await fetch(prepared.body.feedback_uri);
  expect(keccak256(new Uint8Array(await first.arrayBuffer()))).toBe(prepared.body.feedback_hash);
});

test.for<[string, (service: PaidService) => Promise<object>, string]>([
  [
    "is about a free call",
    async (service) => {
      const { api_key: key } = (await (await service.send("/v1/keys", { body: {} })).json()) as {
        api_key: string;
      };
      const free = await service.send("/v1/validate", { key, body: { code: "free = 1\n" } });
      return { response: await free.json() };
    },
    "was not paid for",
  ],
  [
    "was changed",
    async (service) => {
      const { body } = await buy(service, "changed = 1\n");
      return { response: { ...body, valid: !body.valid } };
    },
    "SHA-256",
  ],
  [
    "was paid by another payer",
    async (service) => {
      const { body } = await buy(service, "theirs = 1\n");
      return { response: body, rater: stranger().address };
    },
    "only that account",
  ],
  ["has no receipt", async () => ({ response: { meta: {} } }), "no receipt"],
  [
    "has a rating above 100",
    async (service) => ({ response: (await buy(service, "more = 1\n")).body, value: 101 }),
    "value",
  ],
  [
    "is rated without an account",
    async (service) => ({ response: (await buy(service, "none = 1\n")).body, rater: "me" }),
    "rater",
  ],
])("an answer is not accepted as proof when it %s", async ([, make, words]) => {
  const service = await open();
  const body = { rater: payer().address, value: 50, ...(await make(service)) };
  const { status, body: refusal } = await prepare(service, body);
  expect([status, refusal.error]).toEqual([400, "bad_request"]);
  expect(JSON.stringify(refusal)).toContain(words);
});

test("a file that was not prepared is not found", async () => {
  const service = await open();
  for (const name of [`${"0".repeat(64)}-50`, "nothing"])
    expect((await service.send(`/v1/reputation/feedback/${name}`)).status).toBe(404);
});
