import type { x402Client } from "@x402/core/client";
import { parsePaymentRequired } from "@x402/core/schemas";
import { validateDiscoveryExtension, validateDiscoveryExtensionSpec } from "@x402/extensions/bazaar";
import { Client as ClientOfFirst } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportOfFirst } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import type { LocalAccount } from "../../../../scripts/chain/accounts.ts";
import { signingClient } from "../../../support/pay-per-call.ts";
import { useX402Stage, type PaidService } from "../../../support/x402-stage.ts";

const stage = useX402Stage();
const price = { static: 10_000n, execute: 100_000n };

type Called = Readonly<{
  isError?: boolean;
  content: readonly { text: string }[];
  structuredContent: any;
  remedy?: any;
  _meta?: Record<string, any>;
}>;

type Call = Readonly<{
  name?: string;
  code: string;
  payment?: unknown;
  onprogress?: (progress: object) => void;
}>;
type Caller = AsyncDisposable & Readonly<{ call(call: Call): Promise<Called> }>;

const info = { name: "payer", version: "1.0.0" };

function toParams({ name = "validate_python", code, payment }: Call) {
  return {
    name,
    arguments: { code },
    ...(payment !== undefined && { _meta: { "x402/payment": payment } }),
  };
}

function toOptions({ onprogress }: Call) {
  return onprogress === undefined ? {} : { onprogress };
}

const eras: Readonly<Record<string, (url: URL, headers: Record<string, string>) => Promise<Caller>>> = {
  "client of the first SDK": async (url, headers) => {
    const client = new ClientOfFirst(info);
    await client.connect(new TransportOfFirst(url, { requestInit: { headers } }) as never);
    await client.listTools(); // from here on it holds results against their schemas
    return {
      call: async (call) => (await client.callTool(toParams(call), undefined, toOptions(call))) as never,
      [Symbol.asyncDispose]: async () => client.close(),
    };
  },
  "client of the second SDK, 2026-07-28": async (url, headers) => {
    const client = new Client(info, { versionNegotiation: { mode: "auto" } } as never);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    await client.listTools();
    return {
      call: async (call) => (await client.callTool(toParams(call), toOptions(call))) as never,
      [Symbol.asyncDispose]: async () => client.close(),
    };
  },
};

async function sign(payer: LocalAccount, { structuredContent }: Called): Promise<object> {
  const read = parsePaymentRequired(structuredContent);
  if (!read.success) throw new Error("the result is no PaymentRequired");
  const client: x402Client = signingClient(payer);
  return client.createPaymentPayload(read.data as never);
}

describe.for(Object.keys(eras))("a %s", (era) => {
  const connect = async ({ url }: PaidService, path = "/mcp", headers = {}) =>
    eras[era]!(new URL(url + path), headers);

  test("without a key gets the price as a result, pays in _meta, and gets its receipt there", async () => {
    await using service = await stage.open({ isLocal: true });
    await using client = await connect(service);
    const payer = stage.chain.users[0]!;
    const moved = await stage.ledger(payer);
    const code = "paid = 1\n";
    const unpaid = await client.call({ code });
    expect(unpaid).toMatchObject({
      isError: true,
      structuredContent: {
        x402Version: 2,
        error: "payment_required",
        accepts: [{ amount: "10000", payTo: stage.chain.payments.payee.address }],
        resource: { url: `${service.url}/mcp` },
      },
      remedy: { action: "buy_credits" },
      _meta: { "mcp/www_authenticate": [expect.stringContaining("resource_metadata=")] },
    });
    const { text } = unpaid.content[0]!;
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1000);
    expect(text.indexOf(`POST ${service.url}/v1/keys`)).toBeGreaterThan(0);
    expect(text.indexOf(`POST ${service.url}/v1/keys`)).toBeLessThan(text.indexOf("Or pay $0.01"));
    expect(parsePaymentRequired(JSON.parse(text)).success || !text.includes('accepts":')).toBe(true);
    const payment = await sign(payer, unpaid);
    const paid = await client.call({ code, payment });
    expect(paid.isError ?? false).toBe(false);
    expect(paid.structuredContent).toMatchObject({ valid: true, meta: { mode: "static" } });
    expect(paid._meta!["x402/payment-response"]).toMatchObject({ success: true, payer: payer.address });
    const again = await client.call({ code, payment });
    expect(again._meta!["x402/payment-response"]).toEqual(paid._meta!["x402/payment-response"]);
    expect(service.runs()).toBe(1);
    expect(await moved()).toEqual({ earned: price.static, spent: price.static });
  });

  test("gets the progress of a call that it paid for", async () => {
    await using service = await stage.open({ isLocal: true });
    await using client = await connect(service);
    const code = "near = 1\n";
    const payment = await sign(stage.chain.users[1]!, await client.call({ code }));
    const told: object[] = [];
    const paid = await client.call({ code, payment, onprogress: (step) => told.push(step) });
    expect(paid.structuredContent).toMatchObject({ valid: true });
    expect(told[0]).toEqual({ progress: 1, message: "1 of 1 files checked" });
  });

  test("gets the tool's schema and an example as catalogues read them", async () => {
    await using service = await stage.open();
    await using client = await connect(service);
    const { structuredContent } = await client.call({ name: "execute_python", code: "x = 1\n" });
    const { bazaar } = structuredContent.extensions;
    expect(validateDiscoveryExtension(bazaar)).toEqual({ valid: true });
    expect(validateDiscoveryExtensionSpec(bazaar)).toMatchObject({ valid: true });
    expect(bazaar.info.input).toMatchObject({ type: "mcp", toolName: "execute_python" });
    expect(structuredContent.accepts[0].amount).toBe("100000");
  });

  test("with a free key is served by the key first, and pays for what the key does not cover", async () => {
    await using service = await stage.open({ env: { FREE_CALLS_PER_DAY: "1" } });
    const headers = { authorization: `Bearer ${await service.createKey()}` };
    await using client = await connect(service, "/mcp", headers);
    const payer = stage.chain.users[1]!;
    const moved = await stage.ledger(payer);
    const free = await client.call({ code: "free = 1\n" });
    expect(free.structuredContent.valid).toBe(true);
    const uncovered = await client.call({ name: "execute_python", code: "run = 1\n" });
    expect(uncovered).toMatchObject({
      isError: true,
      structuredContent: { accepts: [{ amount: "100000" }] },
    });
    expect(uncovered._meta?.["mcp/www_authenticate"]).toBeUndefined();
    const paid = await client.call({
      name: "execute_python",
      code: "run = 1\n",
      payment: await sign(payer, uncovered),
    });
    expect(paid._meta!["x402/payment-response"]).toMatchObject({ success: true, amount: "100000" });
    const spent = await client.call({ code: "another = 1\n" });
    expect(spent).toMatchObject({
      isError: true,
      structuredContent: { error: "payment_required", x402Version: 2 },
    });
    expect(await moved()).toEqual({ earned: price.execute, spent: price.execute });
  });

  test("gets an error for a payment that is unreadable or for another call, and is charged nothing", async () => {
    await using service = await stage.open();
    await using client = await connect(service);
    const payer = stage.chain.users[2]!;
    const moved = await stage.ledger(payer);
    const code = "first = 1\n";
    await expect(client.call({ code, payment: { x402Version: 2 } })).rejects.toMatchObject({
      code: -32012,
      data: { error: "malformed_payment" },
    });
    const payment = await sign(payer, await client.call({ code }));
    await client.call({ code, payment });
    await expect(client.call({ code: "second = 1\n", payment })).rejects.toMatchObject({
      code: -32012,
      data: { error: "payment_conflict", remedy: { action: "pay_again" } },
    });
    expect(await client.call({ code: "" })).toMatchObject({
      isError: true,
      structuredContent: { error: "bad_request" },
    });
    expect(await moved()).toEqual({ earned: price.static, spent: price.static });
  });

  test("is challenged instead of getting the price when it must sign in", async () => {
    await using service = await stage.open();
    await using client = await connect(service, "/mcp?auth=required");
    await expect(client.call({ code: "x = 1\n" })).rejects.toThrow(/key or a sign-in/);
  });
});

test("trials are used first, and calls that no trial covers can be paid", async () => {
  await using service = await stage.open({ env: { TRIAL_CALLS_PER_DAY: "1" } });
  await using client = await eras["client of the first SDK"]!(new URL(`${service.url}/mcp`), {});
  expect((await client.call({ code: "trial = 1\n" })).structuredContent.valid).toBe(true);
  for (const call of [{ code: "spent = 1\n" }, { name: "repair_python", code: "x = 1\n" }])
    expect(await client.call(call)).toMatchObject({ isError: true, structuredContent: { x402Version: 2 } });
});

test("an answer paid over MCP is available over HTTP with the same payment, and not paid again", async () => {
  await using service = await stage.open();
  const payer = stage.chain.users[3]!;
  const moved = await stage.ledger(payer);
  await using client = await eras["client of the first SDK"]!(new URL(`${service.url}/mcp`), {});
  const code = "everywhere = 1\n";
  const { extensions: _, ...payment } = (await sign(payer, await client.call({ code }))) as {
    extensions?: unknown;
  };
  const paid = await client.call({ code, payment });
  const again = await service.post("static", { code }, payment as never);
  expect([again.status, again.body.score]).toEqual([200, paid.structuredContent.score]);
  expect(service.runs()).toBe(1);
  expect(await moved()).toEqual({ earned: price.static, spent: price.static });
});
