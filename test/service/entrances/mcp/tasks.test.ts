import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { CallToolResultSchema, CreateTaskResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fingerprintOf } from "../../../../service/caller/keys.ts";
import type { Overrides } from "../../../../service/parts.ts";
import type { ToolTask } from "../../../../service/tasks/tool-tasks.ts";
import { heldEngine, type HeldEngine } from "../../../support/held-engine.ts";
import { manualClock } from "../../../support/manual-clock.ts";
import type { TestService } from "../../../support/service.ts";
import { engineWithEveryMode, openTestServices, type TestServices } from "../../../support/services.ts";
import { until } from "../../../support/until.ts";
import { clients, connectV1 } from "./clients.ts";
import { postMcp } from "./messages.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(async () => services[Symbol.asyncDispose]());

type Scene = Readonly<{
  service: TestService;
  held: HeldEngine;
  key: string;
  client: Client;
  /** Starts a run as a task and answers its id. */
  begin(code: string, ttl?: number): Promise<string>;
  credits(): Promise<number>;
}> &
  AsyncDisposable;

const keyHeaders = (key: string) => ({ authorization: `Bearer ${key}` });

async function open(overrides: Overrides = {}, credits = 1000): Promise<Scene> {
  const held = heldEngine();
  const service = await services.open({ overrides: { engine: held.engine, ...overrides } });
  const key = await service.createKey();
  await service.grant(key, credits);
  const client = await connectV1(service.url, keyHeaders(key));
  return {
    service,
    held,
    key,
    client,
    begin: async (code, ttl) => {
      const params = { name: "execute_python", arguments: { code }, task: ttl === undefined ? {} : { ttl } };
      const { task } = await client.request({ method: "tools/call", params }, CreateTaskResultSchema);
      await until(() => held.underWay().includes(code));
      return task.taskId;
    },
    credits: async () => (await service.parts.store.readAccount(fingerprintOf(key), "any day")).credits,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Another process of the same service: the store is shared, the work is not. */
async function openReplica({ service, key }: Scene) {
  const held = heldEngine();
  const replica = await services.open({
    overrides: { engine: held.engine, store: service.parts.store, clock: service.parts.clock },
  });
  const client = await connectV1(replica.url, keyHeaders(key));
  return {
    replica,
    tasks: client.experimental.tasks,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await replica[Symbol.asyncDispose]();
    },
  };
}

const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "answered",
    (error: { code?: unknown }) => error.code,
  );

describe("a run as a task", () => {
  test("is offered for long calls, in the revision that supports it", async () => {
    await using scene = await open();
    const { tools } = await scene.client.listTools();
    expect(tools.map(({ name, execution }) => [name, execution?.taskSupport])).toEqual([
      ["validate_python", "forbidden"],
      ["repair_python", "optional"],
      ["execute_python", "optional"],
    ]);
    expect(scene.client.getServerCapabilities()?.tasks).toMatchObject({ requests: { tools: { call: {} } } });
    await using newer = await clients.at(-1)!.connect(scene.service.url);
    expect((await newer.listTools()).tools.filter((tool) => "execution" in tool)).toEqual([]);
  });

  test("is started, followed and read to its end by the client's own methods", async () => {
    await using warm = await services.open();
    await using scene = await open(engineWithEveryMode(warm));
    await scene.client.listTools(); // from which the client knows that it may be a task, and what its result is
    const asked = { name: "execute_python", arguments: { code: "import os\n" } };
    const seen = new Map<string, unknown>();
    for await (const message of scene.client.experimental.tasks.callToolStream(asked))
      seen.set(message.type, message);
    expect([...seen.keys()]).toEqual(["taskCreated", "taskStatus", "result"]);
    expect(seen.get("taskCreated")).toMatchObject({
      task: { status: "working", ttl: 600_000, pollInterval: 1000 },
    });
    expect(seen.get("result")).toMatchObject({
      result: { structuredContent: { valid: true, diagnostics: [{ rule: "ruff:F401" }] } },
    });
    expect(await scene.credits()).toBe(990);
  });

  test("is answered by any replica, and its result has the task's id", async () => {
    await using scene = await open();
    await using other = await openReplica(scene);
    const id = await scene.begin("shared = 1");
    expect(await other.tasks.getTask(id)).toMatchObject({ taskId: id, status: "working" });
    const result = other.tasks.getTaskResult(id, CallToolResultSchema);
    scene.held.finish("shared = 1");
    expect(await result).toMatchObject({
      structuredContent: { valid: true },
      _meta: { "io.modelcontextprotocol/related-task": { taskId: id }, "assay/quota": { credits: 990 } },
    });
    expect((await other.tasks.listTasks()).tasks).toMatchObject([{ taskId: id, status: "completed" }]);
  });

  test("continues when its caller leaves", async () => {
    await using scene = await open();
    const id = await scene.begin("left = 1");
    await scene.client.close();
    scene.held.finish("left = 1");
    await using back = await openReplica(scene);
    expect(await back.tasks.getTaskResult(id, CallToolResultSchema)).toMatchObject({
      structuredContent: { valid: true },
    });
  });

  test("fails when it is refused, for the reason that a call would be given", async () => {
    await using scene = await open({}, 5);
    const params = { name: "execute_python", arguments: { code: "poor = 1" }, task: {} };
    const { task } = await scene.client.request({ method: "tools/call", params }, CreateTaskResultSchema);
    const { tasks } = scene.client.experimental;
    expect(await tasks.getTaskResult(task.taskId, CallToolResultSchema)).toMatchObject({
      isError: true,
      structuredContent: { error: "payment_required" },
    });
    expect(await tasks.getTask(task.taskId)).toMatchObject({
      status: "failed",
      statusMessage: "This key does not cover mode execute.",
    });
  });
});

describe("cancelling a task", () => {
  test("stops the work and gives the charge back; the task stays cancelled", async () => {
    await using scene = await open();
    const { tasks } = scene.client.experimental;
    const id = await scene.begin("cancelled = 1");
    expect(await scene.credits()).toBe(990);
    expect(await tasks.cancelTask(id)).toMatchObject({ taskId: id, status: "cancelled" });
    expect(scene.held.stopped()).toBe(1);
    await until(async () => (await scene.credits()) === 1000);
    expect(await tasks.getTask(id)).toMatchObject({ status: "cancelled" });
    expect(await codeOf(tasks.getTaskResult(id, CallToolResultSchema))).toBe(-32600);
    expect(await codeOf(tasks.cancelTask(id))).toBe(-32602);
  });

  test("works at another replica too", async () => {
    await using scene = await open();
    await using other = await openReplica(scene);
    const id = await scene.begin("cancelled = 1");
    expect(await other.tasks.cancelTask(id)).toMatchObject({ status: "cancelled" });
    await until(async () => (await scene.credits()) === 1000);
    expect(scene.held.stopped()).toBe(1);
  });

  test("is refused when the task is finished, and its result stays", async () => {
    await using scene = await open();
    const { tasks } = scene.client.experimental;
    const id = await scene.begin("finished = 1");
    scene.held.finish("finished = 1");
    await tasks.getTaskResult(id, CallToolResultSchema);
    expect(await codeOf(tasks.cancelTask(id))).toBe(-32602);
    expect(await tasks.getTask(id)).toMatchObject({ status: "completed" });
    expect(await scene.credits()).toBe(990);
  });
});

describe("a task", () => {
  test("is visible only to the key that started it", async () => {
    await using scene = await open();
    const id = await scene.begin("private = 1");
    const stranger = await connectV1(scene.service.url, keyHeaders(await scene.service.createKey()));
    const { tasks } = stranger.experimental;
    const attempts = [
      tasks.getTask(id),
      tasks.getTaskResult(id, CallToolResultSchema),
      tasks.cancelTask(id),
    ].map(codeOf);
    expect(await Promise.all(attempts)).toEqual([-32602, -32602, -32602]);
    expect((await tasks.listTasks()).tasks).toEqual([]);
    expect(scene.held.underWay()).toEqual(["private = 1"]);
    await stranger.close();
  });

  test("is never visible without a key", async () => {
    await using scene = await open();
    const begin = {
      method: "tools/call",
      params: { name: "execute_python", arguments: { code: "x = 1" }, task: {} },
    };
    for (const asked of [begin, { method: "tasks/list" }, { method: "tasks/get", params: { taskId: "x" } }]) {
      const { status, body } = await postMcp(scene.service, { jsonrpc: "2.0", id: 1, ...asked });
      expect([status, body.error.code]).toEqual([401, -32010]);
    }
    expect(scene.held.underWay()).toEqual([]);
  });

  test("is visible for as long as requested, from one minute to ten", async () => {
    const clock = manualClock();
    await using scene = await open({ clock });
    const { tasks } = scene.client.experimental;
    const ids = [await scene.begin("short = 1", 1), await scene.begin("long = 1", 1e9)];
    const lives = await Promise.all(ids.map(async (id) => (await tasks.getTask(id)).ttl));
    expect(lives).toEqual([60_000, 600_000]);
    await clock.advance(60_000);
    expect(await Promise.all(ids.map(async (id) => codeOf(tasks.getTask(id))))).toEqual([-32602, "answered"]);
  });

  test("is visible in pages of a list", async () => {
    await using scene = await open();
    const { toolTasks } = scene.service.parts;
    const added = Array.from({ length: 60 }, (_, n) => aTask(scene, { id: `task ${n}`, state: "completed" }));
    for (const task of added) await toolTasks.put(task);
    const { tasks } = scene.client.experimental;
    const first = await tasks.listTasks();
    const second = await tasks.listTasks(first.nextCursor);
    expect([first.tasks.length, second.tasks.length, second.nextCursor]).toEqual([50, 10, undefined]);
    expect([...first.tasks, ...second.tasks].map(({ taskId }) => taskId)).toEqual(
      added.map(({ id }) => id).toReversed(),
    );
    expect(await codeOf(tasks.listTasks("made up"))).toBe(-32602);
  });
});

describe("a task is refused for", () => {
  test("a check, which is answered at once", async () => {
    await using scene = await open();
    const params = { name: "validate_python", arguments: { code: "x = 1" }, task: {} };
    expect(await codeOf(scene.client.request({ method: "tools/call", params }, CreateTaskResultSchema))).toBe(
      -32601,
    );
  });

  test("an unknown tool", async () => {
    await using scene = await open();
    const params = { name: "no_tool", arguments: {}, task: {} };
    expect(await codeOf(scene.client.request({ method: "tools/call", params }, CreateTaskResultSchema))).toBe(
      -32602,
    );
  });

  test("more than sixteen at once", async () => {
    await using scene = await open();
    const { toolTasks } = scene.service.parts;
    for (let n = 0; n < 16; n += 1) await toolTasks.put(aTask(scene, { id: `task ${n}` }));
    expect(await codeOf(scene.begin("one more = 1"))).toBe(-32012);
    await toolTasks.put(aTask(scene, { id: "task 0", state: "completed" }));
    expect(await codeOf(scene.begin("another = 1"))).toBe("answered");
  });
});

describe("a task whose process ends", () => {
  test("fails after a normal stop, and is not charged", async () => {
    await using scene = await open();
    await using other = await openReplica(scene);
    const store = scene.service.parts.store;
    await using apart = await open({ store });
    const id = await apart.begin("stopped = 1");
    await apart[Symbol.asyncDispose]();
    const found = await other.replica.parts.toolTasks.find(fingerprintOf(apart.key), id);
    expect(found).toMatchObject({ state: "failed", message: expect.stringContaining("has stopped") });
    expect((await store.readAccount(fingerprintOf(apart.key), "any day")).credits).toBe(1000);
  });

  test("fails after a crash as soon as someone reads it", async () => {
    await using scene = await open();
    await scene.service.parts.toolTasks.put(
      aTask(scene, { id: "orphan", worker: "a machine that burned down" }),
    );
    const { tasks } = scene.client.experimental;
    expect(await tasks.getTask("orphan")).toMatchObject({ status: "failed" });
    expect(await codeOf(tasks.getTaskResult("orphan", CallToolResultSchema))).toBe(-32012);
  });
});

function aTask({ service, key }: Scene, given: Partial<ToolTask>): ToolTask {
  const nowMs = service.parts.clock.now();
  return {
    id: "a task",
    account: fingerprintOf(key),
    state: "working",
    createdAtMs: nowMs,
    changedAtMs: nowMs,
    lifeMs: 600_000,
    worker: service.parts.owner,
    isUnwanted: false,
    ...given,
  };
}
