import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fingerprintOf } from "../../../../service/caller/keys.ts";
import { limitTable } from "../../../../parts/limits/table.ts";
import { heldEngine, type HeldEngine } from "../../../support/held-engine.ts";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";
import { until } from "../../../support/until.ts";
import { clients } from "./clients.ts";
import { call, postMcp } from "./messages.ts";

const freeWorkMs = limitTable.abandonedWork.max;

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(async () => services[Symbol.asyncDispose]());

type Scene = Readonly<{ service: TestService; held: HeldEngine }> & AsyncDisposable;

async function open(env: Record<string, string> = {}): Promise<Scene> {
  const held = heldEngine();
  const service = await services.open({
    env: { FREE_CALLS_PER_DAY: "0", TRUST_PROXY: "1", ...env },
    overrides: { engine: held.engine },
  });
  return { service, held, [Symbol.asyncDispose]: async () => service[Symbol.asyncDispose]() };
}

async function aKey({ service }: Scene): Promise<string> {
  const key = await service.createKey();
  await service.grant(key, 10);
  return key;
}

const creditsOf = async ({ service }: Scene, key: string) =>
  (await service.parts.store.readAccount(fingerprintOf(key), "any day")).credits;

/** As a client reports that it no longer wants the answer to request 41. */
const cancelling = (requestId: unknown = 41) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId, reason: "no longer wanted" },
});

describe.for(clients)("$name", ({ connect }) => {
  test("has the work stopped and gets the charge back when it cancels a call", async () => {
    await using scene = await open();
    const { service, held } = scene;
    const key = await aKey(scene);
    await using client = await connect(service.url, { authorization: `Bearer ${key}` });
    const leaving = new AbortController();
    const asked = client.callTool("validate_python", { code: "cancelled = 1" }, leaving);
    await until(() => held.underWay().length === 1);
    expect(await creditsOf(scene, key)).toBe(9);
    leaving.abort("no longer wanted");
    await expect(asked).rejects.toBeDefined();
    await until(() => held.stopped() === 1);
    await until(async () => (await creditsOf(scene, key)) === 10);
    const reasons = (await service.parts.store.readEntries(fingerprintOf(key))).map(({ reason }) => reason);
    expect(reasons).toEqual(["grant", "charge", "give_back"]);
    expect([service.parts.turns.checking.taken(), service.parts.inFlight.count()]).toEqual([0, 0]);
    // It continues as if nothing had happened.
    const next = client.callTool("validate_python", { code: "wanted = 1" });
    await until(() => held.underWay().length === 1);
    held.finish("wanted = 1");
    expect((await next).structuredContent).toMatchObject({ valid: true });
    expect(await creditsOf(scene, key)).toBe(9);
  });
});

describe("a cancellation", () => {
  test("is accepted, and the cancelled call gets no answer", async () => {
    await using scene = await open();
    const { service, held } = scene;
    const key = await aKey(scene);
    const asked = postMcp(service, call("cancelled = 1"), { key });
    await until(() => held.underWay().length === 1);
    expect(await postMcp(service, cancelling(), { key })).toMatchObject({ status: 202, text: "" });
    expect(await asked).toMatchObject({ status: 202, text: "" });
    await until(async () => (await creditsOf(scene, key)) === 10);
  });

  test.for<[string, (scene: Scene, key: string) => Promise<{ key?: string; from?: string; id?: unknown }>]>([
    ["another key", async (scene) => ({ key: await aKey(scene) })],
    ["no key", async () => ({})],
    ["another address", async (_, key) => ({ key, from: "203.0.113.9" })],
    ["another id", async (_, key) => ({ key, id: 42 })],
    ["the same id as text", async (_, key) => ({ key, id: "41" })],
  ])("stops nothing with %s", async ([, foreign]) => {
    await using scene = await open();
    const { service, held } = scene;
    const key = await aKey(scene);
    const asked = postMcp(service, call("stays = 1"), { key, headers: { "x-forwarded-for": "203.0.113.1" } });
    await until(() => held.underWay().length === 1);
    const { from = "203.0.113.1", id, ...credential } = await foreign(scene, key);
    const sent = await postMcp(service, cancelling(id), {
      ...credential,
      headers: { "x-forwarded-for": from },
    });
    expect(sent.status).toBe(202);
    held.finish("stays = 1");
    expect(await asked).toMatchObject({ status: 200, body: { id: 41, result: { structuredContent: {} } } });
    expect([held.stopped(), await creditsOf(scene, key)]).toEqual([0, 9]);
  });

  test("stops neither of two indistinguishable calls", async () => {
    await using scene = await open();
    const { service, held } = scene;
    const key = await aKey(scene);
    const asked = ["one = 1", "two = 2"].map(async (code) => postMcp(service, call(code), { key }));
    await until(() => held.underWay().length === 2);
    await postMcp(service, cancelling(), { key });
    for (const code of held.underWay()) held.finish(code);
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
    expect([held.stopped(), await creditsOf(scene, key)]).toEqual([0, 8]);
  });

  test("stops the address's own call when its caller has no key", async () => {
    await using scene = await open({ TRIAL_CALLS_PER_DAY: "5" });
    const { service, held } = scene;
    const asked = postMcp(service, call("trial = 1"));
    await until(() => held.underWay().length === 1);
    await postMcp(service, cancelling());
    expect((await asked).status).toBe(202);
    await until(() => held.stopped() === 1);
  });

  test("beyond the budget of abandoned work lets the work finish, charged, with its answer kept", async () => {
    await using scene = await open();
    const { service, held } = scene;
    const key = await aKey(scene);
    await service.parts.limits.count("abandonedWork", fingerprintOf(key), freeWorkMs);
    const asked = postMcp(service, call("charged = 1"), { key });
    await until(() => held.underWay().length === 1);
    await postMcp(service, cancelling(), { key });
    expect((await asked).status).toBe(202);
    expect([held.underWay().length, held.stopped()]).toEqual([1, 0]);
    held.finish("charged = 1");
    const again = await postMcp(service, call("charged = 1"), { key });
    expect(again.headers.get("x-svc-repeat")).toBe("1");
    expect(await creditsOf(scene, key)).toBe(9);
  });
});
