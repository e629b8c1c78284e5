import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { fingerprintOf } from "../../../service/caller/keys.ts";
import { limitTable } from "../../../parts/limits/table.ts";
import { utcDay } from "../../../platform/clock.ts";
import { heldEngine, type HeldEngine } from "../../support/held-engine.ts";
import { manualClock, type ManualClock } from "../../support/manual-clock.ts";
import type { TestService } from "../../support/service.ts";
import { openTestServices, type TestServices } from "../../support/services.ts";
import { until } from "../../support/until.ts";

const freeWorkMs = limitTable.abandonedWork.max;

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(async () => services[Symbol.asyncDispose]());

type Scene = Readonly<{ service: TestService; held: HeldEngine; clock: ManualClock }>;

/** Every call costs a credit; addresses are what callers say they are. */
async function open(env: Record<string, string> = {}): Promise<Scene & AsyncDisposable> {
  const [held, clock] = [heldEngine(), manualClock()];
  const service = await services.open({
    env: { FREE_CALLS_PER_DAY: "0", TRUST_PROXY: "1", ...env },
    overrides: { engine: held.engine, clock },
  });
  return { service, held, clock, [Symbol.asyncDispose]: async () => service[Symbol.asyncDispose]() };
}

async function aKey({ service }: Scene, credits = 100): Promise<string> {
  const key = await service.createKey();
  await service.grant(key, credits);
  return key;
}

async function creditsOf({ service: { parts }, clock }: Scene, key: string): Promise<number> {
  return (await parts.store.readAccount(fingerprintOf(key), utcDay(clock.now()))).credits;
}

type Asked = Readonly<{ key: string; code: string; from?: string; signal?: AbortSignal }>;

async function ask(
  { service }: Scene,
  { key, code, from = "203.0.113.1", signal }: Asked,
): Promise<Response> {
  return fetch(`${service.url}/v1/validate`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify({ code }),
    ...(signal && { signal }),
  });
}

/** Calls, lets the engine work for this long, and hangs up. */
async function leaveAfter(scene: Scene, asked: Asked, workedMs: number): Promise<void> {
  const { held, clock } = scene;
  const before = await abandoned(scene);
  const leaving = new AbortController();
  const call = ask(scene, { ...asked, signal: leaving.signal });
  await until(() => held.underWay().includes(asked.code));
  await clock.advance(workedMs);
  leaving.abort();
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
  await until(async () => (await abandoned(scene)) === before + 1);
}

/** How many callers the service knows to have left begun work. */
async function abandoned({ service }: Scene): Promise<number> {
  const { body } = await service.parts.metrics.text();
  const counts = body.matchAll(/^assay_calls_abandoned_total\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

const left = ({ service }: Scene): number => service.parts.inFlight.count();

describe("a caller who hangs up", () => {
  test("before the work has begun pays nothing, however often", async () => {
    await using scene = await open();
    const { service, held } = scene;
    const [key, other] = [await aKey(scene), await aKey(scene)];
    const { checking } = service.parts.turns;
    for (let n = 0; checking.waiting() === 0; n += 1) {
      void ask(scene, { key: other, code: `busy = ${n}`, from: `198.51.100.${n}` });
      void ask(scene, { key, code: `mine = ${n}` });
      await until(() => left(scene) === 2 * (n + 1) && checking.taken() + checking.waiting() === 2 * (n + 1));
    }
    const before = await creditsOf(scene, key);
    for (let n = 0; n < 50; n += 1) {
      const leaving = new AbortController();
      const call = ask(scene, { key, code: `waiting = ${n}`, signal: leaving.signal });
      const waiting = checking.waiting();
      await until(() => checking.waiting() > waiting);
      leaving.abort();
      await expect(call).rejects.toMatchObject({ name: "AbortError" });
      await until(() => checking.waiting() === waiting);
    }
    await until(async () => (await creditsOf(scene, key)) === before);
    expect(held.underWay().some((code) => code.startsWith("waiting"))).toBe(false);
    while (left(scene) > 0) {
      for (const code of held.underWay()) held.finish(code);
      await new Promise(setImmediate);
    }
  });

  test("stops the started work at no cost for its first half minute; later work is finished, charged and remembered", async () => {
    await using scene = await open();
    const { held } = scene;
    const key = await aKey(scene);
    const free = Math.floor(freeWorkMs / 4000);
    for (let n = 0; n < free; n += 1) await leaveAfter(scene, { key, code: `free = ${n}` }, 4000);
    await until(async () => (await creditsOf(scene, key)) === 100);
    expect(held.stopped()).toBe(free);

    await leaveAfter(scene, { key, code: "paid = 1" }, 4000);
    expect(held.underWay()).toEqual(["paid = 1"]);
    // A caller who returns waits for the same work, and gets its answer.
    const again = ask(scene, { key, code: "paid = 1" });
    held.finish("paid = 1");
    const poll = setInterval(() => void scene.clock.advance(50), 5);
    const answer = await again.finally(() => clearInterval(poll));
    expect([answer.status, answer.headers.get("x-svc-repeat")]).toEqual([200, "1"]);
    expect([await creditsOf(scene, key), held.stopped()]).toEqual([99, free]);
  });

  test("may abandon more work in the next hour", async () => {
    await using scene = await open();
    const key = await aKey(scene);
    await leaveAfter(scene, { key, code: "first = 1" }, freeWorkMs);
    await scene.clock.advance(limitTable.abandonedWork.forS * 1000);
    await leaveAfter(scene, { key, code: "second = 1" }, freeWorkMs);
    await until(async () => (await creditsOf(scene, key)) === 100);
    expect(scene.held.stopped()).toBe(2);
  });

  test("shares the budget of abandoned work with other keys of the address, and with nobody else", async () => {
    await using scene = await open();
    const [first, second, third] = [await aKey(scene), await aKey(scene), await aKey(scene)];
    await leaveAfter(scene, { key: first, code: "first = 1" }, freeWorkMs);
    await leaveAfter(scene, { key: second, code: "second = 1" }, 1000);
    await leaveAfter(scene, { key: third, code: "third = 1", from: "203.0.113.2" }, 1000);
    expect(scene.held.underWay()).toEqual(["second = 1"]);
    scene.held.finish("second = 1");
    await until(() => scene.service.parts.turns.checking.taken() === 0);
    const credits = await Promise.all([first, second, third].map(async (key) => creditsOf(scene, key)));
    expect(credits).toEqual([100, 99, 100]);
  });

  test("with work that continues does not delay the shutdown of the service, and gets the charge back", async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "assay-hang-up-"));
    onTestFinished(async () => rm(DATA_DIR, { recursive: true }));
    const scene = await open({ DATA_DIR });
    const key = await aKey(scene);
    await leaveAfter(scene, { key, code: "first = 1" }, freeWorkMs);
    await leaveAfter(scene, { key, code: "second = 1" }, 1000);
    expect(scene.held.underWay()).toEqual(["second = 1"]);
    await scene[Symbol.asyncDispose]();
    await using next = await open({ DATA_DIR });
    expect(await creditsOf(next, key)).toBe(100);
  });
});

test("all keys of one address together leave a place for others", async () => {
  await using scene = await open();
  const { service, held } = scene;
  const keys = await Promise.all(Array.from({ length: 4 }, async () => aKey(scene)));
  const { checking } = service.parts.turns;
  const calls = keys.flatMap((key) =>
    Array.from({ length: 10 }, async (_, n) => ask(scene, { key, code: `of_${key} = ${n}` })),
  );
  await until(() => checking.taken() + checking.waiting() === calls.length);
  const other = ask(scene, { key: await aKey(scene), code: "other = 1", from: "203.0.113.2" });
  await until(() => held.underWay().includes("other = 1"));
  held.finish("other = 1");
  expect((await other).status).toBe(200);
  while (left(scene) > 0) {
    for (const code of held.underWay()) held.finish(code);
    await new Promise(setImmediate);
  }
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200));
});
