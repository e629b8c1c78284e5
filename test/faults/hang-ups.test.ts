import { afterAll, beforeAll, expect, test } from "vitest";
import { digestOf } from "../../service/work/job-digest.ts";
import { fingerprintOf } from "../../service/caller/keys.ts";
import { recall } from "../../service/payment/recall.ts";
import type { Engine, Judgement } from "../../engine/engine.ts";
import { Job } from "../../engine/job.ts";
import { systemClock } from "../../platform/clock.ts";
import { limitTable } from "../../parts/limits/table.ts";
import { randomFrom } from "../parts/store/random.ts";
import { startPostgres, type PostgresServer } from "../support/postgres-server.ts";
import type { TestService } from "../support/service.ts";
import { openTestServices, type TestServices } from "../support/services.ts";
import { until } from "../support/until.ts";
import { noTools } from "../support/no-tools.ts";

const freeWorkMs = limitTable.abandonedWork.max;

let services: TestServices;
let postgres: PostgresServer;
beforeAll(async () => {
  [services, postgres] = await Promise.all([openTestServices(), startPostgres({ fsync: "off" })]);
});
afterAll(async () => {
  await postgres[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

const credits = 200;
const maxMs = 120_000;
const leavers = 20;
const callsEach = 25;

/** Called when the work for a code begins. */
type Beginnings = Map<string, () => void>;

/** Works for a moment, longer for some codes, and always finishes: the test is about who pays. */
function workingEngine(seed: number, beginnings: Beginnings): Engine {
  const random = randomFrom(seed);
  const judgement = {
    verdict: { valid: true, score: 1, meta: { incomplete: [] } },
    isComplete: true,
  } as unknown as Judgement;
  return {
    modes: ["static"],
    isReady: () => true,
    ...noTools,
    judge: async ({ code }, signal) => {
      beginnings.get(code)?.();
      await systemClock.sleep(random() * 100, signal);
      return judgement;
    },
  };
}

type Asking = Readonly<{ key: string; code: string; from: string; signal?: AbortSignal }>;

async function ask({ url }: TestService, { key, code, from, signal }: Asking): Promise<Response> {
  return fetch(`${url}/v1/validate`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify({ code }),
    ...(signal && { signal }),
  });
}

async function createKeys(service: TestService, count: number): Promise<readonly string[]> {
  const keys = await Promise.all(Array.from({ length: count }, async () => service.createKey()));
  for (const key of keys) await service.grant(key, credits);
  return keys;
}

type Leaver = Readonly<{ key: string; from: string; seed: number; beginnings: Beginnings }>;

/** Calls repeatedly, four at once, and hangs up on most calls, when the work begins or at any moment. */
async function leaveOften(service: TestService, { key, from, seed, beginnings }: Leaver): Promise<void> {
  const random = randomFrom(seed);
  const codes = Array.from({ length: callsEach }, (_, n) => codeOf(key, n));
  const worker = async (): Promise<void> => {
    for (let code = codes.pop(); code !== undefined; code = codes.pop()) {
      const leaving = new AbortController();
      const answer = ask(service, { key, code, from, signal: leaving.signal }).then(
        async (response) => response.text(),
        () => undefined,
      );
      const how = random();
      if (how < 0.4) beginnings.set(code, () => leaving.abort());
      else if (how < 0.9) void systemClock.sleep(random() * 300).then(() => leaving.abort());
      await answer;
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

const codeOf = (key: string, n: number): string => `name = "${fingerprintOf(key)} ${n}"\n`;

/** Charges that were kept; checks that the sum of the entries is the account's balance. */
async function keptBy({ parts: { store } }: TestService, key: string): Promise<number> {
  const account = fingerprintOf(key);
  const { credits: held, entries } = await store.readStatement(account);
  expect(held).toBe(entries.reduce((sum, { delta }) => sum + delta, 0));
  return credits - held;
}

async function rememberedFor({ parts }: TestService, key: string): Promise<number> {
  const caller = { kind: "key", account: fingerprintOf(key) } as const;
  const digests = Array.from({ length: callsEach }, (_, n) => digestOf(Job.parse({ code: codeOf(key, n) })));
  const found = await Promise.all(digests.map(async (digest) => recall(parts, caller, digest)));
  return found.filter((verdict) => verdict !== undefined).length;
}

test.for(["SQLite", "PostgreSQL"] as const)(
  "on %s callers who hang up at any moment pay exactly for the answers that they can get, and delay nobody",
  { timeout: 5 * maxMs },
  async (kind) => {
    const beginnings: Beginnings = new Map();
    await using service = await services.open({
      env: {
        FREE_CALLS_PER_DAY: "0",
        TRUST_PROXY: "1",
        ...(kind === "PostgreSQL" && { DATABASE_URL: postgres.url }),
      },
      overrides: { engine: workingEngine(7, beginnings) },
    });
    const [leaving, honest] = [await createKeys(service, leavers), await createKeys(service, 2)];
    // Every second caller has abandoned so much work recently that its further work is finished and charged.
    for (const key of leaving.filter((_, n) => n % 2 === 0))
      await service.parts.limits.count("abandonedWork", fingerprintOf(key), freeWorkMs);
    const storm = leaving.map(async (key, n) =>
      leaveOften(service, { key, from: `198.51.100.${n % 3}`, seed: n, beginnings }),
    );
    for (let n = 0; n < 10; n += 1) {
      for (const key of honest) {
        const { status } = await ask(service, { key, code: codeOf(key, n), from: "203.0.113.1" });
        expect(status).toBe(200);
      }
    }
    await Promise.all(storm);

    beginnings.clear();
    const { turns, inFlight } = service.parts;
    await until(() => turns.checking.taken() + turns.checking.waiting() + inFlight.count() === 0, maxMs);
    for (const key of honest) expect(await keptBy(service, key)).toBe(10);
    for (const key of leaving) {
      await until(async () => (await keptBy(service, key)) === (await rememberedFor(service, key)), maxMs);
      const remembered = await rememberedFor(service, key);
      const answers = Array.from({ length: callsEach }, async (_, n) =>
        ask(service, { key, code: codeOf(key, n), from: "203.0.113.1" }),
      );
      const repeats = (await Promise.all(answers)).filter(
        ({ headers }) => headers.get("x-svc-repeat") === "1",
      );
      expect([repeats.length, await keptBy(service, key)]).toEqual([remembered, callsEach]);
    }
    const { body } = await service.parts.metrics.text();
    for (const outcome of ["stopped", "carried on"])
      expect(body).toMatch(new RegExp(`^assay_calls_abandoned_total\\{outcome="${outcome}"\\} [1-9]`, "m"));
    expect(body).not.toMatch(/^assay_calls_gone_total\{/m);
  },
);
