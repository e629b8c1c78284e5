import { randomUUID } from "node:crypto";
import { parsePaymentRequired } from "@x402/core/schemas";
import { AgentCard } from "@a2a-js/sdk";
import { afterEach, describe, expect, test } from "vitest";
import { until } from "../../../support/until.ts";
import { useX402Stage, type PaidService } from "../../../support/x402-stage.ts";
import { extension, payers, signFor, submitted, type Told } from "./payers.ts";
import { call, currentMessage, post } from "./stage.ts";

const stage = useX402Stage();
const price = { static: 10_000n, execute: 100_000n };
const nothing = { earned: 0n, spent: 0n };
const sentence = "Here is the payment.";

afterEach(() => {
  for (const step of ["verify", "settle"] as const) stage.facilitator.fail(step, undefined);
});

const statusOf = ({ metadata }: Told): unknown => metadata?.["x402.payment.status"];
const receiptsOf = ({ metadata }: Told): any[] => metadata["x402.payment.receipts"];

/** Every generation pays with money of its own. */
const generations = Object.keys(payers).map((name, place) => [name, place * 5] as const);

describe.for(generations)("%s", ([generation, firstUser]) => {
  const open = async ({ url }: PaidService, settings = {}) => payers[generation]!(url, settings);
  const user = (place: number) => stage.chain.users[firstUser + place]!;

  test("gets the price as a task, pays for it by its id alone, and gets verdict and receipt", async () => {
    await using service = await stage.open({ isLocal: true });
    const client = await open(service);
    const payer = user(0);
    const moved = await stage.ledger(payer);
    const unpaid = await client.send({ job: { code: "secret_name = 1\n" }, contextId: "talk" });
    expect([unpaid.state, unpaid.contextId, statusOf(unpaid)]).toEqual([
      "input-required",
      "talk",
      "payment-required",
    ]);
    const required = unpaid.metadata["x402.payment.required"];
    expect(required).toMatchObject({
      x402Version: 2,
      error: "payment_required",
      request_id: expect.any(String),
      remedy: { action: "buy_credits" },
      resource: { url: `${service.url}/a2a` },
      accepts: [{ amount: "10000", payTo: stage.chain.payments.payee.address }],
    });
    expect(parsePaymentRequired(required).success).toBe(true);
    const read = await client.get(unpaid.id!);
    expect([read.state, read.metadata]).toEqual(["input-required", unpaid.metadata]);
    expect(unpaid.raw + read.raw).not.toContain("secret_name");
    expect([service.runs(), await moved()]).toEqual([0, nothing]);

    const metadata = submitted(await signFor(payer, unpaid));
    const paid = await client.send({ text: sentence, taskId: unpaid.id!, metadata });
    expect(paid).toMatchObject({ id: unpaid.id, contextId: "talk", state: "completed" });
    expect(paid.verdict).toMatchObject({ valid: true, meta: { mode: "static" } });
    expect(statusOf(paid)).toBe("payment-completed");
    expect(receiptsOf(paid)).toEqual([
      {
        success: true,
        payer: payer.address,
        extensions: { "offer-receipt": expect.objectContaining({ info: { receipt: expect.any(Object) } }) },
        amount: "10000",
        network: expect.stringMatching(/^eip155:/),
        transaction: expect.stringMatching(/^0x/),
      },
    ]);
    expect(await client.get(unpaid.id!)).toMatchObject({ state: "completed", metadata: paid.metadata });
    const again = await client.send({ text: sentence, taskId: unpaid.id!, metadata });
    expect([again.state, again.metadata]).toEqual(["completed", paid.metadata]);
    expect(again.headers.get("x-svc-repeat")).toBe("1");
    expect([service.runs(), await moved()]).toEqual([1, { earned: price.static, spent: price.static }]);
  });

  test("pays in one message, gets the same answer again free, and cannot use the payment for another request", async () => {
    await using service = await stage.open();
    const payer = user(1);
    const moved = await stage.ledger(payer);
    const unpaid = await (await open(service)).send({ job: { code: "one = 1\n" } });
    const metadata = submitted(await signFor(payer, unpaid));
    const client = await open(service, { isActivated: false });
    const paid = await client.send({ job: { code: "one = 1\n" }, metadata });
    expect([paid.state, statusOf(paid), paid.verdict.valid]).toEqual([
      "completed",
      "payment-completed",
      true,
    ]);
    const again = await client.send({ job: { code: "one = 1\n" }, metadata });
    expect(receiptsOf(again)).toEqual(receiptsOf(paid));
    const other = await client.send({ job: { code: "two = 2\n" }, metadata });
    expect(other.error).toMatchObject({
      code: -32012,
      refusal: { error: "payment_conflict", remedy: { action: "pay_again" } },
    });
    const overHttp = await service.post(
      "static",
      { code: "one = 1\n" },
      metadata["x402.payment.payload"] as never,
    );
    expect([overHttp.status, overHttp.receipt]).toEqual([200, receiptsOf(paid)[0]]);
    expect([service.runs(), await moved()]).toEqual([1, { earned: price.static, spent: price.static }]);
  });

  test("with an invalid payment gets the reason, and may pay for the same task with another", async () => {
    await using service = await stage.open({ isLocal: true });
    const client = await open(service);
    const payer = user(2);
    const moved = await stage.ledger(payer);
    const unpaid = await client.send({ job: { code: "again = 1\n" } });
    const payment = await signFor(payer, unpaid);
    const { signature } = payment.payload as { signature: string };
    const forged = { ...payment, payload: { ...payment.payload, signature: flipped(signature) } };
    const failed = await client.send({ text: sentence, taskId: unpaid.id!, metadata: submitted(forged) });
    expect(failed).toMatchObject({ id: unpaid.id, state: "input-required" });
    expect(failed.metadata).toMatchObject({
      "x402.payment.status": "payment-failed",
      "x402.payment.error": "INVALID_SIGNATURE",
      "x402.payment.required": { error: "payment_required", accepts: [{ amount: "10000" }] },
      "x402.payment.receipts": [],
    });
    expect(failed.text).toContain("invalid_exact_evm_signature");
    expect([service.runs(), await moved()]).toEqual([0, nothing]);
    const metadata = submitted(await signFor(payer, failed));
    const paid = await client.send({ text: sentence, taskId: unpaid.id!, metadata });
    expect([paid.state, receiptsOf(paid).length]).toEqual(["completed", 1]);
    expect(await moved()).toEqual({ earned: price.static, spent: price.static });
    const late = await client.send({ text: sentence, taskId: unpaid.id!, metadata: submitted(forged) });
    expect(late.error?.code).toBe(-32004);
    expect((await client.get(unpaid.id!)).state).toBe("completed");
  });

  test("ends the task by declining the price or cancelling", async () => {
    await using service = await stage.open();
    const client = await open(service);
    const unpaid = await client.send({ job: { code: "no = 1\n" } });
    const metadata = { "x402.payment.status": "payment-rejected" };
    const rejected = await client.send({ text: "Too dear.", taskId: unpaid.id!, metadata });
    expect([rejected.id, rejected.state, statusOf(rejected)]).toEqual([
      unpaid.id,
      "canceled",
      "payment-rejected",
    ]);
    expect((await client.get(unpaid.id!)).state).toBe("canceled");
    const late = submitted(await signFor(user(2), unpaid));
    expect((await client.send({ text: sentence, taskId: unpaid.id!, metadata: late })).error?.code).toBe(
      -32004,
    );
    const other = await client.send({ job: { code: "no = 2\n" } });
    expect((await client.cancel(other.id!)).state).toBe("canceled");
    expect((await client.cancel(other.id!)).error?.code).toBe(-32002);
    expect((await client.send({ text: "None.", metadata })).error?.code).toBe(-32602);
    expect(service.runs()).toBe(0);
  });

  test("gets an error for an unreadable payment", async () => {
    await using service = await stage.open();
    const client = await open(service);
    const job = { code: "x = 1\n" };
    const malformed = { code: -32012, refusal: { error: "malformed_payment" } };
    for (const payment of [{ x402Version: 2 }, { x402Version: 1, network: "base" }, "payment", null])
      expect((await client.send({ job, metadata: submitted(payment) })).error).toMatchObject(malformed);
    const metadata = { "x402.payment.status": "payment-submitted" };
    expect((await client.send({ job, metadata })).error).toMatchObject(malformed);
    const wrongJob = await client.send({ job: { code: 7 }, metadata });
    expect(wrongJob.error).toMatchObject({ code: -32012, refusal: { error: "bad_request" } });
  });

  test("is asked for a key when it does not announce x402 support, and gets x402 as one of the ways to pay", async () => {
    await using service = await stage.open();
    const client = await open(service, { isActivated: false });
    const unknown = await client.send({ job: { code: "x = 1\n" } });
    expect(unknown.error).toMatchObject({ code: -32010, refusal: { error: "unauthorized" } });
    expect(unknown.headers.get("a2a-extensions") ?? unknown.headers.get("x-a2a-extensions")).toBeNull();
    expect((await client.get(randomUUID())).error?.code).toBe(-32010);
    const known = await open(service, { isActivated: false, key: await service.createKey() });
    const { error } = await known.send({ job: { code: "x = 1\n", mode: "repair" } });
    expect(error).toMatchObject({ code: -32011, refusal: { error: "payment_required" } });
    expect(error!.refusal.remedy.routes).toContainEqual(
      expect.objectContaining({ route: "x402", url: `${service.url}/v1/x402/repair` }),
    );
  });

  test("with a key is served by the key first, and pays for what the key does not cover", async () => {
    await using service = await stage.open({ env: { FREE_CALLS_PER_DAY: "1" } });
    const key = await service.createKey();
    const client = await open(service, { key });
    const payer = user(3);
    const moved = await stage.ledger(payer);
    const run = { code: "run = 1\n", mode: "execute" };
    const uncovered = await client.send({ job: run });
    expect([uncovered.state, statusOf(uncovered)]).toEqual(["input-required", "payment-required"]);
    const metadata = submitted(await signFor(payer, uncovered));
    const free = await client.send({ job: { code: "free = 1\n" }, metadata });
    expect([free.state, free.metadata]).toEqual(["completed", undefined]);
    expect(free.headers.get("x-quota-remaining")).toBe("0");
    expect(await moved()).toEqual(nothing);
    const spent = await client.send({ job: { code: "more = 1\n" } });
    expect([spent.state, statusOf(spent)]).toEqual(["input-required", "payment-required"]);
    const paid = await client.send({ taskId: uncovered.id!, metadata });
    expect([paid.id, paid.state, receiptsOf(paid)[0].amount]).toEqual([uncovered.id, "completed", "100000"]);
    await service.grant(key, 100);
    const again = await client.send({ taskId: uncovered.id!, metadata });
    expect([again.state, again.metadata]).toEqual(["completed", paid.metadata]);
    expect(await moved()).toEqual({ earned: price.execute, spent: price.execute });
  });

  test("sends the code again with the payment when its task is not remembered", async () => {
    await using service = await stage.open();
    const client = await open(service);
    const payer = user(4);
    const moved = await stage.ledger(payer);
    const job = { code: "elsewhere = 1\n" };
    const metadata = submitted(await signFor(payer, await client.send({ job })));
    const taskId = randomUUID();
    const lost = await client.send({ text: sentence, taskId, metadata });
    expect(lost.error?.code).toBe(-32001);
    expect(lost.error?.refusal.message).toContain("with the same payment");
    const paid = await client.send({ job, text: sentence, taskId, metadata });
    expect([paid.id, paid.state]).toEqual([taskId, "completed"]);
    expect(await moved()).toEqual({ earned: price.static, spent: price.static });
  });

  test("sends the same payment again when payments cannot be verified", async () => {
    await using service = await stage.open();
    const client = await open(service);
    const unpaid = await client.send({ job: { code: "later = 1\n" } });
    const metadata = submitted(await signFor(user(4), unpaid));
    stage.facilitator.fail("verify", "down");
    const refused = await client.send({ text: sentence, taskId: unpaid.id!, metadata });
    expect(refused.error).toMatchObject({
      code: -32012,
      refusal: { error: "payment_unavailable", remedy: { action: "retry" } },
    });
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await client.get(unpaid.id!)).state).toBe("input-required");
    stage.facilitator.fail("verify", undefined);
    const paid = await client.send({ text: sentence, taskId: unpaid.id!, metadata });
    expect(paid.state).toBe("completed");
  });
});

test("a task keeps reporting a payment that failed after the work", async () => {
  await using service = await stage.open();
  const client = await payers["the client of 1.0"]!(service.url);
  const payer = stage.chain.users[0]!;
  const moved = await stage.ledger(payer);
  const unpaid = await client.send({ job: { code: "unlucky = 1\n" } });
  const metadata = submitted(await signFor(payer, unpaid));
  stage.facilitator.fail("settle", "refused");
  const failed = await client.send({ taskId: unpaid.id!, metadata });
  expect([failed.state, statusOf(failed), failed.verdict]).toEqual([
    "input-required",
    "payment-failed",
    undefined,
  ]);
  expect(receiptsOf(failed)).toEqual([expect.objectContaining({ success: false, transaction: "" })]);
  expect(await moved()).toEqual(nothing);
  stage.facilitator.fail("settle", undefined);
  const paid = await client.send({ taskId: unpaid.id!, metadata });
  expect(receiptsOf(paid).map(({ success }) => success)).toEqual([false, true]);
  expect([service.runs(), await moved()]).toEqual([1, { earned: price.static, spent: price.static }]);
});

test("free checks are used first; calls that they do not cover are paid", async () => {
  await using service = await stage.open({ env: { TRIAL_CALLS_PER_DAY: "1" } });
  const client = await payers["the client of 0.3"]!(service.url);
  const free = await client.send({ job: { code: "trial = 1\n" } });
  expect([free.state, free.metadata]).toEqual(["completed", undefined]);
  const spent = await client.send({ job: { code: "trial = 2\n" } });
  const repair = await client.send({ job: { code: "trial = 1\n", mode: "repair" } });
  expect([spent, repair].map(({ state }) => state)).toEqual(["input-required", "input-required"]);
  expect(repair.metadata["x402.payment.required"].accepts[0].amount).toBe("30000");
});

test("a request not to be recorded also holds for the message that pays", async () => {
  const env = { RECORD_REJECTED: "on", ADMIN_TOKEN: "the-operator-s-own-token-of-40-characters" };
  await using service = await stage.open({ env });
  const client = await payers["the client of 1.0"]!(service.url);
  const discreet = await payers["the client of 1.0"]!(service.url, { isRecorded: false });
  for (const [asker, name] of [[discreet, "forbidden_here"] as const, [client, "undefined_here"] as const]) {
    const unpaid = await asker.send({ job: { code: `print(${name})\n` } });
    const metadata = submitted(await signFor(stage.chain.users[1]!, unpaid));
    expect((await client.send({ taskId: unpaid.id!, metadata })).verdict.valid).toBe(false);
  }
  const recorded = async () => service.parts.store.listRecordings({ after: 0, limit: 100 });
  await until(async () => (await recorded()).length > 0);
  expect((await recorded()).map(({ code }) => code)).toEqual(["print(undefined_here)\n"]);
});

test("an unknown key is refused, whatever the message pays", async () => {
  await using service = await stage.open();
  const client = await payers["the client of 1.0"]!(service.url, { key: `asy_${"x".repeat(40)}` });
  const refused = await client.send({ job: { code: "x = 1\n" }, metadata: submitted({}) });
  expect(refused.error).toMatchObject({ code: -32010, refusal: { error: "unauthorized" } });
});

test("the extension is on both cards, and the header that activates it is echoed", async () => {
  await using service = await stage.open();
  const listed = [{ uri: extension, description: expect.any(String), required: false }];
  const readCard = async (version: string): Promise<any> =>
    (await service.send("/a2a", { headers: { "a2a-version": version } })).json();
  const [older, current] = [await readCard("0.3"), await readCard("1.0")];
  expect([older.capabilities.extensions, current.capabilities.extensions]).toEqual([listed, listed]);
  expect(AgentCard.toJSON(AgentCard.fromJSON(current))).toMatchObject({
    capabilities: { extensions: [{ uri: extension }] },
  });
  for (const header of ["a2a-extensions", "x-a2a-extensions"]) {
    const params = { message: currentMessage({ data: { code: "x = 1\n" } }) };
    const body = { jsonrpc: "2.0", id: 1, method: "SendMessage", params };
    const response = await service.send("/a2a", { headers: { [header]: extension }, body });
    expect([response.status, response.headers.get(header)]).toEqual([200, extension]);
    expect(
      response.headers.get(header === "a2a-extensions" ? "x-a2a-extensions" : "a2a-extensions"),
    ).toBeNull();
  }
});

test("a key pays for a task that was created without one", async () => {
  await using service = await stage.open();
  const stranger = await payers["the client of 1.0"]!(service.url);
  const unpaid = await stranger.send({ job: { code: "after = 1\n" } });
  const key = await service.createKey();
  const known = await payers["the client of 1.0"]!(service.url, { key });
  const done = await known.send({ text: "Use my key.", taskId: unpaid.id! });
  expect([done.id, done.state, done.metadata]).toEqual([unpaid.id, "completed", undefined]);
  expect((await stranger.get(unpaid.id!)).verdict.valid).toBe(true);
  const payer = stage.chain.users[2]!;
  const moved = await stage.ledger(payer);
  const metadata = submitted(await signFor(payer, unpaid));
  expect((await stranger.send({ taskId: unpaid.id!, metadata })).error?.code).toBe(-32004);
  expect(await moved()).toEqual(nothing);
});

test("a task of another contextId is not continued, and other methods still need a key", async () => {
  await using service = await stage.open();
  const stranger = await payers["the client of 1.0"]!(service.url);
  const { id, metadata } = await stranger.send({ job: { code: "x = 1\n" }, contextId: "mine" });
  const wrong = await stranger.send({ taskId: id!, contextId: "yours", metadata: submitted(metadata) });
  expect(wrong.error?.code).toBe(-32602);
  for (const method of ["ListTasks", "SendStreamingMessage", "GetExtendedAgentCard"]) {
    const { status, body } = await call(service, { method, params: {}, version: "1.0" });
    expect([status, body.error.code]).toEqual([401, -32010]);
  }
});

test("metadata that is not an object, or has other members, announces no payment", async () => {
  await using service = await stage.open();
  for (const metadata of [null, 7, [], { "x402.payment.status": "payment-verified" }]) {
    const params = { message: { ...currentMessage({ data: { code: "x = 1\n" } }), metadata } };
    const { status, body } = await post(service, { jsonrpc: "2.0", id: 1, method: "SendMessage", params });
    expect([status, body.error.code]).toEqual([401, -32010]);
  }
});

/** The same signature with one digit changed. */
function flipped(signature: string): string {
  const digit = signature[10] === "a" ? "b" : "a";
  return signature.slice(0, 10) + digit + signature.slice(11);
}
