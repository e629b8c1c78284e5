import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { fingerprintOf } from "../../../service/caller/keys.ts";
import type { Deposit } from "../../../parts/store/treasury.ts";
import { countDeposit } from "../../../parts/store/visits.ts";
import { startPostgres, type PostgresServer } from "../../support/postgres-server.ts";
import type { TestService } from "../../support/service.ts";
import { openTestServices, type TestServices } from "../../support/services.ts";
import { openStripeServer, signEvent, writeEvent, type StripeServer } from "../../support/stripe-server.ts";

let services: TestServices;
let postgres: PostgresServer;
let stripe: StripeServer;
beforeAll(async () => {
  [services, postgres, stripe] = await Promise.all([
    openTestServices(),
    startPostgres({ fsync: "off" }),
    openStripeServer(),
  ]);
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
  await stripe[Symbol.asyncDispose]();
});

const read = async ({ send }: TestService): Promise<any> => (await send("/v1/funnel")).json();

/** Buys by card as a caller would, and lets the processor report it three times. */
async function buy({ send, parts }: TestService, key: string): Promise<void> {
  const response = await send("/v1/keys/checkout", { body: { api_key: key, credits: 100 } });
  const { session_id } = (await response.json()) as { session_id: string };
  const body = writeEvent(stripe.sessions.get(session_id), {
    id: "evt_1",
    kind: "checkout.session.completed",
  });
  for (let told = 0; told < 3; told += 1) {
    const headers = { "stripe-signature": signEvent(body, { atMs: parts.clock.now() }) };
    await send("/v1/webhooks/stripe", { body, headers });
  }
}

async function settingsOf(kind: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "assay-funnel-"));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  const common = { ...stripe.env, DATA_DIR: folder, TRIAL_CALLS_PER_DAY: "100" };
  return kind === "PostgreSQL" ? { ...common, DATABASE_URL: postgres.url } : common;
}

describe.for(["SQLite", "PostgreSQL"])("on %s", (kind) => {
  test("each visit is counted once, also at the last moment, and the counts survive a restart", async () => {
    const env = await settingsOf(kind);
    let before: any;
    {
      await using service = await services.open({ env });
      const created = await service.send("/v1/keys?src=docs", { method: "POST" });
      await buy(service, ((await created.json()) as { api_key: string }).api_key);
      await service.send("/v1/keys", { method: "POST", headers: { "x-client": "CI" } });
      before = await read(service);
      for (let n = 0; n < 20; n += 1)
        await service.send("/v1/validate?src=docs", { body: { code: `x = ${n}` } });
    }
    await using again = await services.open({ env });
    expect(await read(again)).toEqual({
      since: before.since,
      trials: 20,
      keys: 2,
      payments: 1,
      by_origin: {
        docs: { trials: 20, keys: 1, payments: 1 },
        ci: { trials: 0, keys: 1, payments: 0 },
      },
      by_route: { card: 1, native: 0, x402: 0 },
      x402: { challenged: 0, paid: 0, settled: 0, failed: 0 },
    });
  });

  test("a deposit is counted when it is credited, however often it is reported and by any replica", async () => {
    await using service = await services.open({ env: await settingsOf(kind) });
    const { parts } = service;
    const { store } = parts;
    const before = await read(service);
    const key = await service.createKey();
    const terms = { priceWei: "1000", atMs: parts.clock.now() };
    const [bound, unbound] = [
      aDeposit(1, { fingerprint: fingerprintOf(key) }),
      aDeposit(2, { fingerprint: null }),
    ];
    for (let told = 0; told < 3; told += 1) {
      for (const deposit of [bound, unbound])
        await countDeposit(parts, await store.creditDeposit(deposit, terms));
    }
    const payments = async () => (await read(service)).by_route.native - before.by_route.native;
    expect(await payments()).toBe(1);
    for (let told = 0; told < 3; told += 1) {
      const claimed = await store.claimDeposit(unbound.reference, { ...terms, account: fingerprintOf(key) });
      await countDeposit(parts, claimed!);
    }
    expect(await payments()).toBe(2);
  });
});

function aDeposit(n: number, { fingerprint }: Pick<Deposit, "fingerprint">): Deposit {
  const tx: Deposit["tx"] = `0x${String(n).padStart(64, "0")}`;
  const sender: Deposit["sender"] = `0x${"a".repeat(40)}`;
  return {
    reference: `100:${tx}:0`,
    tx,
    sender,
    amountWei: "5000",
    fingerprint,
    block: 10,
    blockTimeMs: 1_700_000_000_000,
  };
}
