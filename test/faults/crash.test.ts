import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fingerprintOf } from "../../service/caller/keys.ts";
import { utcDay } from "../../platform/clock.ts";
import { inProcesses, isExhaustive, onStores, storeKinds, type StoreKind } from "../support/exhaustive.ts";
import { startKillingServices, startServiceProcess, type ServiceHands } from "../support/service-process.ts";
import type { TestService } from "../support/service.ts";
import { openTestServices, type TestServices } from "../support/services.ts";
import { slowCode } from "../support/slow-code.ts";
import { openStorePlaces, type StorePlaces } from "../support/store-places.ts";

type Environment = Readonly<Record<string, string>>;

let services: TestServices;
let places: StorePlaces;
beforeAll(async () => {
  [services, places] = await Promise.all([openTestServices(), openStorePlaces()]);
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
  await places[Symbol.asyncDispose]();
});

/** How often a process is killed under load. */
const rounds = isExhaustive ? 4 : 2;

const points = [
  { point: "before beginCall", left: "nothing charged" },
  { point: "after beginCall", left: "nothing charged" },
  { point: "during the work", left: "nothing charged" },
  { point: "before keepCall", left: "nothing charged" },
  { point: "after keepCall", left: "a remembered answer" },
];

describe.for(inProcesses(onStores(points)))("process $number of services that are killed", ({ cases }) => {
  let left: readonly Asked[];
  beforeAll(async () => {
    left = await Promise.all(
      cases.map(async ({ store }) => {
        const env = { ...(await places.create(store)), FREE_CALLS_PER_DAY: "1" };
        const keys = await prepareKeys(env);
        return { env, keys, jobs: keys.map((_, n) => ({ code: slowCode(`crash_${n}`) })) };
      }),
    );
    await askAndKill(left.map((one, n) => ({ ...one, point: cases[n]!.point })));
  });

  test.for(cases)("a service on $store killed $point leaves $left", async (one) => {
    const isAnswerKept = one.left !== "nothing charged";
    const { env, keys, jobs } = left[cases.indexOf(one)]!;
    await using restarted = await services.open({ env });
    const charged = { free: { credits: 0, usedToday: 1 }, paid: { credits: 4, usedToday: 1 } };
    const uncharged = { free: { credits: 0, usedToday: 0 }, paid: { credits: 5, usedToday: 1 } };
    expect(await accountsOf(restarted, keys)).toEqual(isAnswerKept ? charged : uncharged);
    for (const [n, key] of keys.entries()) {
      const { status, headers } = await restarted.validate(key, jobs[n]);
      expect([status, headers.get("x-svc-repeat")]).toEqual([200, isAnswerKept ? "1" : null]);
    }
    expect(await accountsOf(restarted, keys)).toEqual(charged);
  });
});

// A store of each kind is killed under load in every run: the guarantees are the store's own.
describe("services that are killed at random under load", () => {
  const free = 6;
  const credits = 100_000;
  let stores: readonly Loaded[];

  beforeAll(async () => {
    stores = await Promise.all(
      storeKinds.map(async (kind) => {
        const env = { ...(await places.create(kind)), FREE_CALLS_PER_DAY: String(free) };
        const keys = await createKeys(env, { count: 4, credits });
        return { kind, env, sent: keys.map((key) => ({ key, all: [], unanswered: [] })) };
      }),
    );
    for (let round = 0; round < rounds; round += 1) await askAndKillAtRandom(stores, round);
  });

  test.for(storeKinds)("charge every call exactly once on %s", async (kind) => {
    const { env, sent } = stores.find((store) => store.kind === kind)!;
    await using restarted = await services.open({ env });
    for (const { key, all, unanswered } of sent) {
      for (const code of unanswered) expect((await restarted.validate(key, { code })).status).toBe(200);
      const account = await accountOf(restarted, key);
      expect(all.length).toBeGreaterThan(free);
      expect(account).toEqual({ usedToday: free, credits: credits - (all.length - free) });
    }
  });
});

test.for(onStores([{ calls: 50 }]))(
  "a process on $store that is stopped answers its $calls calls or leaves them uncharged, and exits normally",
  async ({ store, calls: count }) => {
    const env = { ...(await places.create(store)), FREE_CALLS_PER_DAY: "0" };
    const [key = ""] = await createKeys(env, { count: 1, credits: 100 });
    await using stopping = await startServiceProcess(env);
    const calls = Array.from({ length: count }, async (_, n) =>
      stopping.validate(key, { code: slowCode(`stop_${n}`).slice(0, 6000) }),
    );
    const settled = Promise.allSettled(calls);
    await Promise.race(calls);
    stopping.kill("SIGTERM");
    const outcomes = await settled;
    expect(await stopping.ended).toEqual({ code: 0, signal: null });
    const answered = outcomes.filter((call) => call.status === "fulfilled" && call.value.status === 200);
    await using restarted = await services.open({ env });
    expect(await accountOf(restarted, key)).toMatchObject({ credits: 100 - answered.length });
    expect(answered.length).toBeGreaterThan(0);
  },
);

/** The keys of a store, and the requests with each. */
type Asked = Readonly<{ env: Environment; keys: readonly string[]; jobs: readonly object[] }>;

/** Calls services that pause at their kill points until the process kills itself. */
async function askAndKill(victims: readonly (Asked & { point: string })[]): Promise<void> {
  await using dying = await startKillingServices(
    victims.map(({ env, point }) => ({ ...env, KILL_AT: `${point}|2` })),
  );
  const calls = victims.flatMap(({ keys, jobs }, n) =>
    keys.map(async (key, at) => askUntilCutOff(dying.services[n]!, key, jobs[at]!)),
  );
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual(calls.map(() => "rejected"));
  expect(await dying.ended).toMatchObject({ signal: "SIGKILL" });
}

/** What was sent with a key in all rounds. */
type Sent = Readonly<{ key: string; all: string[]; unanswered: string[] }>;
type Loaded = Readonly<{ kind: StoreKind; env: Environment; sent: readonly Sent[] }>;

async function askAndKillAtRandom(stores: readonly Loaded[], round: number): Promise<void> {
  await using dying = await startKillingServices(stores.map(({ env }) => env));
  // While one answer is read, the other calls are in any state.
  let answersLeft = Math.floor(Math.random() * 60 * stores.length);
  // A key without any answer would prove nothing.
  const unheard = new Set(stores.flatMap(({ sent }) => sent));
  const askUntilKilled = async (service: ServiceHands, sent: Sent, caller: number): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const code = `x = "${round}-${caller}-${n}"\n`;
      sent.all.push(code);
      const answer = await service.validate(sent.key, { code }).catch(() => undefined);
      if (answer?.status !== 200) return void sent.unanswered.push(code);
      unheard.delete(sent);
      answersLeft -= 1;
      if (answersLeft <= 0 && unheard.size === 0) dying.kill("SIGKILL");
    }
  };
  await Promise.all(
    stores.flatMap(({ sent }, n) =>
      sent.flatMap((one) => [0, 1, 2].map(async (caller) => askUntilKilled(dying.services[n]!, one, caller))),
    ),
  );
  expect(await dying.ended).toMatchObject({ signal: "SIGKILL" });
}

/** Rejects when the process dies. When a store is slow, the same call is sent again. */
async function askUntilCutOff({ validate }: ServiceHands, key: string, job: object) {
  for (;;) {
    const answer = await validate(key, job);
    if (answer.status !== 503) return answer;
  }
}

/** A free key with one call left, and a paid one whose next call costs a credit. */
async function prepareKeys(env: Record<string, string>): Promise<[free: string, paid: string]> {
  await using service = await services.open({ env });
  const [free, paid] = [await service.createKey(), await service.createKey()];
  await service.grant(paid, 5);
  await service.validate(paid, { code: "spent = True\n" });
  return [free, paid];
}

async function createKeys(
  env: Record<string, string>,
  { count, credits }: { count: number; credits: number },
): Promise<string[]> {
  await using service = await services.open({ env });
  const keys = await Promise.all(Array.from({ length: count }, async () => service.createKey()));
  for (const key of keys) await service.grant(key, credits);
  return keys;
}

async function accountsOf(service: TestService, [free = "", paid = ""]: readonly string[]) {
  return { free: await accountOf(service, free), paid: await accountOf(service, paid) };
}

/** The balance of an account; fails when it is not the sum of its entries. */
async function accountOf({ parts: { store } }: TestService, key: string) {
  const account = await store.readAccount(fingerprintOf(key), utcDay(Date.now()));
  const entries = await store.readEntries(fingerprintOf(key));
  expect(account.credits).toBe(entries.reduce((sum, { delta }) => sum + delta, 0));
  return account;
}
