import { Client as ClientOfFirst } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportOfFirst } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { encodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentPayload, PaymentRequired } from "@x402/core/types";
import { generatePaymentId } from "@x402/extensions/payment-identifier";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Job } from "../../../../engine/job.ts";
import { readExactJson } from "../../../../parts/json/exact-json.ts";
import { checkReceipt } from "../../../../parts/proof/receipts/check.ts";
import { postPaid, signIdentified } from "../../../support/pay-per-call.ts";
import { useX402Stage, type PaidService } from "../../../support/x402-stage.ts";
import { payers, submitted } from "../a2a/payers.ts";

const stage = useX402Stage();
let service: PaidService;
beforeAll(async () => {
  service = await stage.open();
});
afterAll(async () => service[Symbol.asyncDispose]());

const price = 10_000n;

/** The answer of an entrance without its protocol: its price, its answer, or its refusal. */
type Told = Readonly<{ required?: PaymentRequired; verdict?: any; receipt?: any; error?: string }>;
/** Sends Python to be checked, with or without a payment. */
type Entrance = (url: string, code: string, payment?: unknown) => Promise<Told>;

const info = { name: "payer", version: "1.0.0" };

type McpClient = { callTool(params: any): Promise<any>; close(): Promise<void> };

async function callTool(
  client: McpClient,
  args: { code: string; mode?: string },
  payment: unknown,
): Promise<Told> {
  const name = args.mode === undefined ? "validate_python" : "python_code_validator";
  const _meta = payment === undefined ? {} : { _meta: { "x402/payment": payment } };
  try {
    const result = await client.callTool({ name, arguments: args, ..._meta });
    const { structuredContent: content, isError = false } = result;
    return isError
      ? { required: content }
      : { verdict: content, receipt: result._meta["x402/payment-response"] };
  } catch (error) {
    return { error: (error as { data?: { error?: string } }).data?.error ?? String(error) };
  } finally {
    await client.close();
  }
}

async function connectFirst(url: string): Promise<McpClient> {
  const client = new ClientOfFirst(info);
  await client.connect(new TransportOfFirst(new URL(`${url}/mcp`)) as never);
  return client as never;
}

function a2aEntrance(generation: string): Entrance {
  return async (url, code, payment) => {
    const client = await payers[generation]!(url);
    const told = await client.send({
      job: { code },
      ...(payment !== undefined && { metadata: submitted(payment) }),
    });
    if (told.error) return { error: told.error.refusal?.error ?? String(told.error.code) };
    if (told.state !== "completed") return { required: told.metadata["x402.payment.required"] };
    return { verdict: told.verdict, receipt: told.metadata["x402.payment.receipts"].at(-1) };
  };
}

const entrances: Readonly<Record<string, Entrance>> = {
  HTTP: async (url, code, payment) => {
    const { status, body, required, receipt } = await postPaid(url, "static", {
      body: { code },
      payment: payment as PaymentPayload | undefined,
    });
    if (status === 200) return { verdict: body, receipt };
    return required ? { required } : { error: body.error };
  },
  "MCP, 2025": async (url, code, payment) => callTool(await connectFirst(url), { code }, payment),
  "MCP, its older tool": async (url, code, payment) =>
    callTool(await connectFirst(url), { code, mode: "static" }, payment),
  "MCP, 2026": async (url, code, payment) => {
    const client = new Client(info, { versionNegotiation: { mode: "auto" } } as never);
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
    return callTool(client as never, { code }, payment);
  },
  "A2A 1.0": a2aEntrance("the client of 1.0"),
  "A2A 0.3": a2aEntrance("the client of 0.3"),
};

const names = Object.keys(entrances);
const conflict = { error: "payment_conflict" };
const pairs = names.flatMap((one) =>
  names.filter((other) => other !== one).map((other) => [one, other] as const),
);
/** As a payer's program has kept it. */
const forms = {
  "as an object": (payment: PaymentPayload): unknown => payment,
  "as the header's text": (payment: PaymentPayload): unknown => encodePaymentSignatureHeader(payment),
  "as JSON": (payment: PaymentPayload): unknown => JSON.stringify(payment),
};

describe.for(pairs)("a payment settled over %s and sent over %s", ([paid, sent]) => {
  test("gets the same answer for the same request, and a conflict for another", async () => {
    const before = service.runs();
    const payer = stage.chain.users[names.indexOf(sent)]!;
    const moved = await stage.ledger(payer);
    const code = `pair = ${JSON.stringify(`${paid} ${sent}`)}\n`;
    const { required } = await entrances[paid]!(service.url, code);
    const identifier = generatePaymentId();
    const payment = await signIdentified(payer, required!, identifier);
    const first = await entrances[paid]!(service.url, code, payment);
    expect(first.receipt).toMatchObject({ success: true, payer: payer.address });
    expect(first.verdict.meta.receipt.payment).toMatch(
      new RegExp(`^x402/eip155:31337/0x[0-9a-f]{40}/${payer.address.toLowerCase()}/0x[0-9a-f]{64}$`),
    );
    const answer = readExactJson(JSON.stringify(first.verdict));
    expect((await checkReceipt(answer, Job.parse({ code }))).problems).toEqual([]);
    for (const [form, write] of Object.entries(forms)) {
      const again = await entrances[sent]!(service.url, code, write(payment));
      expect([form, again.error, again.receipt]).toEqual([form, undefined, first.receipt]);
      expect(again.verdict.meta.receipt).toEqual(first.verdict.meta.receipt);
      const other = await entrances[sent]!(service.url, "other = 1\n", write(payment));
      expect([form, other]).toEqual([form, conflict]);
    }
    const { required: asked } = await entrances[sent]!(service.url, code);
    const another = await signIdentified(payer, asked!, identifier);
    const named = await entrances[sent]!(service.url, code, another);
    expect([named.error, named.receipt]).toEqual([undefined, first.receipt]);
    expect(await entrances[sent]!(service.url, "other = 1\n", another)).toEqual(conflict);
    expect([service.runs() - before, await moved()]).toEqual([1, { earned: price, spent: price }]);
  });
});
