import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fingerprintOf } from "../../../service/caller/keys.ts";
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

const kinds = ["checkout.session.completed", "checkout.session.async_payment_succeeded"];

/** Reports a paid session to a service as the processor would, and returns the outcome. */
async function tell({ send, parts }: TestService, session: string, n: number): Promise<string> {
  const body = writeEvent(stripe.sessions.get(session), { id: `evt_${n % 10}`, kind: kinds[n % 2]! });
  const headers = { "stripe-signature": signEvent(body, { atMs: parts.clock.now() }) };
  const response = await send("/v1/webhooks/stripe", { body, headers });
  return ((await response.json()) as { status: string }).status;
}

describe.for(["SQLite", "PostgreSQL"])("on %s", (kind) => {
  test("a checkout is credited once by a hundred events at once, of both kinds, at every replica", async () => {
    const folder = await mkdtemp(join(tmpdir(), "assay-card-"));
    await using _ = { [Symbol.asyncDispose]: async () => rm(folder, { recursive: true, force: true }) };
    const env = {
      ...stripe.env,
      ...(kind === "PostgreSQL" ? { DATABASE_URL: postgres.url } : { DATA_DIR: folder }),
    };
    await using first = await services.open({ env });
    await using second = await services.open({ env });
    const replicas = [first, second];
    const key = await first.createKey();
    const response = await first.send("/v1/keys/checkout", { body: { api_key: key, credits: 100 } });
    const { session_id } = (await response.json()) as { session_id: string };
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => tell(replicas[n % replicas.length]!, session_id, n)),
    );
    const counts = Object.fromEntries(
      Array.from(
        Map.groupBy(statuses, (status) => status),
        ([status, all]) => [status, all.length],
      ),
    );
    expect(counts).toEqual({ credited: 1, settled: 99 });
    expect(await first.parts.store.readEntries(fingerprintOf(key))).toMatchObject([
      { delta: 100, reason: "card", reference: session_id },
    ]);
    expect(await first.parts.store.readAccount(fingerprintOf(key), "2026-11-15")).toMatchObject({
      credits: 100,
    });
  });
});
