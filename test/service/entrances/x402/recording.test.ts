import { expect, test } from "vitest";
import type { PaymentPayload } from "@x402/core/types";
import { until } from "../../../support/until.ts";
import { useX402Stage, type PaidService } from "../../../support/x402-stage.ts";

const stage = useX402Stage();
const env = { RECORD_REJECTED: "on", ADMIN_TOKEN: "the-operator-s-own-token-of-40-characters" };

async function send(service: PaidService, code: string, headers: Record<string, string>): Promise<number> {
  const payment: PaymentPayload = await service.sign("static", stage.chain.users[0]!);
  const signature = Buffer.from(JSON.stringify(payment)).toString("base64");
  const request = { headers: { ...headers, "payment-signature": signature }, body: { code } };
  // The payer comes back for the same answer, which is not recorded again.
  const statuses = [
    await service.send("/v1/x402/static", request),
    await service.send("/v1/x402/static", request),
  ];
  return Math.max(...statuses.map(({ status }) => status));
}

test("rejected code of a paid call is recorded once, unless its sender forbids it", async () => {
  await using service = await stage.open({ env });
  expect(await send(service, "print(forbidden_here)\n", { "x-no-record": "1" })).toBe(200);
  expect(await send(service, "x = 1\n", {})).toBe(200);
  expect(await send(service, "print(undefined_here)\n", {})).toBe(200);
  const recorded = async () => service.parts.store.listRecordings({ after: 0, limit: 100 });
  await until(async () => (await recorded()).length > 0);
  expect(await recorded()).toMatchObject([
    { code: "print(undefined_here)\n", rules: ["ruff:F821"], mode: "static" },
  ]);
});
