import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { grantCredits } from "../../service/credits/credits.ts";
import { fingerprintOf } from "../../service/caller/keys.ts";
import { systemClock, utcDay } from "../../platform/clock.ts";
import { openLog } from "../../platform/log.ts";
import { openStore } from "../../parts/store/open-store.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { startServiceProcess } from "../support/service-process.ts";
import { slowCode } from "../support/slow-code.ts";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const aJob = (name: string, n: number) => ({ code: `${name}_${n}: int = ${n}\n` });

describe("one process", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-concurrency-"));

  test("answers 200 callers at once, each charged once, and also 200 calls of one caller", async () => {
    await using _ = { [Symbol.asyncDispose]: async () => rm(folder, { recursive: true, force: true }) };
    await using service = await startServiceProcess({ DATA_DIR: folder, FREE_CALLS_PER_DAY: "1000" });
    const keys = await Promise.all(numbers(200).map(async () => service.createKey()));
    const many = await Promise.all(keys.map(async (key, n) => service.validate(key, aJob("many", n))));
    expect(many.map(({ status, isRepeat, remaining }) => [status, isRepeat, remaining])).toEqual(
      many.map(() => [200, false, 999]),
    );

    const key = await service.createKey();
    const one = await Promise.all(numbers(200).map(async (n) => service.validate(key, aJob("one", n))));
    expect(one.map(({ status, isRepeat }) => [status, isRepeat])).toEqual(one.map(() => [200, false]));
    expect(one.map(({ remaining }) => remaining).toSorted((a, b) => a - b)).toEqual(
      numbers(200).map((n) => 800 + n),
    );
  });
});

describe("two replicas on one PostgreSQL", () => {
  test("act as one service: no balance is overdrawn, and nothing is charged twice", async () => {
    await using postgres = await startPostgres({ fsync: "off" });
    const env = { DATABASE_URL: postgres.url };
    const [one, other] = await Promise.all([startServiceProcess(env), startServiceProcess(env)]);
    await using _one = one;
    await using _other = other;
    await using store = await openStore({ dataDir: "", databaseUrl: postgres.url }, openLog("silent"));
    const askBoth = async (key: string, count: number, job: (n: number) => object) =>
      Promise.all(numbers(count).map(async (n) => (n % 2 ? one : other).validate(key, job(n))));
    const accountOf = async (key: string) => store.readAccount(fingerprintOf(key), utcDay(Date.now()));

    const free = await one.createKey();
    const asked = await askBoth(free, 100, (n) => aJob("free", n));
    expect(countOf(asked)).toEqual({ "200": 25, "429 quota_exhausted": 75 });
    expect(await accountOf(free)).toEqual({ credits: 0, usedToday: 25 });

    await grantCredits({ store, clock: systemClock }, fingerprintOf(free), {
      credits: 10,
      reference: "test",
    });
    const paid = await askBoth(free, 200, (n) => aJob("paid", n));
    expect(countOf(paid)).toEqual({ "200": 10, "429 quota_exhausted": 190 });
    expect(await accountOf(free)).toEqual({ credits: 0, usedToday: 25 });
    const entries = await store.readEntries(fingerprintOf(free));
    expect(entries.map(({ delta }) => delta)).toEqual([10, ...numbers(10).map(() => -1)]);

    const same = await one.createKey();
    const equal = await askBoth(same, 20, () => ({ code: slowCode("same") }));
    expect(countOf(equal)).toEqual({ "200": 20 });
    expect(equal.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
    expect(await accountOf(same)).toEqual({ credits: 0, usedToday: 1 });

    const revoked = await fetch(`${one.url}/v1/keys/self`, {
      method: "DELETE",
      headers: { "x-api-key": same },
    });
    expect(revoked.status).toBe(200);
    expect((await other.validate(same, aJob("revoked", 1))).status).toBe(401);
  });
});

function countOf(answers: readonly { status: number; body: { error?: string } }[]): Record<string, number> {
  const names = answers.map(({ status, body }) => `${status} ${body.error ?? ""}`.trim());
  return Object.fromEntries(
    Map.groupBy(names, (name) => name)
      .entries()
      .map(([name, all]) => [name, all.length]),
  );
}
