import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { signingClient } from "../../../support/pay-per-call.ts";
import { useX402Stage, type PaidService } from "../../../support/x402-stage.ts";
import { extension, submitted } from "./payers.ts";

const stage = useX402Stage();

async function send({ send: post }: PaidService, from: string, message: object): Promise<any> {
  const sent = { messageId: randomUUID(), role: "ROLE_USER", ...message };
  const response = await post("/a2a", {
    headers: { "a2a-version": "1.0", "a2a-extensions": extension, "x-forwarded-for": from },
    body: { jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: sent } },
  });
  return ((await response.json()) as any).result.task;
}

test("an unpaid task survives although other callers request the prices of hundreds", async () => {
  await using service = await stage.open({ env: { TRUST_PROXY: "1" } });
  const waiting = await send(service, "192.0.2.1", { parts: [{ data: { code: "waits = 1\n" } }] });
  const required = waiting.status.message.metadata["x402.payment.required"];
  const code = `x = "${"x".repeat(180_000)}"\n`;
  const flood = async (from: string) => {
    for (let n = 0; n < 42; n += 1)
      await send(service, from, { parts: [{ data: { code: `${code}y = ${n}\n` } }] });
  };
  await Promise.all([1, 2, 3, 4, 5].map(async (n) => flood(`198.51.100.${n}`)));
  const payment = await signingClient(stage.chain.users[0]!).createPaymentPayload(required);
  const paid = await send(service, "192.0.2.1", {
    taskId: waiting.id,
    parts: [{ text: "Here is the payment." }],
    metadata: submitted(payment),
  });
  expect([paid.id, paid.status.state]).toEqual([waiting.id, "TASK_STATE_COMPLETED"]);
}, 120_000);
