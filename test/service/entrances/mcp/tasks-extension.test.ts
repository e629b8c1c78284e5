import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fingerprintOf } from "../../../../service/caller/keys.ts";
import { heldEngine, type HeldEngine } from "../../../support/held-engine.ts";
import { manualClock, type ManualClock } from "../../../support/manual-clock.ts";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";
import { until } from "../../../support/until.ts";
import { modern, modernHeaders, postMcp } from "./messages.ts";

const extension = "io.modelcontextprotocol/tasks";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(async () => services[Symbol.asyncDispose]());

type Scene = Readonly<{
  service: TestService;
  held: HeldEngine;
  clock: ManualClock;
  /** Sends a message of 2026-07-28 that declares the extension, unless told otherwise. */
  ask(method: string, params: Record<string, unknown>, declares?: boolean): Promise<any>;
  credits(): Promise<number>;
}> &
  AsyncDisposable;

async function open(credits = 100): Promise<Scene> {
  const [held, clock] = [heldEngine(), manualClock()];
  const service = await services.open({ overrides: { engine: held.engine, clock } });
  const key = await service.createKey();
  await service.grant(key, credits);
  return {
    service,
    held,
    clock,
    ask: async (method, params, declares = true) => {
      const message = modern({ jsonrpc: "2.0", id: 41, method, params });
      if (declares)
        message.params._meta["io.modelcontextprotocol/clientCapabilities"] = {
          extensions: { [extension]: {} },
        };
      const headers = modernHeaders(method, String(params["name"] ?? params["taskId"]));
      return (await postMcp(service, message, { key, headers })).body;
    },
    credits: async () => (await service.parts.store.readAccount(fingerprintOf(key), "any day")).credits,
    [Symbol.asyncDispose]: async () => service[Symbol.asyncDispose](),
  };
}

const run = (code: string, name = "execute_python") => ({ name, arguments: { code } });

/** A run that is not over when its caller is answered. */
async function begin(scene: Scene, code: string): Promise<any> {
  const asked = scene.ask("tools/call", run(code));
  await until(() => scene.held.underWay().includes(code));
  await scene.clock.advance(2000);
  return (await asked).result;
}

describe("a client that declares the extension", () => {
  test("gets a task when a run takes long, and reads its result later", async () => {
    await using scene = await open();
    const begun = await begin(scene, "slow = 1");
    const { taskId } = begun;
    expect(begun).toMatchObject({
      resultType: "task",
      status: "working",
      ttlMs: 600_000,
      pollIntervalMs: 1000,
    });
    const looked = await scene.ask("tasks/get", { taskId });
    expect(looked.result).toMatchObject({ resultType: "complete", taskId, status: "working" });
    scene.held.finish("slow = 1");
    await scene.service.parts.background.ended(taskId);
    expect((await scene.ask("tasks/get", { taskId })).result).toMatchObject({
      resultType: "complete",
      status: "completed",
      result: { resultType: "complete", structuredContent: { valid: true } },
    });
  });

  test("gets a quick result as an answer", async () => {
    await using scene = await open();
    const asked = scene.ask("tools/call", run("quick = 1"));
    await until(() => scene.held.underWay().includes("quick = 1"));
    scene.held.finish("quick = 1");
    expect((await asked).result).toMatchObject({
      resultType: "complete",
      structuredContent: { valid: true },
    });
  });

  test("gets a refusal as an answer, like a call without tasks", async () => {
    await using scene = await open(5);
    expect((await scene.ask("tools/call", run("poor = 1"))).result).toMatchObject({
      resultType: "complete",
      isError: true,
      structuredContent: { error: "payment_required" },
    });
  });

  test("cancels: the work stops, the charge is given back, and cancelling again changes nothing", async () => {
    await using scene = await open();
    const { taskId } = await begin(scene, "unwanted = 1");
    expect(await scene.credits()).toBe(90);
    for (const _ of ["once", "again"])
      expect((await scene.ask("tasks/cancel", { taskId })).result).toMatchObject({ resultType: "complete" });
    expect((await scene.ask("tasks/get", { taskId })).result).toMatchObject({ status: "cancelled" });
    await until(async () => (await scene.credits()) === 100);
    expect(scene.held.stopped()).toBe(1);
  });

  test("gets an acknowledgement of unrequested input, and an error for an unknown task", async () => {
    await using scene = await open();
    const { taskId } = await begin(scene, "asks nothing = 1");
    const answered = await scene.ask("tasks/update", { taskId, inputResponses: { made: {} } });
    expect(answered.result).toMatchObject({ resultType: "complete" });
    for (const method of ["tasks/get", "tasks/cancel", "tasks/update"])
      expect((await scene.ask(method, { taskId: "no such task" })).error.code).toBe(-32602);
  });
});

test("a client that does not declare the extension gets no task, and none of its methods", async () => {
  await using scene = await open();
  const asked = scene.ask("tools/call", run("plain = 1"), false);
  await until(() => scene.held.underWay().includes("plain = 1"));
  await scene.clock.advance(10_000);
  scene.held.finish("plain = 1");
  expect((await asked).result).toMatchObject({ resultType: "complete", structuredContent: { valid: true } });
  for (const method of ["tasks/get", "tasks/cancel", "tasks/update"]) {
    const { error } = await scene.ask(method, { taskId: "any" }, false);
    expect([error.code, error.data.requiredCapabilities]).toEqual([
      -32021,
      { extensions: { [extension]: {} } },
    ]);
  }
});

test("the server announces the extension", async () => {
  await using scene = await open();
  const { result } = await scene.ask("server/discover", {});
  expect(result.capabilities.extensions).toEqual({ [extension]: {} });
});
