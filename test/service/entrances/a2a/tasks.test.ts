import { afterAll, describe, expect, test } from "vitest";
import { manualClock } from "../../../support/manual-clock.ts";
import { startPostgres } from "../../../support/postgres-server.ts";
import type { TestService } from "../../../support/service.ts";
import { engineWithEveryMode, openTestServices } from "../../../support/services.ts";
import { until } from "../../../support/until.ts";
import { call, currentMessage, olderMessage, sendJob, type Rpc } from "./stage.ts";

const services = await openTestServices();
const service = await services.open({ env: { FREE_CALLS_PER_DAY: "1000" } });
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

async function getTask(at: TestService, key: string, id: string): Promise<Rpc> {
  return call(at, { method: "GetTask", params: { id }, key, version: "1.0" });
}

async function listTasks(at: TestService, key: string, params: object = {}): Promise<any> {
  const { body } = await call(at, { method: "ListTasks", params, key, version: "1.0" });
  return body.result ?? body.error;
}

describe("an answered call", () => {
  test("is a finished task without a history, in the conversation the caller names", async () => {
    const key = await service.createKey();
    const task = await sendJob(service, key, { code: "a = 1\n" }, { contextId: "talk 1" });
    expect(task).toEqual({
      id: expect.stringMatching(/^[\w.-]{50,200}$/),
      contextId: "talk 1",
      status: { state: "TASK_STATE_COMPLETED", timestamp: expect.stringMatching(/^\d{4}-.*Z$/) },
      artifacts: [
        {
          artifactId: "report",
          name: "report",
          description: expect.any(String),
          parts: [{ data: expect.objectContaining({ valid: true }), mediaType: "application/json" }],
        },
      ],
    });
    expect(JSON.stringify(task)).not.toContain("a = 1");
  });

  test("gets its own conversation when the caller names none", async () => {
    const key = await service.createKey();
    const [one, two] = [
      await sendJob(service, key, { code: "b = 1\n" }),
      await sendJob(service, key, { code: "b = 1\n" }),
    ];
    expect(one.contextId).not.toBe(two.contextId);
    expect(one.id).not.toBe(two.id);
  });

  test.for<[string, string, object]>([
    [
      "1.0",
      "SendMessage",
      { message: currentMessage({ text: "c = 1\n" }), configuration: { returnImmediately: true } },
    ],
    [
      "0.3",
      "message/send",
      { message: olderMessage({ kind: "text", text: "c = 1\n" }), configuration: { blocking: false } },
    ],
  ])("is finished even if the caller would not wait for it (%s)", async ([version, method, params]) => {
    const { body } = await call(service, { method, params, key: await service.createKey(), version });
    const { status, artifacts } = body.result.task ?? body.result;
    expect([status.state, artifacts.length]).toEqual([expect.stringMatching(/completed/i), 1]);
  });

  test("reports the balance in its headers, and a repeat is marked and free", async () => {
    const key = await service.createKey();
    const asked = {
      method: "SendMessage",
      params: { message: currentMessage({ data: { code: "d = 1\n" } }) },
      key,
    };
    const told = async () => {
      const { headers, body } = await call(service, asked);
      expect(body.result.task.artifacts[0].parts[0].data.meta.request_id).toBe(headers.get("x-request-id"));
      return ["x-quota-tier", "x-quota-remaining", "x-svc-repeat"].map((name) => headers.get(name));
    };
    expect(await told()).toEqual(["free", "999", null]);
    expect(await told()).toEqual(["free", "999", "1"]);
    const { headers } = await call(service, { method: "GetTask", params: { id: "x" }, key, version: "1.0" });
    expect(headers.get("x-quota-remaining")).toBe("999");
  });

  test("is charged by its mode, and refused when the day's checks are used up", async () => {
    await using paid = await services.open({
      env: { FREE_CALLS_PER_DAY: "1" },
      overrides: engineWithEveryMode(service),
    });
    const key = await paid.createKey();
    await sendJob(paid, key, { code: "e = 1\n" });
    const spent = await call(paid, {
      method: "message/send",
      params: { message: olderMessage({ kind: "text", text: "e = 2\n" }) },
      key,
    });
    expect(spent.status).toBe(200);
    expect(spent.body.error).toMatchObject({
      code: -32012,
      data: { error: "quota_exhausted", remedy: { action: "wait", reset_at: expect.any(String) } },
    });
    expect(spent.headers.get("x-quota-reset")).toMatch(/^\d+$/);
    await paid.grant(key, 5);
    await sendJob(paid, key, { code: "e = 3\n", mode: "repair" });
    const { headers } = await call(paid, { method: "ListTasks", params: {}, key });
    expect(headers.get("x-credits-remaining")).toBe("2");
  });
});

describe("a task", () => {
  test("can be read until its answer expires after ten minutes", async () => {
    const clock = manualClock();
    await using timed = await services.open({ overrides: { clock } });
    const key = await timed.createKey();
    const { id } = await sendJob(timed, key, { code: "f = 1\n" });
    await clock.advance(9 * 60_000);
    expect((await getTask(timed, key, id)).body.result.id).toBe(id);
    await clock.advance(60_000);
    expect((await getTask(timed, key, id)).body.error.code).toBe(-32001);
    expect((await listTasks(timed, key)).tasks).toEqual([]);
  });

  test("can be read at every replica", async () => {
    await using postgres = await startPostgres({ fsync: "off" });
    const env = { DATABASE_URL: postgres.url };
    await using first = await services.open({ env });
    await using second = await services.open({ env });
    const key = await first.createKey();
    const task = await sendJob(first, key, { code: "g = 1\n" }, { contextId: "talk" });
    const { result } = (await getTask(second, key, task.id)).body;
    expect(withoutMeta(result)).toEqual(withoutMeta(task));
    expect((await getTask(second, await first.createKey(), task.id)).body.error.code).toBe(-32001);
  });

  test("costs nothing to read, found or not", async () => {
    const key = await service.createKey();
    const { id } = await sendJob(service, key, { code: "h = 1\n" });
    for (const wanted of [id, id.replace(/^./, "_"), "no such task"]) await getTask(service, key, wanted);
    const self = await (await service.send("/v1/keys/self", { key })).json();
    expect(self).toMatchObject({ calls_remaining: 999 });
  });

  test("cannot be continued, or read by others", async () => {
    const [key, otherKey] = [await service.createKey(), await service.createKey()];
    const { id } = await sendJob(service, key, { code: "i = 1\n" }, { contextId: "talk" });
    const send = async (sender: string, more: object) =>
      (
        await call(service, {
          method: "SendMessage",
          params: { message: currentMessage({ text: "i = 2\n" }, { taskId: id, ...more }) },
          key: sender,
          version: "1.0",
        })
      ).body.error.code;
    expect(await send(key, {})).toBe(-32004);
    expect(await send(key, { contextId: "another" })).toBe(-32602);
    expect(await send(otherKey, {})).toBe(-32001);
    expect((await getTask(service, otherKey, id)).body.error.code).toBe(-32001);
    expect((await listTasks(service, otherKey)).tasks).toEqual([]);
  });

  test.for(["", "  ", undefined])("cannot be read without an id: %o", async (id) => {
    const key = await service.createKey();
    for (const method of ["GetTask", "CancelTask"]) {
      const { body } = await call(service, { method, params: { id }, key, version: "1.0" });
      expect(body.error.code).toBe(-32602);
    }
    for (const method of ["tasks/get", "tasks/cancel"]) {
      const { body } = await call(service, { method, params: { id }, key });
      expect(body.error.code).toBe(-32602);
    }
  });
});

describe("the list of tasks", () => {
  test("has the newest first, in pages, with artifacts only on request", async () => {
    const clock = manualClock();
    await using timed = await services.open({ overrides: { clock } });
    const key = await timed.createKey();
    const ids: string[] = [];
    for (const name of ["a", "b", "c"]) {
      ids.unshift((await sendJob(timed, key, { code: `${name} = 1\n` }, { contextId: name })).id);
      await clock.advance(1000);
    }
    const first = await listTasks(timed, key, { pageSize: 2 });
    expect(first).toMatchObject({ pageSize: 2, totalSize: 3, nextPageToken: ids[1] });
    expect(first.tasks.map(({ id }: any) => id)).toEqual(ids.slice(0, 2));
    expect(first.tasks[0]).not.toHaveProperty("artifacts");
    const rest = await listTasks(timed, key, { pageSize: 2, pageToken: first.nextPageToken });
    expect(rest).toMatchObject({ totalSize: 3, nextPageToken: "" });
    expect(rest.tasks.map(({ id }: any) => id)).toEqual(ids.slice(2));
    const whole = await listTasks(timed, key, { includeArtifacts: true, contextId: "b" });
    expect(whole.tasks).toMatchObject([{ id: ids[1], artifacts: [{ name: "report" }] }]);
    const late = await listTasks(timed, key, { statusTimestampAfter: whole.tasks[0].status.timestamp });
    expect(late.tasks.map(({ id }: any) => id)).toEqual([ids[0]]);
    expect((await listTasks(timed, key, { status: "TASK_STATE_WORKING" })).tasks).toEqual([]);
  });

  test.for<[string, object]>([
    ["a page size of zero", { pageSize: 0 }],
    ["a page size that is too large", { pageSize: 101 }],
    ["a fractional page size", { pageSize: 1.5 }],
    ["a page token of another caller", { pageToken: "page 2" }],
    ["an unknown state", { status: "TASK_STATE_HAPPY" }],
    ["an invalid time", { statusTimestampAfter: "yesterday" }],
    ["a negative history length", { historyLength: -1 }],
  ])("refuses %s", async ([, params]) => {
    expect(await listTasks(service, await service.createKey(), params)).toMatchObject({ code: -32602 });
  });
});

test("a caller that hangs up stops the work and pays nothing", async () => {
  const begun = Promise.withResolvers<AbortSignal>();
  const engine = {
    ...service.parts.engine,
    judge: async (_job: unknown, signal: AbortSignal): Promise<never> => {
      begun.resolve(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      });
    },
  };
  await using slow = await services.open({ overrides: { engine } });
  const key = await slow.createKey();
  const leaving = new AbortController();
  const params = { message: currentMessage({ text: "j = 1\n" }) };
  const answer = fetch(`${slow.url}/a2a`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "a2a-version": "1.0" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params }),
    signal: leaving.signal,
  });
  const signal = await begun.promise;
  leaving.abort();
  await expect(answer).rejects.toThrow("abort");
  await until(() => signal.aborted && slow.parts.inFlight.count() === 0);
  await until(async () => {
    const self = (await (await slow.send("/v1/keys/self", { key })).json()) as { calls_remaining: number };
    return self.calls_remaining === 25;
  });
  expect((await listTasks(slow, key)).tasks).toEqual([]);
});

test("an agent needs no key for free trial checks", async () => {
  await using open = await services.open({ env: { TRIAL_CALLS_PER_DAY: "1" } });
  const send = async (code: string, mode = "static") =>
    call(open, {
      method: "SendMessage",
      params: { message: currentMessage({ data: { code, mode } }) },
      version: "1.0",
    });
  expect((await send("k = 1\n")).body.result.task.status.state).toBe("TASK_STATE_COMPLETED");
  const spent = await send("k = 2\n");
  expect([spent.status, spent.body.error.code]).toEqual([200, -32012]);
});

function withoutMeta(task: any): any {
  const [{ parts, ...artifact }] = task.artifacts;
  const { meta: _, ...verdict } = parts[0].data;
  return { ...task, artifacts: [{ ...artifact, verdict }] };
}
