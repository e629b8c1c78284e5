import { expect, test } from "vitest";
import { systemClock, type Clock } from "../../../../platform/clock.ts";
import { useX402Stage } from "../../../support/x402-stage.ts";

const stage = useX402Stage();
const price = 10_000n;
const once = { earned: price, spent: price };
const hour = 3600;
const day = 24 * hour;
const inSeconds = (seconds: number): bigint => BigInt(Math.floor(Date.now() / 1000) + seconds);

test.for([
  ["of a few minutes is kept for a day", 600, day, 0],
  ["of three days is kept for as long", 3 * day, 3 * day, 1],
  ["of ten years is kept for thirty days", 3650 * day, 30 * day, 2],
] as const)("a payment %s, and then pays for nothing again", async ([, goodForS, keptForS, user]) => {
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  await using service = await stage.open({ overrides: { clock } });
  const { store } = service.parts;
  const payer = stage.chain.users[user]!;
  const moved = await stage.ledger(payer);
  const job = { code: "kept = 1\n" };
  const payment = await service.sign("static", payer, { validBefore: inSeconds(goodForS) });
  const first = await service.post("static", job, payment);
  expect(first.status).toBe(200);

  aheadMs = (keptForS - 10 * 60) * 1000;
  await store.prune(clock.now());
  const again = await service.post("static", job, payment);
  expect([again.status, again.receipt]).toEqual([200, first.receipt]);
  expect((await service.post("static", { code: "other = 1\n" }, payment)).body.error).toBe(
    "payment_conflict",
  );

  aheadMs = (keptForS + 1) * 1000;
  await store.prune(clock.now());
  for (const body of [job, { code: "other = 1\n" }]) {
    const { status, body: told } = await service.post("static", body, payment);
    expect([status, told.error, told.valid]).toEqual([402, "payment_required", undefined]);
  }
  expect([service.runs(), await moved()]).toEqual([1, once]);
});
